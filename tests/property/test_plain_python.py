"""With BRANCHLINE_JIT=0 the kernel runs as plain Python, and plays the same games to the byte."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from branchline.engine.saves import save_text
from tests.positions import board, dealt
from tests.property.plain import story
from tests.property.reached import MAPS, play_on


@pytest.mark.parametrize("policy", ["uniform", "inventor"])
@pytest.mark.parametrize("name", MAPS)
def test_plain_python_plays_the_same_bytes(name: str, policy: str) -> None:
    spec = board(name, 2).spec
    players = Random(policy).randint(spec.players.least, spec.players.most)
    game = dealt(name, players, f"plain {policy}", options=sorted(spec.options))
    play_on(game, 10_000, policy)
    assert game.over
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.property.plain"],
        input=save_text(game),
        env={**os.environ, "BRANCHLINE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.stderr == ""
    assert plain.stdout == story(save_text(game))
