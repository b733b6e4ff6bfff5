from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from branchline.boards.library import load_map
from branchline.rl.encoding.actions import ActionSpace
from branchline.rl.games import board_of
from tests.rl.common import MAPS, TABLES, games_of, random_play

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.rl.games import Games

SIZES = {"london": 294, "mini": 95, "paris": 220, "uk": 3247, "usa": 1081}


@pytest.mark.parametrize("name", MAPS)
def test_the_space_of_a_map_never_changes(name: str) -> None:
    # A trained agent depends on it: a new number here means a new version of the environments.
    assert ActionSpace(board_of(name)).n == SIZES[name]


@pytest.mark.parametrize("name", MAPS)
def test_the_space_does_not_depend_on_players_and_options(name: str) -> None:
    least = ActionSpace(board_of(name, MAPS[name].least))
    most = ActionSpace(board_of(name, MAPS[name].most, tuple(least.board.spec.options)))
    assert least.rows == most.rows


@pytest.mark.parametrize("name", MAPS)
def test_every_action_has_a_distinct_text(name: str) -> None:
    space = ActionSpace(board_of(name))
    words = [space.text(number) for number in range(space.n)]
    assert len(set(words)) == space.n
    assert space.table().splitlines()[1] == "    1  tickets"


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("hoard", [0.0, 0.8])
def test_numbers_and_legal_actions_are_one_to_one(name: str, players: int, hoard: float) -> None:
    board = board_of(name)
    options = tuple(option for option in ("advanced", "single_draw") if option in board.spec.options)
    games = games_of(name, players, seed=players, options=options)
    check_numbers(games, np.random.default_rng(players), hoard)


def check_numbers(games: Games, rng: np.random.Generator, hoard: float) -> None:
    for table in random_play(games, rng, hoard):
        listed = table.legal.codes.tolist()
        numbers = [games.number_of(0, code) for code in listed]
        assert len(set(numbers)) == len(listed)
        assert sorted(numbers) == np.flatnonzero(games.masks[0]).tolist()
        assert [games.code(0, number) for number in numbers] == listed


@pytest.mark.parametrize("size", [0, 1, 2, 9])
def test_sets_of_any_size_have_numbers(size: int, tmp_path: Path) -> None:
    text, changed = re.subn(r"(?m)^(cards_per_wild +=) 4", rf"\1 {size}", load_map("uk").text)
    assert changed == 1
    file = tmp_path / "uk.toml"
    file.write_text(text, encoding="utf-8")
    games = games_of(file, 2, seed=size, options=("advanced",))
    check_numbers(games, np.random.default_rng(size), 0.8)


def test_payments_with_sets_are_reached() -> None:
    games = games_of("uk", 2, seed=1)
    sets = {
        games.encoding.actions.rows[number].sets
        for _ in random_play(games, np.random.default_rng(1), 0.9)
        for number in np.flatnonzero(games.masks[0])
    }
    assert sets >= {0, 1, 2}
