"""A random game in which every seat is an agent, with PettingZoo."""

from branchline.rl.pettingzoo import env

game = env("london", players=3, reward="points")
game.reset(seed=7)
points = dict.fromkeys(game.possible_agents, 0.0)
for seat, agent in enumerate(points):
    game.action_space(agent).seed(7 + seat)
for agent in game.agent_iter():
    observation, reward, termination, truncation, info = game.last()
    points[agent] += reward
    game.step(None if termination else game.action_space(agent).sample(info["action_mask"]))
print("points:", points)
