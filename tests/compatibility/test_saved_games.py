"""Games saved by 0.1.0 load, with the same result and the same bytes, and go on."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.boards.library import built_in_map
from branchline.cli import run
from tests.compatibility.files import GAMES, MAPS, facts_of, read_json
from tests.compatibility.layout_0_1_0 import as_0_1_0

if TYPE_CHECKING:
    from pathlib import Path

EXPECTED = read_json("games.json")
UNFINISHED = [name for name, facts in EXPECTED.items() if not facts["over"]]


@pytest.fixture(autouse=True)
def _maps_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRANCHLINE_MAPS", str(MAPS))


def test_every_saved_game_has_its_facts() -> None:
    assert {path.stem for path in GAMES.glob("*.branchline")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_saved_game_replays_to_the_same_bytes_and_is_saved_as_the_same_file(name: str, tmp_path: Path) -> None:
    game = bl.Game.load(GAMES / f"{name}.branchline")
    assert facts_of(game, as_0_1_0(game)) == EXPECTED[name]
    game.save(tmp_path / "again.branchline")
    if built_in_map(game.board.map_id):
        assert (tmp_path / "again.branchline").read_bytes() == (GAMES / f"{name}.branchline").read_bytes()


@pytest.mark.parametrize("name", [name for name in EXPECTED if name.startswith(("island", "everything"))])
def test_a_game_on_the_users_map_is_saved_again_with_its_map(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bl.Game.load(GAMES / f"{name}.branchline").save(tmp_path / "again.branchline")
    monkeypatch.delenv("BRANCHLINE_MAPS")
    game = bl.Game.load(tmp_path / "again.branchline")
    assert facts_of(game, as_0_1_0(game)) == EXPECTED[name]


@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_game_goes_on(name: str) -> None:
    game, dice = bl.Game.load(GAMES / f"{name}.branchline"), random.Random(1)
    for _ in range(20):
        if not game.over:
            game.play(dice.choice(list(game.legal)))
    assert game.over or len(game.log) == EXPECTED[name]["actions"] + 20


@pytest.mark.parametrize("name", ["uk-4", "everything-2", "usa-dealt"])
def test_the_command_line_verifies_a_saved_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(GAMES / f"{name}.branchline"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == EXPECTED[name]["actions"]
