"""What the search takes others to hold and to do: it must be near what planners really hold and do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.arena.match import Job, new_match, play
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.beliefs import CUT_OFF, MADE, MISSING, POINTS, USED, clues_to_tickets
from branchline.bots.search.bot import STYLE, fitted
from branchline.bots.search.records import CLUES, POOL, RENEWED, new_scratch
from branchline.bots.search.samples import sample_games
from branchline.engine.bits import int64
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.layout import SEATS, pack_board, packed
from branchline.engine.rules.scoring import TOTAL
from branchline.engine.trace import new_trace
from tests.bots.test_search import few, later
from tools.fit_beliefs import Sight, fit
from tools.tune_style import spec_of


@pytest.mark.parametrize(("name", "players", "moves"), [("usa", 2, 90), ("london", 3, 60), ("uk", 2, 120)])
def test_the_clues_are_what_a_seat_has_built(name: str, players: int, moves: int) -> None:
    game = later(name, players, moves)
    view, scratch = game.view(game.turn).record, new_scratch()
    for seat in range(players):
        clues_to_tickets(packed(game.board), view, scratch, int64(seat))
        built = game.routes_of(seat)
        assert built
        for ticket in range(len(game.board.tickets)):
            clues = scratch["clues"][0][ticket]
            assert bool(clues[MADE]) == game.board.completed(built, ticket)
            assert bool(clues[MISSING]) == (not clues[MADE] and not clues[CUT_OFF])
            assert 0 <= clues[USED] <= 1
        assert scratch["clues"][0][: len(game.board.tickets), POINTS].mean() == pytest.approx(1)


def test_the_tickets_held_are_guessed_far_more_often_than_blindly() -> None:
    hits, blind = [], []
    for seed in range(12):
        game = later("usa", 2, 90, seed)
        bot = few(1)
        bot.choose(game.view(game.turn))
        other = 1 - game.turn
        held = int(game.view(other).record["held"][0, other])
        guesses = [int(guess) for guess in bot._minds[0].scratch["guesses"][0][:, other]]
        mine = int(game.view(game.turn).record["held"][0, game.turn])
        assert all(guess & mine == 0 and guess.bit_count() == held.bit_count() for guess in guesses)
        hits.append(np.mean([(guess & held).bit_count() / held.bit_count() for guess in guesses]))
        blind.append(held.bit_count() / (len(game.board.tickets) - mine.bit_count()))
    assert np.mean(hits) > 3 * np.mean(blind)


def test_a_long_search_does_not_rest_on_its_first_guesses() -> None:
    game = later("usa", 2, 10)
    bot, other = few(1), 1 - game.turn
    bot.choose(game.view(game.turn))
    mind = bot._minds[0]
    mine = int(game.view(game.turn).record["held"][0, game.turn])
    first = mind.scratch["guesses"][0].copy()
    seen = {int(guess) for guess in first[:, other]}
    for _ in range(3 * POOL):
        mind.think(packed(game.board), RENEWED)
        seen |= {int(guess) for guess in mind.scratch["guesses"][0][:, other]}
    later_on = mind.scratch["guesses"][0]
    assert np.mean(later_on[:, other] != first[:, other]) > 0.6  # likely ones come again
    assert len(seen) > 1.5 * len(set(first[:, other].tolist()))
    assert set(later_on[:, game.turn].tolist()) == {mine}
    visits = mind.scratch["guess_visits"][0]
    assert visits[:POOL].sum() == visits[POOL] <= mind.visits[mind.root]


def totals_in_haste(style: PlannerParameters, games: int) -> Any:  # noqa: ANN401 (an array)
    """The final scores of games that planners in haste play, as in playouts."""
    scratch, boards = new_scratch(), pack_board(bl.load_map("usa").board(2))
    scratch["workspaces"]["settings"][:] = PlannerBot.numbers(style)
    scratch["dice"][0] = new_dice(1)
    keys = np.random.default_rng(1).integers(0, 2**32, size=(games, 1, 8), dtype=np.uint32)
    rows, gains, left = np.zeros((0, SEATS, 20)), np.zeros((0, SEATS)), np.zeros(0)
    found = []
    for key in keys:
        sample_games(boards, scratch, key, new_list(), new_trace(), 3, rows, gains, left)
        found.append(scratch["table"][0, :2, TOTAL].copy())
    return np.array(found)


@pytest.mark.parametrize("style", [PlannerParameters(), STYLE])
def test_planners_in_haste_play_the_game_that_planners_play(style: PlannerParameters) -> None:
    # A shortcut that makes them wait, or build other routes, misleads every playout: scores show it.
    hasty = totals_in_haste(style, 2000)
    batch = play(Job(new_match("usa", [spec_of(style)] * 2, 1), 0, 0, 4000))
    real = batch.tables[:, :2, TOTAL]
    assert abs(hasty.mean() - real.mean()) < 2.5
    assert abs(hasty.std() - real.std()) < 2.5


def test_the_fit_finds_the_weights_by_which_tickets_were_held() -> None:
    dice = np.random.default_rng(2)
    true = dice.normal(size=2 * CLUES)
    sights = []
    for _ in range(3000):
        clues = dice.normal(size=(12, 2 * CLUES))
        chances = np.exp(clues @ true)
        held = np.zeros(12, dtype=bool)
        held[dice.choice(12, p=chances / chances.sum())] = True
        sights.append(Sight(clues, held))
    assert np.allclose(fit(sights), true, atol=0.25)


def test_the_fitted_hunches_have_their_shape_and_sense() -> None:
    first, last = np.array(fitted().hunches)
    assert first.shape == last.shape == (CLUES,)
    for weights in (first, last):
        assert weights[MADE] > 0 > weights[MISSING]
        assert weights[CUT_OFF] < 0 < weights[USED]
