"""The routes that a planner collects for and claims, and the settings that control the spare ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import branchline as bl
from branchline.boards.board import WILD
from branchline.bots.planner.bot import PlannerBot
from branchline.engine.actions import Claim, Draw

if TYPE_CHECKING:
    from collections.abc import Iterator

MAPS = ["usa", "london", "paris", "uk"]


def choices(name: str, spec: str, games: int = 3) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the choice of a planner in every turn before the last round, with its workspace and the view."""
    for seed in range(games):
        game, bots = bl.new_game(name, players=2, seed=seed), [bl.bot(spec), bl.bot(spec)]
        while not game.over:
            view, bot = game.view(game.turn), bots[game.turn]
            assert isinstance(bot, PlannerBot)
            action = bot.choose(view)
            if view.phase == "turn" and not view.last_round:
                yield action, bot.workspace[0], view
            game.play(action)


def is_planned(workspace: Any, route: int) -> bool:  # noqa: ANN401 (a record)
    """Return whether a route, or its twin, is planned."""
    return route in workspace["targets"][: int(workspace["planned_count"])]


def claimed_spares(name: str, spec: str, games: int = 3) -> list[int]:
    """Return the rank among the spare targets, best first, of every one that was claimed."""
    ranks = []
    for action, workspace, _ in choices(name, spec, games):
        planned, targets = int(workspace["planned_count"]), int(workspace["target_count"])
        spares = workspace["targets"][planned:targets].tolist()
        if isinstance(action, Claim) and action.route in spares:
            ranks.append(spares.index(action.route))
    return ranks


@pytest.mark.parametrize("name", MAPS)
def test_the_number_of_spare_targets_is_limited(name: str) -> None:
    for number in (1, 4):
        spec = f"planner:spares={number}"
        counts = [
            int(workspace["target_count"] - workspace["planned_count"]) for _, workspace, _ in choices(name, spec)
        ]
        assert max(counts) == number


@pytest.mark.parametrize("name", MAPS)
def test_only_the_best_spare_targets_are_claimed(name: str) -> None:
    assert max(claimed_spares(name, "planner")) > 0
    assert set(claimed_spares(name, "planner:best_spares=1")) == {0}


@pytest.mark.parametrize("name", MAPS)
def test_a_fraction_of_the_best_spares_is_the_share_of_turns_with_one_more(name: str) -> None:
    fewer, between, more = (
        len([rank for rank in claimed_spares(name, f"planner:best_spares={number}", games=20) if rank])
        for number in (1, 1.5, 2)
    )
    assert 0 == fewer < between < more


@pytest.mark.parametrize("name", ["usa", "london", "paris"])
def test_a_pressed_plan_comes_first(name: str) -> None:
    def others(spec: str) -> int:
        """Count the claims outside the plan while it has fewer than two turns to spare."""
        return sum(
            isinstance(action, Claim) and not is_planned(workspace, action.route)
            for action, workspace, _ in choices(name, spec, games=20)
            if workspace["planned_count"] and workspace["slack"] < 2
        )

    assert others("planner") > 0
    assert others("planner:time_pressure=2") == 0


def test_the_slack_is_the_turns_left_less_those_of_the_plan() -> None:
    for _, workspace, view in choices("usa", "planner"):
        planned = int(workspace["planned_count"])
        lacking = int(workspace["target_missing"][:planned].sum()) - view.record[0].hands[view.seat][WILD]
        assert workspace["slack"] == int(workspace["turns_left"]) - planned - max(0, lacking) / 2


def test_a_pressed_plan_raises_the_value_of_wilds() -> None:
    low, high = bl.bot("planner:time_pressure=2"), bl.bot("planner:time_pressure=2,time_pressure_wilds=3")
    assert isinstance(low, PlannerBot)
    assert isinstance(high, PlannerBot)
    pressed = 0
    for action, _, view in choices("usa", "planner:time_pressure=2", games=20):
        if isinstance(action, Draw):
            low.choose(view)
            high.choose(view)
            is_pressed = low.workspace[0]["planned_count"] > 0 and low.workspace[0]["slack"] < 2
            pressed += is_pressed
            factor = 3 if is_pressed else 1
            assert high.workspace[0]["value"][WILD] == pytest.approx(factor * low.workspace[0]["value"][WILD])
    assert pressed > 0


def test_wilds_are_saved_until_few_turns_are_left() -> None:
    saving, spending = bl.bot("planner:wild_saving_turns=3"), bl.bot("planner:wild_saving_turns=8")
    assert isinstance(saving, PlannerBot)
    differed = 0
    for _, _, view in choices("usa", "planner", games=20):
        saved, spent = saving.choose(view), spending.choose(view)
        if saved != spent:
            differed += 1
            assert 3 < saving.workspace[0]["turns_left"] <= 8
            assert isinstance(spent, Claim)
            assert spent.cards.get("wild", 0) > 0
    assert differed > 0
