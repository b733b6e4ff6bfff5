"""The review of a game: every decision judged with what its seat knew, accuracy, luck and turning points."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from branchline.analysis.judgement import Judge, JudgementError, JudgeParameters, MoveValue
from branchline.analysis.labels import LABELS, Label, accuracy, label_of
from branchline.analysis.luck import luck_of, total_luck
from branchline.analysis.reasons import reason_for
from branchline.analysis.review_data import Decision, JudgedMove, Review, SeatReview, TurningPoint
from branchline.analysis.sentences import explanation
from branchline.engine.actions import Keep, decode, notation, seat_of
from branchline.engine.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from branchline.engine.views import View

MOST_TURNING_POINTS = 6
EXPLAINED: frozenset[Label] = frozenset({"inaccuracy", "mistake", "blunder"})
"""The labels that get a reason."""
SURE_SWING = 0.06
"""The least change of the chance of winning that makes luck a turning point."""


def review(  # noqa: PLR0913 (each is a keyword)
    game: Game,
    seat: int | None = None,
    *,
    seed: int = 0,
    parameters: JudgeParameters | None = None,
    luck: bool = True,
    threads: int = 1,
    progress: Callable[[int, int], object] = lambda _done, _total: None,
) -> Review:
    """Review a game: judge every decision of a seat, or of all, with what that seat knew at the time.

    Without `luck`, luck is not computed. With several threads the same judgements are found sooner. `progress` is
    called with the number of actions done and the total number.

    >>> from branchline.engine.game import new_game
    >>> game = new_game("mini", players=2, seed=7)
    >>> _ = game.play("keep 1")
    >>> found = review(game, seat=0, luck=False)
    >>> found.decisions[0].when, found.decisions[0].played.text
    ('First tickets', 'keep 1')
    """
    if not isinstance(game, Game):
        raise JudgementError(f"A review needs a game, not {game!r}: Game.load(path) reads a saved one.")
    if seat is not None and seat not in range(game.players):
        raise JudgementError(f"There is no seat {seat} to review: this game has seats 0 to {game.players - 1}.")
    if not game.log:
        raise JudgementError("There is nothing to review: no action has been played.")
    decisions = list(_decisions(game, seat, _Judges(parameters, seed), luck=luck, threads=threads, progress=progress))
    reviewed = range(game.players) if seat is None else [seat]
    return Review(
        map=game.board.map_id,
        names=list(game.names),
        seats=[_seat_review(game, number, decisions) for number in reviewed],
        decisions=decisions,
        turning_points=turning_points(decisions),
        seed=seed,
    )


def _moments(game: Game) -> Iterator[tuple[Game, int]]:
    """Yield the game before each action, with the seat that decides; the caller plays the action."""
    again = game.at_start()
    for code in game.log:
        named = seat_of(code)
        yield again, again.turn if named is None else named


class _Judges(threading.local):
    """A judge for every thread: each has its own memory to search in."""

    def __init__(self, parameters: JudgeParameters | None, seed: int) -> None:
        self.judge = Judge(parameters, seed)


def _decisions(
    game: Game,
    seat: int | None,
    judges: _Judges,
    *,
    luck: bool,
    threads: int,
    progress: Callable[[int, int], object],
) -> Iterator[Decision]:
    """Yield the decisions of a seat, or of all, in the order of the game."""
    total = len(game.log)

    def decided(job: tuple[int, Game, View]) -> Decision:
        number, again, view = job
        return _decide(judges.judge, game, again, view, number, with_luck=luck)

    with ThreadPoolExecutor(threads) as pool:
        for decision in pool.map(decided, _jobs(game, seat)):
            progress(decision.number, total)
            yield decision
    progress(total, total)


def _jobs(game: Game, seat: int | None) -> Iterator[tuple[int, Game, View]]:
    """Yield the choices of a seat, or of all: the number of the action, the game before it, and the seat's view."""
    for number, (again, mover) in enumerate(_moments(game)):
        view = again.view(mover)
        if (seat is None or mover == seat) and len(view.legal) > 1:
            yield number, again.copy(), view
        again.play_next(game)


def _decide(judge: Judge, game: Game, again: Game, view: View, number: int, *, with_luck: bool) -> Decision:
    action = decode(game.board, game.log[number])
    evidence = judge.examine(view, action, number=number)
    judgement = evidence.judgement
    label = label_of(judgement.choice)
    reason = reason_for(view, evidence) if label in EXPLAINED else None
    best, choice = judgement.best, judgement.choice
    if label == "best" and not choice.is_sure_loss:
        best = choice  # no compared move is significantly better
    return Decision(
        number=number,
        turn=view.turns,
        seat=judgement.seat,
        label=label,
        best=_move(view, best),
        played=_move(view, choice),
        wins=judgement.wins,
        **_losses(choice),
        line=judgement.line if best is not choice else [],
        reason=reason,
        why=explanation(game.board, game.names, reason) if reason else "",
        luck=luck_of(judge, game, again, view, number) if with_luck else None,
    )


def _losses(choice: MoveValue) -> dict[str, float]:
    names = ("chance_loss", "chance_loss_error", "points_loss", "points_loss_error", "loss", "loss_error")
    return {name: getattr(choice, name) for name in names}


def _move(view: View, move: MoveValue) -> JudgedMove:
    text = notation(view.board, move.action)
    kept = [view.offer[place] for place in move.action.tickets] if isinstance(move.action, Keep) else []
    return JudgedMove(move.action, text, move.chance, move.chance_error, move.points, move.points_error, kept)


def _seat_review(game: Game, seat: int, decisions: list[Decision]) -> SeatReview:
    own = [decision for decision in decisions if decision.seat == seat]
    sure = [decision for decision in own if decision.label != "best"]
    return SeatReview(
        seat=seat,
        name=game.names[seat],
        accuracy=accuracy([decision.loss if decision.label != "best" else 0.0 for decision in own]),
        decisions=len(own),
        labels={label: sum(decision.label == label for decision in own) for label in LABELS},
        chance_lost=round(sum(max(0.0, decision.chance_loss) for decision in sure), 4),
        points_lost=round(sum(max(0.0, decision.points_loss) for decision in sure), 2),
        luck=total_luck([decision.luck for decision in own if decision.luck is not None]),
    )


def turning_points(decisions: list[Decision]) -> list[TurningPoint]:
    """Return the decisions that changed the game most, in the order of the game."""
    found = [
        TurningPoint(decision.number, decision.seat, "decision", -max(decision.chance_loss, 0.0))
        for decision in decisions
        if decision.label in ("mistake", "blunder")
    ]
    for decision in decisions:
        luck = decision.luck
        if luck is not None and abs(luck.chance) > max(SURE_SWING, 3 * luck.chance_error):
            found.append(TurningPoint(decision.number, decision.seat, "luck", luck.chance))
    largest = sorted(found, key=lambda point: -abs(point.change))[:MOST_TURNING_POINTS]
    return sorted(largest, key=lambda point: point.number)
