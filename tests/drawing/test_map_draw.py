"""`branchline map draw` writes boards and positions into files, and explains errors."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from branchline.boards.drawing.theme import section_keys
from branchline.cli import run
from branchline.engine.game import Game, new_game

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.boards.format.schema import Map

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game in which at least one route is claimed."""
    game = new_game("london", players=2, seed=3)
    while not any(game.routes_of(seat) for seat in range(2)):
        claims = game.legal.claims()
        game.play(next(action for action in game.legal if not claims or getattr(action, "route", None) in claims))
    path = tmp_path / "evening.branchline"
    game.save(path)
    return path


@pytest.mark.parametrize("kind", ["svg", "png", "json"])
def test_a_board_is_drawn_into_a_file(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / f"board.{kind}"
    assert run(["map", "draw", "London", "-o", str(target), "--width", "400"]) == 0
    assert "Wrote" in capsys.readouterr().out
    assert target.read_bytes()[:4] in (b"<svg", b"\x89PNG", b'{"na')


def test_a_board_is_named_after_its_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["map", "draw", "LONDON", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["file"] == "london.svg"
    assert printed["overlaps"] == 0
    assert (tmp_path / "london.svg").stat().st_size == printed["bytes"]


def test_a_position_with_a_seats_tickets(saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "position.svg"
    assert run(["map", "draw", "london", "-o", str(target), "--game", str(saved), "--player", "1"]) == 0
    root = ET.fromstring(target.read_text(encoding="utf-8"))
    held = {group.get("data-held") for group in root.iter(f"{SVG}g")} - {None}
    game = Game.load(saved)
    assert held == {str(route) for seat in range(2) for route in game.routes_of(seat)}
    labels = {group.get("aria-label") for group in root.iter(f"{SVG}g")}
    assert "Player 1" in labels
    points = [game.board.tickets[ticket].points for ticket in game.tickets_of(0)]
    assert {f"{'ABC'[index]} · {worth}" for index, worth in enumerate(points)} <= labels


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], 'There is no map "nowhere"'),
        (["london", "-o", "board.gif"], '"board.gif" must end in .svg, .png or .json'),
        (["london", "--player", "1"], "also give --game FILE"),
        (["london", "-o", "no/such/folder/board.svg"], "cannot be used"),
        (["london", "--game", "no.branchline"], "no.branchline"),
        (["london", "--theme", "postr"], 'There is no preset "postr"'),
        (["london", "--themes", "--theme", "poster"], "--themes draws an empty board in every preset"),
    ],
)
def test_errors_are_explained(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "draw", *arguments]) in (1, 2)
    assert message in capsys.readouterr().err


def test_a_game_of_another_map_or_seat_is_refused(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "draw", "paris", "--game", str(saved)]) == 1
    assert "a game on another map: draw london instead" in capsys.readouterr().err
    assert run(["map", "draw", "london", "--game", str(saved), "--player", "3"]) == 1
    assert "players 1 to 2" in capsys.readouterr().err


def test_a_score_track_shows_the_players_markers(saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "position.svg"
    assert run(["map", "draw", "london", "-o", str(target), "--game", str(saved), "--score-track"]) == 0
    root = ET.fromstring(target.read_text(encoding="utf-8"))
    track = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "score-track")
    assert len(list(track.findall(f"{SVG}rect"))) == 100
    markers = [group.get("aria-label") for group in track.iter(f"{SVG}g") if group.get("class") == "marker"]
    game = Game.load(saved)
    assert markers == [f"Player {seat + 1}: {score}" for seat, score in enumerate(game.scores)]
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert left == top == -38
    assert width == 1200 + 2 * 38
    assert height > 2 * 38


def test_a_score_of_more_than_a_hundred_goes_around_again() -> None:
    from branchline.boards.draw import PlayerMark, Position, drawing, svg
    from branchline.boards.drawing.paint.score_track import squares
    from branchline.boards.library import load_map

    board = drawing(load_map("mini").spec)
    shown = Position(players=[PlayerMark("Ada", 0, 104), PlayerMark("Bo", 1, 4), PlayerMark("Cy", 2, -3)])
    root = ET.fromstring(svg(board, shown, has_score_track=True))
    labels = {group.get("aria-label") for group in root.iter(f"{SVG}g")}
    assert {"Ada: 104", "Bo: 4", "Cy: -3", "+100", "-100"} <= labels
    assert len(squares(board.geometry.width, board.geometry.height)) == 100


def test_the_sheet_of_presets_has_all_six(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from branchline.boards import draw
    from branchline.boards.library import load_map

    board, wanted = draw.drawing(load_map("mini").spec), []

    def drawing(map_: Map, _: object) -> draw.Drawing:
        wanted.append(section_keys(map_.theme)["preset"])
        return board

    monkeypatch.setattr(draw, "drawing", drawing)
    target = tmp_path / "sheet.svg"
    assert run(["map", "draw", "mini", "--themes", "-o", str(target), "--width", "600"]) == 0
    root = ET.fromstring(target.read_text(encoding="utf-8"))
    assert len(list(root.iter(f"{SVG}image"))) == 6
    assert set(wanted) == set(draw.presets()) <= {group.get("aria-label") for group in root.iter(f"{SVG}g")}


def test_a_board_is_drawn_in_a_preset(tmp_path: Path) -> None:
    target = tmp_path / "board.json"
    assert run(["map", "draw", "mini", "--theme", "deco", "-o", str(target)]) == 0
    assert json.loads(target.read_bytes())["type"] == "deco"
