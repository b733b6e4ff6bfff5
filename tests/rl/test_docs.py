from __future__ import annotations

import re
from pathlib import Path

import pytest

from branchline.rl.__main__ import main
from branchline.rl.encoding.actions import ActionSpace
from branchline.rl.encoding.observation import ObservationLayout, slices_of
from branchline.rl.games import board_of
from branchline.rl.registration import environment_id
from tests.rl.common import MAPS, MAY_WARN

PAGE = (Path(__file__).parents[2] / "docs" / "rl.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("name", MAPS)
def test_the_page_has_the_sizes_of_every_map(name: str) -> None:
    players = range(MAPS[name].least, MAPS[name].most + 1)
    sizes = ", ".join(str(ObservationLayout(board_of(name, number)).size) for number in players)
    assert f"| {name} | {ActionSpace(board_of(name)).n} | {sizes} |" in PAGE
    assert environment_id(name).removeprefix("branchline/") in PAGE


def test_the_page_has_every_slice_with_its_sizes() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("| ")]
    head = next(row for row in rows if row[0] == "slice")
    assert set(head[2:-1]) == set(MAPS)
    slices = {name: slices_of(board_of(name, 2)) for name in MAPS}
    for place, part in enumerate(slices["usa"]):
        row = next(row for row in rows if row[0] == f"`{part.name}`")
        for name, shown in zip(head[2:-1], row[2:-1], strict=True):
            assert shown == str(slices[name][place].size or "–"), (part.name, name)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
@pytest.mark.filterwarnings(MAY_WARN[-1])
def test_the_programs_of_the_page_run(number: int) -> None:
    exec(compile(PROGRAMS[number], f"docs/rl.md, program {number}", "exec"), {})


def test_the_tables_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mini", "--players", "3"]) == 0
    printed = capsys.readouterr().out
    assert "Observation: 186 numbers" in printed
    assert "   13  claim Burnie–Devonport with red×1\n" in printed
    assert main(["lodnon"]) == 1
    assert 'Did you mean "london"' in capsys.readouterr().err
