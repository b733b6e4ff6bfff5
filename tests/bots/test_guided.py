"""The guided bot: the search with a network, which depends only on its view and is the plain search without it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

import branchline as bl
from branchline.bots.base import BotError
from branchline.bots.guided.bot import GuidedBot, GuidedParameters, GuidedWorker
from branchline.bots.search.bot import SearchBot, SearchParameters

if TYPE_CHECKING:
    from branchline.engine.game import Game


def guided_bot(playouts: int = 24) -> GuidedBot:
    """Return a reproducible guided search with few playouts."""
    return GuidedBot(GuidedParameters(playouts=playouts, seed=4))


def game_after(name: str, players: int, moves: int, seed: int = 3) -> Game:
    """Return a game of planners after a number of moves."""
    game = bl.new_game(name, players=players, seed=seed)
    planner = bl.bot("planner")
    for _ in range(moves):
        game.play(planner.choose(game.view(game.turn)))
    return game


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("london", 3), ("paris", 4), ("uk", 2), ("mini", 2)])
def test_a_whole_game_is_legal(name: str, players: int) -> None:
    game = bl.new_game(name, players=players, seed=8)
    bots = [guided_bot(12), *(bl.bot("planner") for _ in range(players - 1))]
    while not game.over:
        view = game.view(game.turn)
        action = bots[game.turn].choose(view)
        assert not view.legal.why_not(action)
        game.play(action)


@pytest.mark.parametrize("name", ["usa", "uk"])
def test_the_choice_depends_only_on_the_view(name: str) -> None:
    for moves in (0, 9, 24):
        game = game_after(name, 2, moves)
        view = game.view(game.turn)
        chosen = guided_bot().choose(view)
        for world, _ in zip(view.worlds(Random(moves)), range(2), strict=False):
            assert guided_bot().choose(world.view(game.turn)) == chosen


@pytest.mark.parametrize(("name", "moves"), [("usa", 20), ("uk", 30)])
def test_without_its_network_it_is_the_search(name: str, moves: int) -> None:
    game = game_after(name, 2, moves)
    view = game.view(game.turn)
    alone = GuidedBot(GuidedParameters(playouts=150, seed=1, network_prior=0, advice=0, network_turns=0))
    plain = SearchBot(SearchParameters(playouts=150, seed=1))
    guided = GuidedBot(GuidedParameters(playouts=150, seed=1))
    without = [msgspec.structs.replace(move, prediction=None) for move in alone.analyze(view).moves]
    assert without == plain.analyze(view).moves
    assert [move.scores for move in guided.analyze(view).moves] != [move.scores for move in without]


def test_the_prior_of_the_network_is_added_to_that_of_the_planner() -> None:
    game = game_after("usa", 2, 40)
    view = game.view(game.turn)
    priors = {}
    for share in (0.0, 0.5, 1.0):
        bot = GuidedBot(GuidedParameters(playouts=8, seed=1, network_prior=share))
        bot.choose(view)
        worker = bot._workers[0]
        priors[share] = worker.scratch["root_prior"][0, : worker.choices].copy()
        assert priors[share].sum() == pytest.approx(1.0)
        assert (priors[share] > 0).all()
    assert priors[0.5] == pytest.approx((priors[0.0] + priors[1.0]) / 2)
    assert abs(priors[1.0] - priors[0.0]).max() > 0.05


def test_advice_adds_the_prediction_of_each_move_to_its_mean_utility() -> None:
    game = game_after("usa", 2, 40)
    view = game.view(game.turn)
    bot = GuidedBot(GuidedParameters(playouts=1500, seed=1, network_turns=0, advice=50))
    bot.choose(view)
    worker = bot._workers[0]
    assert isinstance(worker, GuidedWorker)
    predicted = worker._guided["predicted"][0, : worker.choices]
    moves = [int(code) for code in worker.scratch["root_moves"][0, : worker.choices]]
    assert predicted.std() > 0.001
    assert bot._ranked()[0] == moves[int(predicted.argmax())]  # playouts hardly count beside so much advice
    nodes = {int(worker.code[node]): node for node in worker.children(worker.root)}
    utilities, shares = worker.tree["utility"][0], bot.parameters.points
    for move, prediction in zip(moves, predicted, strict=True):
        node = nodes.get(move)
        if node is not None and worker.visits[node] > 50:
            visits, seat = int(worker.visits[node]), game.turn
            plain = (1 - shares) * worker.wins[node][seat] + shares * worker.scores[node][seat] / 100
            assert utilities[node, seat] / visits == pytest.approx(plain / visits + 50 * prediction, abs=0.1)


def test_an_explanation_tells_the_parts_of_what_the_network_expects() -> None:
    game = game_after("usa", 2, 40)
    found = bl.explain(game.view(game.turn), playouts=300, seed=1)
    predictions = [move.prediction for move in found.moves]
    assert len(predictions) > 3
    for prediction in predictions:
        assert prediction is not None
        assert prediction.points == pytest.approx(prediction.routes + prediction.tickets + prediction.bonuses)
    assert len({prediction.win for prediction in predictions if prediction is not None}) > 3


def test_an_explanation_tells_which_tickets_the_others_probably_hold() -> None:
    game = game_after("usa", 2, 90)
    seat = game.turn
    found = bl.explain(game.view(seat), playouts=50, seed=1)
    own = game.view(seat).tickets
    assert found.others
    assert {held.seat for held in found.others} == {1 - seat}
    assert not {held.ticket for held in found.others} & set(own)
    chances = [held.probability for held in found.others]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(len(game.view(1 - seat).tickets))
    assert chances[0] > 2 * sum(chances) / len(chances)


def test_a_file_that_is_no_network_is_refused() -> None:
    with pytest.raises(BotError, match="cannot be read"):
        bl.bot("guided:network=missing.npz")
