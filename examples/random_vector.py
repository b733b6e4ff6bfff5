"""A million random decisions of a thousand games at once, on all cores."""

from branchline.rl.vector import VectorEnv

env = VectorEnv("mini", n=1000, players=2, reward="win")
env.reset(seed=7)
games = 0
for _ in range(1000):
    observations, rewards, done, masks = env.step(env.sample())
    games += int(done.sum())
print("games:", games)
