"""A million random decisions in a thousand games at once, on all cores."""

from branchline.rl.vector import VectorEnv

env = VectorEnv("mini", n=1000, players=2, reward="win")
observations, masks = env.reset(seed=7)
games, won = 0, 0.0
for _ in range(1000):
    observations, rewards, done, masks = env.step(env.sample())
    games, won = games + int(done.sum()), won + rewards[:, 0].sum()
print("games:", games, "mean reward of the first seat:", round(won / games, 3))
