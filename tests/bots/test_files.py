"""Bots in files and bots as commands: good ones play, bad ones are reported or replaced."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import msgspec
import pytest

import branchline as bl
from branchline.boards.map_facts import facts_of
from branchline.bots.base import BotError, Clock
from branchline.bots.external import CommandBot
from branchline.engine.actions import notation
from branchline.names import UnknownNameError
from branchline.server.live import records as r
from branchline.server.projection.state import Viewer
from tests.server.test_leak import new_match, state_values

EXAMPLES = Path(__file__).parents[2] / "examples"


def write(folder: Path, text: str) -> Path:
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_class_in_a_file_plays(tmp_path: Path) -> None:
    file = write(tmp_path, "class Mine:\n    def choose(self, view, legal, clock):\n        return legal[0]\n")
    game = bl.new_game("london", players=2, seed=1)
    for spec in (f"{file}:Mine", str(file)):
        game.play(bl.bot(spec).choose(game.view(game.turn)))
    assert game.phase == "turn"


@pytest.mark.parametrize(
    ("text", "name", "error", "message"),
    [
        ("class Mine:\n    def choose(self, view\n", "Mine", BotError, r"mine.py, line 2"),
        ("1 / 0\n", "Mine", BotError, r"ZeroDivisionError.*mine.py, line 1"),
        ("class Mine:\n    def choose(self): ...\n", "Mien", UnknownNameError, 'Did you mean "Mine"'),
        ("Mine = 3\n", "Mine", BotError, "is not a bot"),
        ("x = 1\n", "", BotError, "Found: none"),
        (
            "class Mine:\n    def __init__(self): 1 / 0\n    def choose(self): ...\n",
            "Mine",
            BotError,
            "cannot be created",
        ),
    ],
)
def test_an_error_in_a_file_names_its_line(
    tmp_path: Path, text: str, name: str, error: type[Exception], message: str
) -> None:
    file = write(tmp_path, text)
    with pytest.raises(error, match=message):
        bl.bot(f"{file}:{name}" if name else str(file))


def test_a_class_in_a_file_takes_parameters(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "import msgspec\nclass P(msgspec.Struct):\n    depth: int = 2\n"
        "class Mine:\n    Parameters = P\n    def __init__(self, p): self.p = p\n"
        "    def choose(self, view, legal, clock): return legal[self.p.depth - 2]\n",
    )
    game = bl.new_game("london", players=2, seed=1)
    assert bl.bot(f"{file}:Mine:depth=3").choose(game.view(0)) == game.legal[1]
    with pytest.raises(BotError, match="depth=deep"):
        bl.bot(f"{file}:Mine:depth=deep")


# ---- commands ----------------------------------------------------------------------------------

ANSWERS = {
    "choice": 'print(json.dumps({"choice": 0}), flush=True)',
    "text": 'print(json.dumps({"text": m["actions"][-1]}), flush=True)',
    "action": 'print(json.dumps({"action": {"action": "keep", "tickets": [0, 1]}}), flush=True)',
    "nonsense": 'print("what?", flush=True)',
    "too far": 'print(json.dumps({"choice": 999}), flush=True)',
    "illegal": 'print(json.dumps({"text": "pass"}), flush=True)',
    "death": "sys.exit(3)",
    "silence": "time.sleep(60)",
}


def command(tmp_path: Path, answer: str) -> CommandBot:
    file = write(
        tmp_path,
        "import json, sys, time\nfor line in sys.stdin:\n    m = json.loads(line)\n"
        f"    if m['type'] == 'choose':\n        {ANSWERS[answer]}\n",
    )
    made = bl.bot(f"cmd:{sys.executable} {file}")
    assert isinstance(made, CommandBot)
    return made


@pytest.mark.parametrize(("answer", "expected"), [("choice", 0), ("text", -1), ("action", -1)])
def test_a_command_is_asked(tmp_path: Path, answer: str, expected: int) -> None:
    player = command(tmp_path, answer)
    game = bl.new_game("london", players=2, seed=1)
    player.start(1)
    action = player.choose(game.view(0), game.view(0).legal, Clock(20))
    player.stop()
    assert action == game.legal[expected]
    assert player.mishaps == []


def test_a_command_gets_the_facts_and_the_state_of_a_browser(tmp_path: Path) -> None:
    """A browser gets the same names with the same values, and more about the table."""
    lines = tmp_path / "lines.jsonl"
    file = write(
        tmp_path,
        f"import sys\nwith open({str(lines)!r}, 'w') as file:\n    for line in sys.stdin:\n"
        "        print(line, end='', file=file, flush=True)\n"
        "        if '\"choose\"' in line: print('{\"choice\": 0}', flush=True)\n",
    )
    match = new_match("paris", 2, [])
    player = bl.bot(f"cmd:{sys.executable} {file}")
    player.start(1)
    for _ in range(8):
        seat, view = match.playing.turn, match.view(match.playing.turn)
        browser = state_values(match, Viewer(seat))
        code = view.code_of(player.choose(view, view.legal, Clock(20)))
        asked = json.loads(lines.read_text(encoding="utf-8").splitlines()[-1])
        assert asked["actions"] == [notation(view.board, action) for action in view.legal]
        for number, shown in asked["state"].pop("seats").items():
            assert shown.items() <= browser["seats"][number].items()
        assert asked["state"].items() <= browser.items()
        match.apply(match.seq + 1, 1.0, None, r.Acted(seat, code))
    player.stop()
    start = json.loads(lines.read_text(encoding="utf-8").splitlines()[0])
    facts = msgspec.to_builtins(facts_of("paris", start["facts"]["hash"], match.board.spec))
    assert (start["you"], start["seed"], start["facts"]) == (0, 1, facts)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("nonsense", "not understood: what"),
        ("too far", "999 of"),
        ("illegal", 'answered "pass"'),
        ("death", "it has ended"),
        ("silence", "no answer within"),
    ],
)
def test_a_failing_command_is_replaced_for_the_move(tmp_path: Path, answer: str, why: str) -> None:
    player = command(tmp_path, answer)
    game = bl.new_game("london", players=2, seed=1)
    player.start(1)
    clock = Clock(0.3 if answer == "silence" else 20)
    for _ in range(2):
        assert player.choose(game.view(0), game.view(0).legal, clock) in game.legal
    player.stop()
    assert [why in mishap.why for mishap in player.mishaps] == [True, True]


def test_a_command_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BotError, match='no program "no-such-program-anywhere"'):
        bl.bot("cmd:no-such-program-anywhere --fast")
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    with pytest.raises(BotError, match="no program"):
        bl.bot(f"cmd:{program}")  # it may not be executed
    program.chmod(0o755)
    player, game = bl.bot(f"cmd:{program}"), bl.new_game("london", players=2, seed=1)
    program.unlink()
    with pytest.raises(BotError, match="cannot be started"):
        player.choose(game.view(0))


def test_a_command_that_fails_too_often_is_not_asked_again(tmp_path: Path) -> None:
    player = command(tmp_path, "death")
    game = bl.new_game("london", players=2, seed=1)
    player.start(1)
    for _ in range(7):
        assert player.choose(game.view(0)) in game.legal
    player.stop()
    assert "not asked again" in player.mishaps[-1].why


# ---- the examples ------------------------------------------------------------------------------


def test_the_first_bot_beats_random() -> None:
    from branchline.arena.match import new_match
    from branchline.arena.simulation import simulate

    results = simulate(new_match("london", [f"{EXAMPLES / 'my_first_bot.py'}:MyFirstBot", "random"], 1), 30)
    assert not results.problem
    assert results.summary().bots[0].win_rate > 0.7


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not here")
def test_the_example_in_another_language_beats_random() -> None:
    from branchline.arena.match import new_match
    from branchline.arena.simulation import simulate

    match = new_match("london", [f"cmd:node {EXAMPLES / 'stdio_bot.mjs'}", "random"], 1, clock=30)
    results = simulate(match, 6)
    assert results.mishaps == []
    assert results.summary().bots[0].win_rate > 0.6
