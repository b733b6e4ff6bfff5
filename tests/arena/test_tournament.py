"""Tournaments: every group meets, ratings follow strength, and an interrupted one is resumed from its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from branchline.arena.ratings import Placing, rate
from branchline.arena.runners.inline import InlineRunner
from branchline.arena.tournament import LOG, Folder, Plan, TournamentError, all_jobs, check_plan, play_tournament

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from branchline.arena.runners.work import Done, Work

PLAN = Plan("london", ("planner", "greedy", "random"), (2, 3), 30, 7)


class Interrupted:
    """A runner stopped by Ctrl-C after two jobs."""

    def run(self, jobs: Sequence[Work[Done]]) -> Iterator[Done]:
        yield jobs[0].perform()
        yield jobs[1].perform()
        raise KeyboardInterrupt


def test_ratings_follow_strength_and_the_order_of_jobs_does_not_matter() -> None:
    standings = play_tournament(PLAN, InlineRunner())
    assert standings.games == standings.wanted == 4 * 30
    assert [rating.bot for rating in standings.ratings] == ["planner", "greedy", "random"]
    assert {rating.games for rating in standings.ratings} == {90}
    cells = {(cell.bot, cell.against): cell for cell in standings.cells}
    assert cells["planner", "random"].rate + cells["random", "planner"].rate == pytest.approx(1)
    assert cells["planner", "greedy"].games == 60


def test_an_interrupted_tournament_is_resumed(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "cup")
    folder.open(PLAN)
    half = play_tournament(PLAN, Interrupted(), folder)
    assert 0 < half.games < half.wanted
    log = folder.path / LOG
    log.write_bytes(log.read_bytes() + b'{"job": 2, "bo')  # a line that a crash cut off
    again = Folder(tmp_path / "cup")
    plan = again.open(None)
    assert plan == PLAN
    whole = play_tournament(plan, InlineRunner(), again)
    assert whole == play_tournament(PLAN, InlineRunner())
    assert len(log.read_bytes().splitlines()) == len(all_jobs(PLAN))


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan("london", ("random", "random"), (2,), 10, 1), "listed twice"),
        (Plan("london", ("random", "greedy"), (3,), 10, 1), "at least 3 bots"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(plan: Plan, message: str) -> None:
    with pytest.raises(TournamentError, match=message):
        check_plan(plan)


def test_a_folder_of_another_tournament_is_left_alone(tmp_path: Path) -> None:
    Folder(tmp_path).open(PLAN)
    with pytest.raises(TournamentError, match="another tournament"):
        Folder(tmp_path).open(Plan("london", ("planner", "random"), (2,), 30, 7))
    with pytest.raises(TournamentError, match="no tournament"):
        Folder(tmp_path / "empty").open(None)


def test_ratings_have_intervals_that_narrow() -> None:
    few = rate(["a", "b"], [Placing(("a", "b"), (1, 2))] * 3)
    many = rate(["a", "b"], [Placing(("a", "b"), (1, 2)), Placing(("b", "a"), (1, 2))] * 50)
    width = [rating.interval[1] - rating.interval[0] for rating in (few[0], many[0])]
    assert width[1] < width[0]
