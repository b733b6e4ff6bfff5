"""A decision is judged from the view of its seat, with errors that hold."""

import numpy as np
import pytest

import branchline as bl
from branchline.analysis.judgement import Judge, JudgementError, JudgeParameters
from branchline.bots.search.comparison import MoveComparison

QUICK = JudgeParameters(playouts=40, candidates=3, first_worlds=24, finals_worlds=24, worlds=96)


def position(moves: int, seed: int = 5) -> bl.Game:
    game = bl.new_game("mini", players=2, seed=seed)
    player = bl.bot("planner")
    player.start(1)
    for _ in range(moves):
        game.play(player.choose(game.view(game.turn)))
    return game


def test_a_move_has_the_same_outcomes_whatever_it_is_compared_with() -> None:
    view = position(8).view(position(8).turn)
    codes = view.legal.codes.tolist()
    comparison = MoveComparison()
    all_moves = comparison.outcomes(view, codes, 30, seed=1)
    last_alone = comparison.outcomes(view, codes[-1:], 30, seed=1)
    for part, alone in zip(all_moves, last_alone, strict=True):
        assert np.array_equal(part[-1], alone[0])


def test_a_position_is_played_out_for_a_viewer_who_is_not_on_turn() -> None:
    game = position(8)
    waiting = game.view(1 - game.turn)
    found = MoveComparison().outcomes(waiting, (), 40, seed=1)
    assert found.wins.sum(axis=2) == pytest.approx(1.0)
    assert (found.turns > game.turns).all()


def test_the_played_move_is_judged_even_if_the_search_does_not_consider_it() -> None:
    view = position(8).view(position(8).turn)
    judge = Judge(QUICK, seed=2)
    for action in view.legal:
        judgement = judge.judge(view, action)
        assert judgement.choice.action == action
        assert judgement.best.loss == 0
        assert sum(judgement.wins) == pytest.approx(1, abs=0.001)


def test_the_same_question_has_the_same_answer() -> None:
    view = position(10).view(position(10).turn)
    judge, action = Judge(QUICK, seed=3), view.legal[-1]
    first = judge.judge(view, action, number=4)
    judge.judge(view, view.legal[0])
    assert judge.judge(view, action, number=4) == first


def test_first_tickets_are_judged_out_of_turn() -> None:
    game = bl.new_game("mini", players=2, seed=5)
    view = game.view(1 - game.turn)
    judgement = Judge(QUICK).judge(view, view.legal[-1])
    assert judgement.choice.action == view.legal[-1]


def test_keeping_a_hopeless_ticket_in_the_last_turn_is_a_sure_loss() -> None:
    game = position(0)
    player = bl.bot("planner")
    player.start(1)
    while not game.last_round:
        game.play(player.choose(game.view(game.turn)))
    view = game.view(game.turn)
    judgement = Judge(QUICK).judge(view, "tickets")
    assert judgement.choice.is_sure_loss
    assert judgement.choice.points_loss > 2 * judgement.choice.points_loss_error


def test_what_cannot_be_judged_is_refused_with_a_reason() -> None:
    game = position(8)
    with pytest.raises(JudgementError, match="A spectator has nothing to decide"):
        Judge(QUICK).judge(game.view(None))
    with pytest.raises(JudgementError, match="not legal here"):
        Judge(QUICK).judge(game.view(game.turn), "keep 1")
