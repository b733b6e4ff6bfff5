"""The parameters of the rollout planners: stronger than the planner's defaults; and the tool that tunes them."""

from __future__ import annotations

from itertools import count

import msgspec
import numpy as np
import pytest

import branchline as bl
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.planner.card_choice import blind_value
from branchline.bots.planner.workspace import new_workspaces
from branchline.bots.search.bot import ROLLOUT_PARAMETERS, SearchBot, SearchParameters, rollout_parameters
from branchline.bots.search.records import POOL
from branchline.engine.kernel.layout import copy_states, packed
from branchline.engine.kernel.types import SEATS
from tests.bots.test_search import search_bot
from tools.tune_rollout import Merit, changed, climb, main, merit


@pytest.mark.parametrize(
    ("name", "games", "least"), [("usa", 2000, 0.57), ("london", 6000, 0.58), ("paris", 6000, 0.53), ("uk", 1000, 0.8)]
)
def test_the_rollout_planner_beats_the_default_planner(name: str, games: int, least: float) -> None:
    assert merit(ROLLOUT_PARAMETERS, name, 2, 0, games)[1] > least
    assert merit(PlannerParameters(), name, 2, 0, 200)[1] == pytest.approx(0.5)


def test_the_rollout_planner_scores_more_on_the_map_it_was_tuned_on() -> None:
    assert merit(ROLLOUT_PARAMETERS, "usa", 2, 0, 2000)[2] > merit(PlannerParameters(), "usa", 2, 0, 2000)[2] + 1


def test_every_seat_is_a_rollout_planner_in_playouts() -> None:
    game, bot = bl.new_game("usa", players=3, seed=2), search_bot(40)
    for seat in (0, 2, 1):  # one bot may choose for every seat
        bot.choose(game.view(seat))
        settings = bot._workers[0].scratch["workspaces"]["settings"][0].reshape(POOL + 1, SEATS, -1)
        assert (settings[:, :3] == PlannerBot.settings(ROLLOUT_PARAMETERS)).all()


def test_less_skilled_playouts_are_closer_to_the_planner() -> None:
    assert rollout_parameters(0) == PlannerParameters()
    assert rollout_parameters(1) == ROLLOUT_PARAMETERS
    assert PlannerParameters().spares > rollout_parameters(0.5).spares > ROLLOUT_PARAMETERS.spares
    game, bot = bl.new_game("mini", players=2, seed=2), SearchBot(SearchParameters(playouts=40, rollout_skill=0.0))
    bot.choose(game.view(0))
    settings = bot._workers[0].scratch["workspaces"]["settings"][0].reshape(POOL + 1, SEATS, -1)
    assert (settings[:, :2] == PlannerBot.settings(PlannerParameters())).all()


@pytest.mark.parametrize("name", ["usa", "paris"])
def test_the_deck_of_a_known_world_is_worth_what_counting_its_cards_gives(name: str) -> None:
    game, policy = bl.new_game(name, players=2, seed=4), bl.bot("planner")
    workspace, board = new_workspaces()[0], packed(game.board)[0]
    workspace.value[:] = np.linspace(0.1, 2.3, workspace.value.size)
    while not game.over:
        known, hidden = copy_states(game.records)[0], copy_states(game.records)[0]
        hidden.viewer = game.turn
        assert blind_value(board, known, workspace) == blind_value(board, hidden, workspace)
        game.play(policy.choose(game.view(game.turn)))


def test_hill_climbing_improves_a_setting_and_leaves_the_others() -> None:
    def judge(parameters: PlannerParameters, first: int, games: int) -> Merit:
        luck = np.random.default_rng(first).normal(0, 0.01)  # of the deals: the same for both
        return float(luck - np.log(parameters.turn / 3) ** 2 - (parameters.noise > 0) * games), 0.0, 0.0

    steps = count()
    found = climb(PlannerParameters(), judge, lambda: next(steps) < 300, np.random.default_rng(1))
    assert found.turn == pytest.approx(3, rel=0.1)
    assert found.noise == 0


def test_a_change_affects_a_few_settings_within_their_bounds() -> None:
    dice, before = np.random.default_rng(3), PlannerParameters(ticket_margin=100.0)
    for _ in range(200):
        after = changed(before, dice)
        names = [name for name in before.__struct_fields__ if getattr(before, name) != getattr(after, name)]
        assert len(names) <= 3
        msgspec.convert(msgspec.structs.asdict(after), PlannerParameters)  # raises if a value is out of bounds


def test_the_tool_reports_the_result_on_every_map(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.tune_rollout.FINAL", 40)
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
