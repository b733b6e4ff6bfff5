"""Bots in files and bots as commands: good ones play, bad ones are told of or replaced."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import branchline as bl
from branchline.bots.base import BotError, Clock
from branchline.bots.external import CommandBot
from branchline.names import UnknownNameError

EXAMPLES = Path(__file__).parents[2] / "examples"


def write(folder: Path, text: str) -> Path:
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_class_of_a_file_plays(tmp_path: Path) -> None:
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
        ("Mine = 3\n", "Mine", BotError, "is no bot"),
        ("x = 1\n", "", BotError, "has none"),
        ("class Mine:\n    def __init__(self): 1 / 0\n    def choose(self): ...\n", "Mine", BotError, "cannot be made"),
    ],
)
def test_a_bad_file_is_told_with_its_line(
    tmp_path: Path, text: str, name: str, error: type[Exception], message: str
) -> None:
    file = write(tmp_path, text)
    with pytest.raises(error, match=message):
        bl.bot(f"{file}:{name}" if name else str(file))


def test_parameters_of_a_file(tmp_path: Path) -> None:
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
    "action": 'print(json.dumps({"action": m["legal"][-1]}), flush=True)',
    "nonsense": 'print("what?", flush=True)',
    "too far": 'print(json.dumps({"choice": 999}), flush=True)',
    "illegal": 'print(json.dumps({"action": "pass"}), flush=True)',
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


@pytest.mark.parametrize("answer", ["choice", "action"])
def test_a_command_is_asked(tmp_path: Path, answer: str) -> None:
    player = command(tmp_path, answer)
    game = bl.new_game("london", players=2, seed=1)
    player.start(1)
    action = player.choose(game.view(0), game.view(0).legal, Clock(20))
    player.stop()
    assert action == game.legal[0 if answer == "choice" else -1]
    assert player.mishaps == []


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


def test_a_command_that_is_not_there() -> None:
    player = bl.bot("cmd:no-such-program-anywhere")
    game = bl.new_game("london", players=2, seed=1)
    assert isinstance(player, CommandBot)
    for _ in range(7):
        assert player.choose(game.view(0)) in game.legal
    assert "cannot be started" in player.mishaps[0].why
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
