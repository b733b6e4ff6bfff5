"""The review of a game: labels, reasons, accuracy, luck and turning points."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

import branchline as bl
from branchline.analysis.judgement import Judge, JudgementError, JudgeParameters
from branchline.analysis.labels import LABELS, THRESHOLDS, label_of
from branchline.analysis.review import review
from branchline.analysis.review_data import Review, ReviewReason
from branchline.analysis.review_page import review_page
from branchline.analysis.sentences import TEMPLATES, explanation
from branchline.cli import run
from branchline.engine.events import TurnBegins

QUICK = JudgeParameters(playouts=40, candidates=3, first_worlds=48, finals_worlds=48, worlds=192)


def played(names: tuple[str, str] = ("strong", "strong"), seed: int = 4) -> bl.Game:
    game = bl.new_game("mini", players=2, seed=seed, names=["Ada", "Ben"])
    bots = [bl.bot(name) for name in names]
    for seat, player in enumerate(bots):
        player.start(seat)
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return game


@pytest.fixture(scope="module")
def game() -> bl.Game:
    return played()


@pytest.fixture(scope="module")
def found(game: bl.Game) -> Review:
    return review(game, parameters=QUICK)


def test_every_choice_of_every_seat_is_judged(game: bl.Game, found: Review) -> None:
    again, choices = game.at_start(), []
    for number in range(len(game.log)):
        if len(again.legal) > 1:
            choices.append((number, again.turn))
        again.play_next(game)
    assert [(decision.number, decision.seat) for decision in found.decisions] == choices


def test_turns_have_the_numbers_of_the_replay(game: bl.Game, found: Review) -> None:
    turns, turn = [], 0
    for _, events in game.replay():
        turns.append(turn)
        turn += sum(isinstance(event, TurnBegins) for event in events)
    assert [decision.turn for decision in found.decisions] == [
        turns[decision.number + 1] for decision in found.decisions
    ]
    assert {decision.when for decision in found.decisions} >= {"First tickets", "Turn 1", "Turn 2"}


def test_the_figures_of_a_seat_are_those_of_its_decisions(found: Review) -> None:
    for seat in found.seats:
        own = [decision for decision in found.decisions if decision.seat == seat.seat]
        assert sum(seat.labels.values()) == seat.decisions == len(own)
        assert 0 <= seat.accuracy <= 100
        lucky = [decision.luck.points for decision in own if decision.luck is not None]
        assert seat.luck.points == pytest.approx(sum(lucky), abs=0.01)


def test_only_losses_outside_the_error_are_called_losses(found: Review) -> None:
    for decision in found.decisions:
        if decision.label == "best":
            assert decision.best.chance == decision.played.chance or decision.loss < THRESHOLDS["good"]
        else:
            assert decision.loss > 2 * decision.loss_error
        assert bool(decision.why) == (decision.label in LABELS[2:])


def test_a_seat_can_be_reviewed_alone_with_the_same_judgements(game: bl.Game, found: Review) -> None:
    alone = review(game, 1, parameters=QUICK, luck=False)
    assert [seat.seat for seat in alone.seats] == [1]
    both = [decision for decision in found.decisions if decision.seat == 1]
    assert [msgspec.structs.replace(decision, luck=None) for decision in both] == alone.decisions


def test_a_planted_blunder_is_found_and_explained(game: bl.Game) -> None:
    planted = game.at_start()
    planted.play("keep 1 2")  # a ticket across the board for the few pieces of this map
    (decision,) = review(planted, 0, parameters=QUICK).decisions
    assert decision.label in ("mistake", "blunder")
    assert decision.reason is not None
    assert decision.reason.kind == "ticket_costs"
    assert decision.why.startswith("Queenstown–St Helens costs more than it brings")


def test_nothing_hidden_from_the_seat_is_used(game: bl.Game) -> None:
    again, judge, rng = game.at_start(), Judge(QUICK), Random(1)
    for number in range(10):
        again.play_next(game)
        view = again.view(again.turn)
        action = view.legal[-1]
        world = next(view.worlds(rng))  # another deal of everything that the seat has not seen
        assert world.to_bytes() != again.to_bytes()
        other = judge.judge(world.view(world.turn), action, number=number)
        assert other == judge.judge(view, action, number=number)


def test_two_seeds_agree_on_most_labels(game: bl.Game) -> None:
    first, second = (review(game, seed=seed, parameters=QUICK, luck=False).decisions for seed in (1, 2))
    same = [one.label == other.label for one, other in zip(first, second, strict=True)]
    assert sum(same) >= 0.75 * len(same)  # with a quarter of the playouts; benchmarks/review.py measures it in full


def test_a_review_survives_its_encoding(found: Review) -> None:
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def test_progress_is_reported(game: bl.Game) -> None:
    tiny, calls = JudgeParameters(playouts=4, candidates=1, first_worlds=2, finals_worlds=2, worlds=4), []
    review(game, 0, parameters=tiny, luck=False, progress=lambda done, total: calls.append((done, total)))
    assert calls == sorted(calls)
    assert len(calls) > 5
    assert calls[-1] == (len(game.log), len(game.log))


def test_several_threads_find_the_same(game: bl.Game) -> None:
    tiny = JudgeParameters(playouts=8, candidates=2, first_worlds=4, finals_worlds=4, worlds=12)
    assert review(game, parameters=tiny, threads=3) == review(game, parameters=tiny)


def test_what_cannot_be_reviewed_is_refused(game: bl.Game) -> None:
    with pytest.raises(JudgementError, match="no seat 2"):
        review(game, 2)
    with pytest.raises(JudgementError, match="no action has been played"):
        review(bl.new_game("mini", players=2, seed=1))


def test_every_reason_is_a_sentence(game: bl.Game) -> None:
    for kind in TEMPLATES:
        reason = ReviewReason(
            kind, route=0, ticket=0, seat=1, card="red", item="routes", number=2, share=0.4, points=1.0
        )
        sentence = explanation(game.board, game.names, reason)
        assert sentence.endswith(".")
        assert "None" not in sentence


def test_a_loss_within_its_error_has_no_label() -> None:
    view = played().at_start().view(0)
    choice = Judge(QUICK).judge(view, view.legal[0]).choice
    noisy = msgspec.structs.replace(choice, loss=30.0, loss_error=16.0)
    assert label_of(noisy) == "best"
    assert label_of(msgspec.structs.replace(noisy, loss_error=14.0)) == "blunder"


def test_names_are_escaped_in_the_page(found: Review) -> None:
    hostile = msgspec.structs.replace(found, names=["<script>", "Ben"])
    assert "<script>" not in review_page(hostile, "<script>")


def test_the_command_prints_text_json_or_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: bl.Game
) -> None:
    monkeypatch.setattr("branchline.analysis.judgement.JudgeParameters", lambda: QUICK)
    path = tmp_path / "mini.branchline"
    game.save(path)
    assert run(["review", str(path), "--seat", "0"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Mini: Ada, Ben\n\nplayer  accuracy")
    assert run(["review", str(path), "--seat", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"][0]["name"] == "Ada"
    assert run(["review", str(path), "--seat", "0", "--html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")
    assert run(["review", str(path), "--seat", "5"]) != 0
    assert "no seat 5" in capsys.readouterr().err
