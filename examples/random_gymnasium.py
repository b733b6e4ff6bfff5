"""A random agent against the greedy bot, with Gymnasium."""

import gymnasium

import branchline.rl  # noqa: F401 (registers the environments)

env = gymnasium.make("branchline/London-v0", opponents=["greedy"], reward="points")
observation, info = env.reset(seed=7)
env.action_space.seed(7)
terminated, points = False, 0.0
while not terminated:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    points += float(reward)
print("points:", points)
