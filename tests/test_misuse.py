"""What beginners get wrong gets a sentence, not an error from deep inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import branchline

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

bl: Any = branchline
"""Untyped, because a type checker would find most of these mistakes."""


@pytest.fixture(scope="module")
def game() -> branchline.Game:
    return branchline.new_game("mini", players=2, seed=7)


@pytest.mark.parametrize(
    ("misuse", "sentence"),
    [
        (lambda _: bl.load_map(None), "A map is given by its name or the path of its file, not as None"),
        (lambda _: bl.new_game("mini", options=["nope"]), 'There is no option "nope" for Mini'),
        (lambda _: bl.simulate("mini", "planner", games=4), "Name the bots in a list"),
        (lambda _: bl.simulate("mini", [bl.bot("greedy")] * 2, games=4), "Name the bots in a list"),
        (lambda _: bl.simulate(["planner", "greedy"], "mini", games=4), "Name the bots in a list"),
        (lambda _: bl.simulate("mini", ["planner", "greedy"], games="4"), "'4' games cannot be played"),
        (lambda _: bl.tournament("mini", games=4), "Name the bots in a list"),
        (lambda _: bl.bot(None), "A bot is named by a text"),
        (lambda _: bl.bot("planner:rsk=1"), 'There is no parameter "rsk" of the bot "planner". Did you mean "risk"?'),
        (lambda game: game.view("me"), "There is no seat 'me': seats are 0 to 1, or None for a spectator"),
        (bl.explain, "A bot chooses from a view, such as game.view(game.turn), not from <Game"),
        (lambda game: bl.judge(game, "keep 1"), "A decision is judged from a view"),
        (lambda _: bl.review("evening.branchline"), "A review needs a game, not 'evening.branchline'"),
        (lambda game: game.board.completed([0], 99), "There is no ticket 99: tickets are 0 to 11 on Mini"),
        (lambda game: game.board.longest_path([99]), "Routes are given by their numbers, which are 0 to 14 on Mini"),
    ],
)
def test_a_misuse_of_the_library_gets_a_sentence(
    misuse: Callable[[branchline.Game], Any], sentence: str, game: branchline.Game
) -> None:
    with pytest.raises(bl.BranchlineError) as caught:
        misuse(game)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("place", [".", "no/such/folder/report.html"])
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_played(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from branchline.cli import run

    monkeypatch.chdir(tmp_path)
    assert run(["simulate", "--map", "mini", "--games", "1000000000", "--report", place]) == 1
    assert f"The report cannot be written to {place}" in capsys.readouterr().err


def test_a_bot_file_without_the_class_that_is_named_says_so(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(
        "class Bot:\n    def choose(self, view, legal, clock):\n        return legal[0]\n", encoding="utf-8"
    )
    with pytest.raises(bl.BranchlineError, match=r'There is no bot "Bt" in .*my_bot\.py\. Did you mean "Bot"\?'):
        bl.bot(f"{file}:Bt")


def test_a_board_describes_itself(game: branchline.Game) -> None:
    assert repr(game.board) == "<Board of Mini for 2 players: 8 cities, 15 routes, 12 tickets>"
