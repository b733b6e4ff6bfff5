"""A random game, including chance, with OpenSpiel."""

import random

import pyspiel

import branchline.rl.openspiel  # noqa: F401 (registers the game)

dice = random.Random(7)  # noqa: S311 (chance of a game, not a secret)
state = pyspiel.load_game("python_branchline(map=london,players=3)").new_initial_state()
while not state.is_terminal():
    state.apply_action(dice.choice(state.legal_actions()))
print("returns:", state.returns())
