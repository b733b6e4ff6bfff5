"""`branchline map`, as people and machines use it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from branchline.cli import run
from tests.boards.valid_map import VALID_MAP, edited

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Run:
    """Runs a command line and keeps its exit code and output."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *args: str) -> None:
        self.code = run(["map", *args])
        printed = capsys.readouterr()
        self.out, self.err = printed.out, printed.err

    def json(self) -> Any:  # noqa: ANN401
        return json.loads(self.out)


def test_list_shows_every_map_and_marks_our_own(capsys: pytest.CaptureFixture[str]) -> None:
    result = Run(capsys, "list")
    rows = {row.split()[0]: row for row in result.out.splitlines() if row.strip()}
    assert result.code == 0
    assert rows["usa"].split() == ["usa", "USA", "2–5", "36", "100", "30"]
    assert rows["uk"].split() == ["uk", "United", "Kingdom", "2–4", "49", "125", "57"]
    assert rows["paris"].endswith("our own board")
    assert sum("our own board" in row for row in rows.values()) == 2


def test_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    maps = {entry["name"]: entry for entry in Run(capsys, "list", "--json").json()}
    assert maps["london"]["players"] == [2, 4]
    assert (maps["london"]["cities"], maps["london"]["routes"], maps["london"]["tickets"]) == (17, 44, 20)
    assert maps["paris"]["origin"] == "own"


def test_list_shows_the_users_own_maps_and_marks_broken_ones(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRANCHLINE_MAPS", str(tmp_path))
    (tmp_path / "corners.toml").write_text(VALID_MAP)
    (tmp_path / "broken.toml").write_text(edited(("pieces = 12", "pieces = 0")))
    (tmp_path / "binary.toml").write_bytes(b"\xff")
    rows = {row.split()[0]: row for row in Run(capsys, "list").out.splitlines()}
    assert rows["corners"].split() == ["corners", "Four", "Corners", "2–3", "5", "7", "6", "your", "map"]
    assert rows["broken"].split() == ["broken", "broken:", "branchline", "map", "check", str(tmp_path / "broken.toml")]
    assert "broken" in rows["binary"]
    listed = {entry["name"]: entry for entry in Run(capsys, "list", "--json").json()}
    assert listed["broken"] == {"name": "broken", "path": str(tmp_path / "broken.toml"), "broken": True}


def test_show_describes_the_map(capsys: pytest.CaptureFixture[str]) -> None:
    result = Run(capsys, "show", "usa").out
    assert "36 cities, 100 routes, 22 doubles, 309 spaces. 110 cards. 30 tickets worth 349 points." in result
    assert "First tickets: 3, keep at least 2. Later: 3, keep at least 1." in result
    assert "Both tracks of a double are open with 4 or more players." in result
    assert "Longest path: 10 points." in result
    assert "   4  Denver–El Paso" in result
    row = next(row for row in result.splitlines() if row.startswith("gray"))
    assert row.split()[-1] == "93"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("london", "District 2, 2 points: Piccadilly Circus, Trafalgar Square, Buckingham Palace, Big Ben."),
        ("london", "Preset reference-manual (single_draw + replacement_wild): "),
        ("paris", "Paris (our own board)"),
        ("paris", "Flag, 4 points: a kept blue, a white, a red card."),
        ("uk", "Propellers (4 ×, costs 2 wild): Ferries may be claimed."),
        ("uk", "Any 4 cards can be paid instead of a wild."),
        ("uk", "First hand: 4 cards and 1 wild. Face up: 5."),
        ("uk", "125 routes (30 of them ferries), 18 doubles"),
        ("uk", "Group France: France (west), France (east)."),
    ],
)
def test_show_describes_special_rules(capsys: pytest.CaptureFixture[str], name: str, words: str) -> None:
    assert words in Run(capsys, "show", name).out


def test_show_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    shown = Run(capsys, "show", "london", "--json").json()
    assert (shown["name"], shown["title"], shown["doubles"], shown["ticket_points"]) == ("london", "London", 9, 108)
    assert shown["routes_by_color"]["gray"] == {"1": 5, "2": 5, "3": 3, "4": 1}
    assert ["Baker Street", "Tower of London", 11] in shown["tickets"]


def test_show_of_a_broken_file_lists_its_problems(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text(edited(("pieces = 12", "pieces = 0")))
    result = Run(capsys, "show", "broken.toml")
    assert (result.code, result.out) == (1, "")
    assert "broken.toml cannot be played" in result.err
    assert "line 8: error: players, pieces: `pieces` is 0." in result.err


def test_check_of_a_valid_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "corners.toml").write_text(VALID_MAP)
    result = Run(capsys, "check", "corners.toml", "usa")
    assert (result.code, result.out) == (0, "corners.toml: ok\nusa: ok\n")


def test_check_of_a_map_with_problems(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text(edited(("pieces = 12", "pieces = 0"), ("blue = 6", "blue = 1")))
    result = Run(capsys, "check", "broken.toml")
    assert result.code == 1
    assert result.out.splitlines() == [
        "broken.toml:8: error: players, pieces: `pieces` is 0. Expected a whole number from 1 to 100.",
        (
            "broken.toml:11: warning: cards, colors: There are 6 blue spaces, but only 1 blue card. "
            "Add cards or make some of the routes gray."
        ),
        "broken.toml: 1 error, 1 warning",
    ]


def test_check_with_only_warnings_succeeds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "scarce.toml").write_text(edited(("blue = 6", "blue = 1")))
    result = Run(capsys, "check", "scarce.toml")
    assert result.code == 0
    assert result.out.splitlines()[-1] == "scarce.toml: 1 warning"


def test_check_of_files_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff")
    (tmp_path / "corners.toml").write_text(VALID_MAP)
    result = Run(capsys, "check", "binary.toml", "missing.toml", "corners.toml")
    assert result.code == 2
    assert result.out.splitlines() == [
        "binary.toml: binary.toml is not UTF-8 text (at byte 0): save it as UTF-8.",
        "missing.toml: There is no file missing.toml.",
        "corners.toml: ok",
    ]


def test_check_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text(edited(("pieces = 12", "pieces = 0")))
    result = Run(capsys, "check", "broken.toml", "missing.toml", "usa", "--json")
    broken, missing, usa = result.json()
    assert result.code == 2
    assert broken["problems"] == [
        {
            "severity": "error",
            "code": "shape",
            "where": "players, pieces",
            "line": 8,
            "message": "`pieces` is 0.",
            "fix": "Expected a whole number from 1 to 100.",
        }
    ]
    assert (broken["ok"], broken["exit"]) == (False, 1)
    assert (missing["exit"], missing["unreadable"]) == (2, "There is no file missing.toml.")
    assert usa == {"file": "usa", "ok": True, "exit": 0, "problems": []}


def test_new_writes_a_map_that_passes_the_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    result = Run(capsys, "new", "my_town")
    assert result.code == 0
    assert "branchline map check my_town.toml" in result.out
    assert Run(capsys, "check", "my_town.toml").out == "my_town.toml: ok\n"
    assert "My Town (your map)" in Run(capsys, "show", "my_town.toml").out
    assert (tmp_path / "my_town.toml").is_file()


def test_new_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys, "new", "town", "--json").json() == {"path": "town.toml"}


def test_new_never_overwrites_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    Run(capsys, "new", "my_town")
    result = Run(capsys, "new", "my_town")
    assert (result.code, result.out) == (1, "")
    assert result.err == "branchline: my_town.toml already exists: choose another name, or move the file.\n"
