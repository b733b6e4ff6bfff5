"""What a planner claims and collects for: the settings that say how much beside its plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import branchline as bl
from branchline.bots.planner.bot import PlannerBot
from branchline.engine.actions import Claim, Draw

if TYPE_CHECKING:
    from collections.abc import Iterator

MAPS = ["usa", "london", "paris", "uk"]


def choices(name: str, spec: str, games: int = 3) -> Iterator[tuple[Any, Any, Any]]:
    """Yield what a planner chose in every turn but the last ones, with its desk and the view."""
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
    """Tell whether a route is of the plan, or the better track of a double that is."""
    return route in workspace["targets"][: int(workspace["planned_count"])]


def claimed_beside_plan(name: str, spec: str) -> list[int]:
    """Return the places among the routes beside the plan, the best first, of those that were claimed."""
    places = []
    for action, workspace, _ in choices(name, spec):
        planned, targets = int(workspace["planned_count"]), int(workspace["target_count"])
        found = workspace["targets"][planned:targets].tolist()
        if isinstance(action, Claim) and action.route in found:
            places.append(found.index(action.route))
    return places


@pytest.mark.parametrize("name", MAPS)
def test_no_more_routes_are_collected_for_than_wanted(name: str) -> None:
    for number in (1, 4):
        spec = f"planner:spares={number}"
        beside = [
            int(workspace["target_count"] - workspace["planned_count"]) for _, workspace, _ in choices(name, spec)
        ]
        assert max(beside) == number


@pytest.mark.parametrize("name", MAPS)
def test_only_the_best_of_them_are_claimed(name: str) -> None:
    assert max(claimed_beside_plan(name, "planner")) > 0
    assert set(claimed_beside_plan(name, "planner:best_spares=1")) == {0}


@pytest.mark.parametrize("name", ["usa", "london", "paris"])
def test_a_plan_with_no_turns_to_spare_comes_first(name: str) -> None:
    def others(spec: str) -> int:
        """Count the claims beside a plan that has fewer than two turns to spare."""
        return sum(
            isinstance(action, Claim) and not is_planned(workspace, action.route)
            for action, workspace, _ in choices(name, spec, games=20)
            if workspace["planned_count"] and workspace["slack"] < 2
        )

    assert others("planner") > 0
    assert others("planner:rush=2") == 0


def test_turns_to_spare_are_those_left_less_the_plans_claims_and_draws() -> None:
    for _, workspace, view in choices("usa", "planner"):
        planned = int(workspace["planned_count"])
        lacking = int(workspace["target_missing"][:planned].sum()) - view.record[0].hands[view.seat][8]
        assert workspace["slack"] == int(workspace["turns_left"]) - planned - max(0, lacking) / 2


def test_a_pressed_plan_makes_wilds_worth_more() -> None:
    dull, keen = bl.bot("planner:rush=2"), bl.bot("planner:rush=2,rush_wilds=3")
    assert isinstance(dull, PlannerBot)
    assert isinstance(keen, PlannerBot)
    pressed = 0
    for action, _, view in choices("usa", "planner:rush=2", games=20):
        if isinstance(action, Draw):
            dull.choose(view)
            keen.choose(view)
            few = dull.workspace[0]["planned_count"] > 0 and dull.workspace[0]["slack"] < 2
            pressed += few
            assert keen.workspace[0]["value"][8] == pytest.approx((3 if few else 1) * dull.workspace[0]["value"][8])
    assert pressed > 0


def test_wilds_are_saved_until_few_enough_turns_are_left() -> None:
    saving, spending = bl.bot("planner:hurry=3"), bl.bot("planner:hurry=8")
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
