"""The search bot plays legally, depends only on its view, is reproducible, and beats the planner."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import branchline as bl
from branchline.arena.jobs import Job, play
from branchline.arena.match import new_match
from branchline.bots.base import BotError, Clock
from branchline.bots.search.bot import SearchBot, SearchParameters, fitted_weights
from branchline.bots.search.records import FEATURES, STAGES
from branchline.errors import BranchlineError
from tools.fit_value import Sample, fit

if TYPE_CHECKING:
    from branchline.engine.game import Game

TABLES = [("usa", 2), ("usa", 5), ("london", 3), ("paris", 4), ("uk", 2), ("uk", 4), ("mini", 2)]


def search_bot(playouts: int = 24) -> SearchBot:
    """Return a reproducible search with few playouts."""
    return SearchBot(SearchParameters(playouts=playouts, seed=4))


def game_after(name: str, players: int, moves: int, seed: int = 3) -> Game:
    """Return a game of planners after a number of moves."""
    game = bl.new_game(name, players=players, seed=seed)
    planner = bl.bot("planner")
    for _ in range(moves):
        game.play(planner.choose(game.view(game.turn)))
    return game


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_whole_game_is_legal(name: str, players: int) -> None:
    game = bl.new_game(name, players=players, seed=8)
    bots = [search_bot(12), *(bl.bot("planner") for _ in range(players - 1))]
    while not game.over:
        view = game.view(game.turn)
        action = bots[game.turn].choose(view)
        assert not view.legal.why_not(action)
        game.play(action)


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_the_choice_depends_only_on_the_view(name: str) -> None:
    for moves in (0, 9, 24):
        game = game_after(name, 2, moves)
        view = game.view(game.turn)
        chosen = search_bot().choose(view)
        for world, _ in zip(view.worlds(Random(moves)), range(3), strict=False):
            assert search_bot().choose(world.view(game.turn)) == chosen


@pytest.mark.parametrize("seed", [0, 4])
def test_an_analysis_is_reproducible_with_the_same_seed_only(seed: int) -> None:
    game = game_after("usa", 2, 30)
    first, second, other = (
        SearchBot(SearchParameters(playouts=200, seed=each)).analyze(game.view(game.turn))
        for each in (seed, seed, seed + 1)
    )
    assert first.moves == second.moves != other.moves


def test_an_analysis_has_the_expected_results_of_every_move() -> None:
    game = game_after("usa", 3, 40)
    view = game.view(game.turn)
    found = bl.explain(view, playouts=300, seed=1)
    assert found.seat == game.turn
    assert found.playouts == sum(move.visits for move in found.moves) == 300
    assert [move.visits for move in found.moves] == sorted((move.visits for move in found.moves), reverse=True)
    assert sum(move.share for move in found.moves) == pytest.approx(1.0)
    for move in found.moves:
        assert not view.legal.why_not(move.action)
        assert sum(move.wins) == pytest.approx(1.0)
        assert len(move.scores) == 3
        others = [score for seat, score in enumerate(move.scores) if seat != found.seat]
        assert move.margin == pytest.approx(move.scores[found.seat] - max(others))
        assert move.line[0] == move.action
    assert found.best == found.moves[0].action


def test_the_tree_is_reused_for_the_second_card_of_a_turn() -> None:
    game = game_after("usa", 2, 6)
    searcher = search_bot(300)
    while game.phase != "turn":
        game.play(searcher.choose(game.view(game.turn)))
    seat = game.turn
    game.play(searcher.choose(game.view(seat)))
    while game.phase != "second card" or game.turn != seat:
        game.play(searcher.choose(game.view(game.turn)))
    before = int(searcher._workers[0].tree["used"][0])
    game.play(searcher.choose(game.view(seat)))
    assert searcher._workers[0].root > 1  # the root of a new tree is 1
    assert int(searcher._workers[0].tree["used"][0]) > before


def test_threads_share_the_playouts() -> None:
    game = game_after("london", 2, 6)
    view = game.view(game.turn)
    for seed in range(1, 6):
        found = SearchBot(SearchParameters(playouts=200, threads=2, seed=seed)).analyze(view)
        assert found.playouts == 200
        assert not any(view.legal.why_not(move.action) for move in found.moves)


def test_first_tickets_are_chosen_out_of_turn() -> None:
    game = bl.new_game("usa", players=3, seed=1)
    for seat in (2, 0, 1):
        action = search_bot().choose(game.view(seat))
        assert isinstance(action, bl.Keep)
        game.play(action)
    assert game.phase == "turn"


def test_a_clock_limits_the_time_of_a_search() -> None:
    game = game_after("london", 2, 10)
    view = game.view(game.turn)
    searcher = SearchBot(SearchParameters(time=600.0))
    action = searcher.choose(view, view.legal, Clock(0.05))  # without it, the search would take ten minutes
    assert not view.legal.why_not(action)


def test_an_error_says_why_it_cannot_choose() -> None:
    game = bl.new_game("london", players=2, seed=1)
    with pytest.raises(BotError, match="spectator"):
        search_bot().choose(game.view(None))
    game.play("keep 1")
    game.play("keep 1")
    with pytest.raises(BotError, match="seat 0's turn, not seat 1's"):
        search_bot().choose(game.view(1))
    for wrong in ("search:time=0s", "search:threads=0", "search:playouts=-1", "search:horizon=x"):
        with pytest.raises(BotError, match=wrong.partition(":")[2].partition("=")[0]):
            bl.bot(wrong)


def test_explain_rejects_invalid_parameters() -> None:
    view = bl.new_game("london", players=2, seed=1).view(0)
    for wrong in ({"playouts": -1}, {"depth": 3}, {"threads": "two"}):
        with pytest.raises(BotError, match="Its parameters are time, playouts"):
            bl.explain(view, **wrong)


def test_the_search_beats_the_planner() -> None:
    match = new_match("london", ["search:playouts=200,seed=1", "planner"], 12)
    batch = play(Job(match, 0, 0, 40))
    assert batch.played.shares[batch.played.seats_of(0)].mean() > 0.5


def test_the_upper_levels_search_and_take_no_parameters() -> None:
    hard, expert = bl.bot("hard").parameters, bl.bot("expert").parameters
    assert 0 < hard.playouts < expert.playouts < 2000  # a second is about twenty thousand
    with pytest.raises(BranchlineError, match="time"):
        bl.bot("expert:time=2s")


def test_a_clock_limits_a_number_of_playouts() -> None:
    view = bl.new_game("mini", players=2, seed=3).view(0)
    search = SearchBot(SearchParameters(playouts=10**8, seed=1))
    assert search.analyze(view, Clock(0.05)).playouts < 10**6


@pytest.mark.parametrize("share", ["points", "planner_prior"])
def test_a_share_is_at_most_one(share: str) -> None:
    with pytest.raises(BranchlineError, match="<= 1"):
        bl.bot(f"search:{share}=2")


def test_the_fit_recovers_the_weights_of_the_gains() -> None:
    dice = np.random.default_rng(1)
    rows = dice.normal(size=(4000, 2, FEATURES))
    left = dice.uniform(0, 25, size=4000)
    true = dice.normal(size=FEATURES)
    found = fit([Sample(rows, rows @ true + dice.normal(size=(4000, 2)), left)])
    assert np.allclose(found.reshape(STAGES, FEATURES), true, atol=0.15)


def test_the_fitted_weights_have_the_shape_of_the_evaluation() -> None:
    assert np.array(fitted_weights().value_weights).shape == (STAGES, FEATURES)
    assert len(fitted_weights().lead_scale) == 2
    assert all(scale > 0 for scale in fitted_weights().lead_scale)


INTERRUPTED = """
import os, signal, sys, threading, time
import branchline as bl

view, player = bl.new_game("mini", players=2, seed=1).view(0), bl.bot(sys.argv[1])
worker = player._workers[0]

def interrupt():
    while worker.scratch["playouts"][0] < 10:
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    player.choose(view)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("limit", ["time=600s", "time=600s,threads=2", "playouts=1000000000"])
def test_a_search_can_be_interrupted(limit: str) -> None:
    # In a process of its own: libraries that other tests use take over the signals of this one.
    command = (sys.executable, "-c", INTERRUPTED, f"search:{limit}")
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ended.stdout == "interrupted\n", ended.stderr
