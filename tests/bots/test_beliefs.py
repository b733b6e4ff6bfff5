"""The assumptions of the search about opponents: their tickets and their play must be close to those of planners."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.arena.jobs import Job, play
from branchline.arena.match import new_match
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.beliefs import COMPLETED, CUT_OFF, MISSING, POINTS, SHARE_USED, ticket_features_at
from branchline.bots.search.bot import ROLLOUT_PARAMETERS, fitted_weights
from branchline.bots.search.records import ALL_SAMPLES, FEATURES, POOL, RESAMPLE_EVERY, TICKET_FEATURES, new_scratch
from branchline.bots.search.training_samples import sample_positions
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.layout import pack_board, packed
from branchline.engine.kernel.trace import new_trace
from branchline.engine.kernel.types import SEATS
from branchline.engine.rules.scoring import TOTAL
from tests.bots.test_search import game_after, search_bot
from tools.fit_beliefs import Sample, fit
from tools.tune_rollout import spec_of


@pytest.mark.parametrize(("name", "players", "moves"), [("usa", 2, 90), ("london", 3, 60), ("uk", 2, 120)])
def test_the_ticket_features_describe_the_routes_of_a_seat(name: str, players: int, moves: int) -> None:
    game = game_after(name, players, moves)
    view, scratch = game.view(game.turn).record, new_scratch()
    for seat in range(players):
        ticket_features_at(packed(game.board), view, scratch, int64(seat))
        routes = game.routes_of(seat)
        assert routes
        for ticket in range(len(game.board.tickets)):
            features = scratch["ticket_features"][0][ticket]
            assert bool(features[COMPLETED]) == game.board.completed(routes, ticket)
            assert bool(features[MISSING]) == (not features[COMPLETED] and not features[CUT_OFF])
            assert 0 <= features[SHARE_USED] <= 1
        assert scratch["ticket_features"][0][: len(game.board.tickets), POINTS].mean() == pytest.approx(1)


def test_samples_contain_the_tickets_held_far_more_often_than_chance() -> None:
    hits, chance = [], []
    for seed in range(12):
        game = game_after("usa", 2, 90, seed)
        bot = search_bot(1)
        bot.choose(game.view(game.turn))
        other = 1 - game.turn
        held = int(game.view(other).record["held"][0, other])
        samples = [int(sample) for sample in bot._workers[0].scratch["samples"][0][:, other]]
        mine = int(game.view(game.turn).record["held"][0, game.turn])
        assert all(sample & mine == 0 and sample.bit_count() == held.bit_count() for sample in samples)
        hits.append(np.mean([(sample & held).bit_count() / held.bit_count() for sample in samples]))
        chance.append(held.bit_count() / (len(game.board.tickets) - mine.bit_count()))
    assert np.mean(hits) > 3 * np.mean(chance)


def test_a_long_search_replaces_its_first_samples() -> None:
    game = game_after("usa", 2, 10)
    bot, other = search_bot(1), 1 - game.turn
    bot.choose(game.view(game.turn))
    worker = bot._workers[0]
    mine = int(game.view(game.turn).record["held"][0, game.turn])
    first = worker.scratch["samples"][0].copy()
    seen = {int(sample) for sample in first[:, other]}
    for _ in range(3 * POOL):
        worker.run(packed(game.board), RESAMPLE_EVERY)
        seen |= {int(sample) for sample in worker.scratch["samples"][0][:, other]}
    last = worker.scratch["samples"][0]
    assert np.mean(last[:, other] != first[:, other]) > 0.6  # likely tickets are sampled again
    assert len(seen) > 1.5 * len(set(first[:, other].tolist()))
    assert set(last[:, game.turn].tolist()) == {mine}
    visits = worker.scratch["sample_visits"][0]
    assert visits[:POOL].sum() == visits[ALL_SAMPLES] <= worker.visits[worker.root]


def rollout_scores(parameters: PlannerParameters, games: int) -> np.ndarray[Any, Any]:
    """Return the final scores of games between rollout planners."""
    scratch, boards = new_scratch(), pack_board(bl.load_map("usa").board(2))
    scratch["workspaces"]["settings"][:] = PlannerBot.settings(parameters)
    scratch["dice"][0] = new_dice(1)
    keys = np.random.default_rng(1).integers(0, 2**32, size=(games, 1, 8), dtype=np.uint32)
    features, gains, turns_left = np.zeros((0, SEATS, FEATURES)), np.zeros((0, SEATS)), np.zeros(0)
    found = []
    for key in keys:
        sample_positions(boards, scratch, key, new_list(), new_trace(), 3, features, gains, turns_left)
        found.append(scratch["score_table"][0, :2, TOTAL].copy())
    return np.array(found)


@pytest.mark.parametrize("parameters", [PlannerParameters(), ROLLOUT_PARAMETERS])
def test_rollouts_score_like_games_of_planners(parameters: PlannerParameters) -> None:
    # A shortcut that delays claims or builds other routes misleads every playout, and shows in the scores.
    fast = rollout_scores(parameters, 2000)
    batch = play(Job(new_match("usa", [spec_of(parameters)] * 2, 1), 0, 0, 4000))
    full = batch.played.scores()
    assert abs(fast.mean() - full.mean()) < 2.5
    assert abs(fast.std() - full.std()) < 2.5


def test_the_fit_recovers_the_weights_by_which_tickets_were_held() -> None:
    dice = np.random.default_rng(2)
    true = dice.normal(size=2 * TICKET_FEATURES)
    samples = []
    for _ in range(3000):
        features = dice.normal(size=(12, 2 * TICKET_FEATURES))
        chances = np.exp(features @ true)
        held = np.zeros(12, dtype=bool)
        held[dice.choice(12, p=chances / chances.sum())] = True
        samples.append(Sample(features, held))
    assert np.allclose(fit(samples), true, atol=0.25)


def test_the_fitted_belief_weights_have_plausible_signs() -> None:
    first, last = np.array(fitted_weights().belief_weights)
    assert first.shape == last.shape == (TICKET_FEATURES,)
    for weights in (first, last):
        assert weights[COMPLETED] > 0 > weights[MISSING]
        assert weights[CUT_OFF] < 0 < weights[SHARE_USED]
