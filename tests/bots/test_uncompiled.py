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


@pytest.mark.parametrize("name", ["london", "usa"])
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
