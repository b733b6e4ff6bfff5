"""Compiled bots play the same game as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

SCRIPT = """
import json, sys
import branchline as bl
game = bl.new_game(sys.argv[1], players=2, seed=3)
bots = [bl.bot("planner:noise=0.3"), bl.bot("greedy")]
for seat, player in enumerate(bots):
    player.start(seat)
while not game.over and len(game.log) < 120:
    game.play(bots[game.turn].choose(game.view(game.turn)))
print(json.dumps(game.log))
"""


@pytest.mark.parametrize("name", ["london", "uk", "usa"])
def test_plain_python_plays_the_same_game(name: str) -> None:
    logs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-W", "error", "-c", SCRIPT, name],
                env={**os.environ, "BRANCHLINE_JIT": compiled},
                capture_output=True,
                check=True,
            ).stdout
        )
        for compiled in ("0", "1")
    ]
    assert len(logs[0]) > 40
    assert logs[0] == logs[1]


SEARCH = """
import json, sys
import branchline as bl
from branchline.bots.base import Clock
game = bl.new_game(sys.argv[1], players=2, seed=5, options=["advanced"] if sys.argv[1] == "uk" else [])
searcher, planner = bl.bot(f"search:playouts=4,horizon={sys.argv[2]}"), bl.bot("planner")
searcher.start(1)
planner.start(2)
searched_moves = [int(move) for move in sys.argv[3].split()]
while len(game.log) <= searched_moves[-1]:
    view = game.view(game.turn)
    action = (searcher if len(game.log) in searched_moves else planner).choose(view)
    assert view.legal.why_not(action) is None, action
    game.play(action)
if sys.argv[1] == "london":
    assert bl.explain(game.view(game.turn), time=0.05).moves
print(json.dumps(game.log))
"""


# First tickets, a turn, a second card, and a position with routes; each search takes seconds in plain Python.
@pytest.mark.parametrize(("name", "horizon", "moves"), [("london", "100", "0 2 3 30"), ("uk", "3", "40")])
def test_the_search_runs_as_plain_python(name: str, horizon: str, moves: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SEARCH, name, horizon, moves],
        env={**os.environ, "BRANCHLINE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert len(json.loads(done.stdout)) == int(moves.rsplit(maxsplit=1)[-1]) + 1


ENVIRONMENT = """
import hashlib, sys
import numpy as np
from branchline.rl.vector import VectorEnv
env = VectorEnv(sys.argv[1], n=3, players=2, reward=sys.argv[2])
observations, masks = env.reset(seed=9)
digest = hashlib.sha256()
for _ in range(int(sys.argv[3])):
    observations, rewards, done, masks = env.step(env.sample())
    for array in (observations, masks, done):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(np.round(rewards, 9).tobytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize(("name", "reward"), [("london", "win"), ("uk", "points"), ("paris", "margin")])
def test_plain_python_steps_the_same_environment(name: str, reward: str) -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-W", "error", "-c", ENVIRONMENT, name, reward, "150"],
            env={**os.environ, "BRANCHLINE_JIT": compiled},
            capture_output=True,
            check=True,
        ).stdout
        for compiled in ("0", "1")
    }
    assert len(digests) == 1
