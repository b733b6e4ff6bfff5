from __future__ import annotations

from pathlib import Path

import pytest

from branchline.rl.__main__ import main
from branchline.rl.actions import ActionSpace
from branchline.rl.games import board_of
from branchline.rl.observation import Observation, slices_of
from tests.rl.common import MAPS

PAGE = (Path(__file__).parents[2] / "docs" / "rl.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MAPS)
def test_the_page_has_the_sizes_of_every_map(name: str) -> None:
    players = range(MAPS[name].least, MAPS[name].most + 1)
    sizes = ", ".join(str(Observation(board_of(name, number)).size) for number in players)
    assert f"| {name} | {ActionSpace(board_of(name)).n} | {sizes} |" in PAGE


def test_the_page_names_every_slice() -> None:
    assert [part.name for part in slices_of(board_of("uk")) if f"`{part.name}`" not in PAGE] == []


def test_the_tables_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mini", "--players", "3"]) == 0
    said = capsys.readouterr().out
    assert "Observation: 186 numbers" in said
    assert "   13  claim Burnie–Devonport with red×1\n" in said
    assert main(["lodnon"]) == 1
    assert 'Did you mean "london"' in capsys.readouterr().err
