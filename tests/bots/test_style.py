"""How the search takes everyone to play on: a planner's style, better than that of planners as they are."""

from __future__ import annotations

from itertools import count

import msgspec
import numpy as np
import pytest

import branchline as bl
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.bot import STYLE
from branchline.bots.search.records import POOL
from branchline.engine.layout import SEATS
from tests.bots.test_search import few
from tools.tune_style import Merit, changed, climb, main, merit


@pytest.mark.parametrize(
    ("name", "games", "least"), [("usa", 2000, 0.57), ("london", 6000, 0.58), ("paris", 6000, 0.53), ("uk", 1000, 0.8)]
)
def test_the_style_wins_against_planners_as_they_are(name: str, games: int, least: float) -> None:
    assert merit(STYLE, name, 2, 0, games)[1] > least
    assert merit(PlannerParameters(), name, 2, 0, 200)[1] == pytest.approx(0.5)


def test_the_style_makes_more_points_where_it_was_tuned() -> None:
    assert merit(STYLE, "usa", 2, 0, 2000)[2] > merit(PlannerParameters(), "usa", 2, 0, 2000)[2] + 1


def test_everyone_is_taken_to_play_so() -> None:
    game, bot = bl.new_game("usa", players=3, seed=2), few(40)
    for seat in (0, 2, 1):  # one bot may be asked for every seat
        bot.choose(game.view(seat))
        settings = bot._minds[0].scratch["workspaces"]["settings"][0].reshape(POOL + 1, SEATS, -1)
        assert (settings[:, :3] == PlannerBot.numbers(STYLE)).all()


def test_climbing_finds_what_is_better_and_keeps_the_rest() -> None:
    def judge(style: PlannerParameters, first: int, games: int) -> Merit:
        luck = np.random.default_rng(first).normal(0, 0.01)  # of the deals: the same for both
        return float(luck - np.log(style.turn / 3) ** 2 - (style.noise > 0) * games), 0.0, 0.0

    steps = count()
    found = climb(PlannerParameters(), judge, lambda: next(steps) < 300, np.random.default_rng(1))
    assert found.turn == pytest.approx(3, rel=0.1)
    assert found.noise == 0


def test_a_change_is_of_a_few_settings_within_their_bounds() -> None:
    dice, style = np.random.default_rng(3), PlannerParameters(ticket_margin=100.0)
    for _ in range(200):
        other = changed(style, dice)
        names = [name for name in style.__struct_fields__ if getattr(style, name) != getattr(other, name)]
        assert len(names) <= 3
        msgspec.convert(msgspec.structs.asdict(other), PlannerParameters)  # refuses what is out of bounds


def test_the_tool_shows_its_style_on_every_map(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.tune_style.FINAL", 40)
    main(["--minutes", "0"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("found: planner:turn=")
    assert [line.split(":")[0] for line in lines[1:]] == [
        "usa, 2 players",
        "usa, 4 players",
        "london, 2 players",
        "paris, 2 players",
        "uk, 2 players",
    ]
