"""Golden games replay to what was written down, and would be played again move for move."""

from __future__ import annotations

import pytest

from branchline.engine.game import Game
from branchline.engine.saves import save_text
from tests.golden.games import FOLDER, GAMES, play, story


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_its_story(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.branchline")
    assert game.over
    assert story(game) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_would_be_played_again(name: str) -> None:
    """Where this fails but the replay does not, the order of the legal actions changed: `make golden`."""
    assert save_text(play(name)) == (FOLDER / f"{name}.branchline").read_text(encoding="utf-8")
