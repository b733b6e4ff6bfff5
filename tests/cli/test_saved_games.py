"""`branchline replay` and `branchline verify`, with good files and bad."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

import branchline as bl
from branchline.boards.library import load_map
from branchline.cli import run
from branchline.engine.errors import BrokenSave
from branchline.server.live.imports import read_finished_game

GOLDEN = Path(__file__).parents[1] / "golden"
PARIS = GOLDEN / "paris.branchline"


def test_replay_prints_the_game_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(PARIS)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Paris: Ada, Ben, Cy, Di (no options)\n")
    assert printed.endswith((GOLDEN / "paris.txt").read_text(encoding="utf-8"))


def test_replay_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--json", str(PARIS)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["map"], data["names"], data["over"]) == ("paris", ["Ada", "Ben", "Cy", "Di"], True)
    assert data["moves"][0]["action"] is None
    assert data["moves"][1]["action"].startswith("keep")
    assert data["result"]["winners"]


def test_replay_of_an_unfinished_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bl.new_game("london", seed=1).save(tmp_path / "new.branchline")
    assert run(["replay", str(tmp_path / "new.branchline")]) == 0
    assert capsys.readouterr().out.endswith("The game is not over: Player 1 is to move, first tickets.\n")


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_verify_a_good_file(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(GOLDEN / f"{name}.branchline")]) == 0
    printed = capsys.readouterr().out
    assert "all of them legal" in printed
    assert "The seed matches the commitment" in printed
    game = bl.Game.load(GOLDEN / f"{name}.branchline")
    assert f"{game.names[game.result.winners[0]]} won, by " in printed


def test_verify_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(PARIS), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"] is True
    assert "won by" in data["result"]


@pytest.mark.parametrize("verb", ["replay", "verify"])
@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("rules: 1", "rules: 7", 2),
        ("\ntickets\n", "\ndraw deck\n", None),
        ("won by", "won  by", None),
        ("commitment: ", "commitment: 0", 8),
        ("names: Ada", "names: Eve", None),
        ("end: ", "END: ", None),
    ],
)
def test_an_edited_file_is_refused_with_its_line(
    verb: str, old: str, new: str, line: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PARIS.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "edited.branchline"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert run([verb, str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"edited.branchline, line {line or ''}" in printed.err
    assert "Traceback" not in printed.err


@pytest.mark.parametrize("verb", ["replay", "verify"])
@pytest.mark.parametrize("data", [b"", b"\xff\x00", b"hello\n", b"x" * 5_000_000])
def test_a_foreign_file_is_refused(verb: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(data)
    assert run([verb, str(path)]) == 2
    assert "not a saved game" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["replay", "verify"])
def test_no_such_file(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([verb, str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err
    assert run([verb, str(tmp_path)]) == 2
    assert run([verb]) == 2
    assert "FILE" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["replay", "verify"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("players: 4", "players: " + "9" * 5000),
        ("players: 4", "players: ²"),
        ("names: ", "names: " + "x" * 50),
        ("\ntickets\n", "\nclaim " + "-" * 120_000 + "\n"),
        ("\ntickets\n", "\nkeep " + "9" * 300 + "\n"),
        ("\n\n", "\n" * 6000),
    ],
)
def test_a_hostile_file_is_refused_in_one_sentence(
    verb: str, old: str, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hostile.branchline"
    file.write_text(PARIS.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert run([verb, str(file)]) == 2
    error = capsys.readouterr().err
    assert "Traceback" not in error
    assert "hostile.branchline" in error
    assert len(error) < 800


@pytest.mark.parametrize("verb", ["replay", "verify"])
def test_a_pipe_is_not_waited_for(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert run([verb, str(tmp_path / "pipe")]) == 2
    assert "not a regular file" in capsys.readouterr().err
    assert run(["map", "check", str(tmp_path / "pipe")]) == 2
    assert "not a regular file" in capsys.readouterr().out


def test_a_saved_game_cannot_name_a_file_to_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "hush"\n', encoding="utf-8")
    file = tmp_path / "curious.branchline"
    file.write_text(PARIS.read_text(encoding="utf-8").replace("map: paris ", f"map: {secret} "), encoding="utf-8")
    assert run(["verify", str(file)]) == 2
    error = capsys.readouterr().err
    assert "There is no map" in error
    assert "hush" not in error


# ---- games on maps that are not built in -------------------------------------------------------


@pytest.fixture
def own_map(tmp_path: Path) -> Path:
    path = tmp_path / "my town.toml"
    text = load_map("mini").text
    path.write_text(text.replace("[scoring]", "[scoring]\nlongest_path = 7", 1), encoding="utf-8")
    assert load_map(path).spec.scoring.longest_path == 7
    return path


def saved_on(own_map: Path) -> Path:
    file = own_map.with_name("evening.branchline")
    bl.new_game(own_map, players=2, seed=7).save(file)
    return file


@pytest.mark.parametrize("verb", ["replay", "verify"])
def test_a_game_on_a_map_of_ones_own_can_be_read_when_the_map_is_gone(verb: str, own_map: Path) -> None:
    file = saved_on(own_map)
    game = bl.new_game(own_map, players=2, seed=7)
    own_map.unlink()
    assert run([verb, str(file)]) == 0
    loaded = bl.Game.load(file)
    assert loaded.to_bytes() == game.to_bytes()
    assert loaded.board.spec == game.board.spec
    loaded.save(file.with_name("again.branchline"))
    assert file.with_name("again.branchline").read_bytes() == file.read_bytes()


def test_the_position_of_a_game_on_a_map_of_ones_own_can_be_drawn(own_map: Path, tmp_path: Path) -> None:
    target = tmp_path / "position.json"
    assert run(["map", "draw", str(own_map), "--game", str(saved_on(own_map)), "-o", str(target)]) == 0
    assert target.exists()


def test_a_saved_game_is_drawn_on_the_map_that_it_describes(own_map: Path, tmp_path: Path) -> None:
    file, target = saved_on(own_map), tmp_path / "position.svg"
    own_map.unlink()
    assert run(["map", "draw", "--game", str(file), "-o", str(target)]) == 0
    assert target.exists()


@pytest.mark.parametrize("verb", ["replay", "verify"])
def test_an_old_save_without_its_map_needs_the_file(
    verb: str, own_map: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved_on(own_map)
    lines = [line for line in file.read_text(encoding="utf-8").split("\n") if not line.startswith("|")]
    body = "\n".join(["Branchline game 1", *lines[1:-2]]) + "\n"
    checksum = hashlib.sha256(body.encode()).hexdigest()[:16]
    file.write_text(f"{body}end: 0 actions {checksum}\n", encoding="utf-8")
    assert run([verb, str(file)]) == 2
    assert "--map" in capsys.readouterr().err
    assert run([verb, str(file), "--map", str(own_map)]) == 0
    assert run([verb, str(file), "--map", "usa"]) == 2
    assert "is not the map of this game" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [("longest_path = 7", "longest_path = 8", "the map was changed"), ("least = 2", "least = x", "cannot be played")],
)
def test_a_changed_map_is_refused(
    before: str, after: str, reason: str, own_map: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved_on(own_map)
    file.write_text(file.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    assert run(["verify", str(file)]) == 2
    assert reason in capsys.readouterr().err


def test_a_server_reads_no_map_from_a_saved_game(own_map: Path) -> None:
    text = saved_on(own_map).read_text(encoding="utf-8")
    with pytest.raises(BrokenSave, match="There is no map"):
        read_finished_game(text)
    with pytest.raises(BrokenSave, match="not the one this game was played on"):
        read_finished_game(text.replace("map: my town", "map: mini"))
