"""The review of a game: every decision judged with what its seat knew, accuracy, luck and turning points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.analysis.judgement import Judge, JudgementError, JudgeParameters, MoveValue
from branchline.analysis.labels import LABELS, Label, accuracy, label_of
from branchline.analysis.luck import DeckLuck, luck_of, total_luck
from branchline.analysis.reasons import Reason, reason_for
from branchline.analysis.sentences import explanation
from branchline.engine.actions import Action, decode, notation, seat_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from branchline.engine.game import Game
    from branchline.engine.views import View

FORMAT = 1
"""The version of a stored review."""
MOST_TURNING_POINTS = 6
EXPLAINED: frozenset[Label] = frozenset({"inaccuracy", "mistake", "blunder"})
"""The labels that get a reason."""
SURE_SWING = 0.06
"""The least change of the chance of winning that makes luck a turning point."""


class Move(msgspec.Struct, frozen=True):
    """A move with its worth: chance of winning and expected points, each with its standard error."""

    action: Action
    text: str
    chance: float
    chance_error: float
    points: float
    points_error: float


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision of a game, judged from the view of its seat."""

    number: int
    """The place of the action in the log."""
    turn: int
    seat: int
    label: Label
    best: Move
    played: Move
    wins: list[float]
    """Each seat's chance of winning after the move, as its seat could know."""
    chance_loss: float = 0.0
    chance_loss_error: float = 0.0
    points_loss: float = 0.0
    points_loss_error: float = 0.0
    loss: float = 0.0
    """Both losses together, in points; see `judgement.POINTS_PER_WIN`."""
    loss_error: float = 0.0
    line: list[Action] = []
    """The play that the search expects after the best move."""
    reason: Reason | None = None
    why: str = ""
    """The reason as a sentence."""
    luck: DeckLuck | None = None
    """What the deck gave after this move, against expectation."""


class SeatReview(msgspec.Struct, frozen=True):
    """How a seat played, and what luck it had."""

    seat: int
    name: str
    accuracy: float
    decisions: int
    labels: dict[Label, int]
    chance_lost: float
    points_lost: float
    """The losses that the search is sure of."""
    luck: DeckLuck


class TurningPoint(msgspec.Struct, frozen=True):
    """A decision after which the game had changed, by what was played or by luck."""

    number: int
    seat: int
    cause: str
    """"decision" or "luck"."""
    change: float
    """The change of the seat's chance of winning."""


class Review(msgspec.Struct, frozen=True):
    """The review of a game."""

    map: str
    names: list[str]
    seats: list[SeatReview]
    decisions: list[Decision]
    turning_points: list[TurningPoint]
    seed: int
    format: int = FORMAT


def review(
    game: Game,
    seat: int | None = None,
    *,
    seed: int = 0,
    parameters: JudgeParameters | None = None,
    luck: bool = True,
    progress: Callable[[int, int], object] = lambda _done, _total: None,
) -> Review:
    """Review a game: judge every decision of a seat, or of all, with what that seat knew at the time.

    Without `luck`, what the decks gave is left out. `progress` is called with the number of actions that are done and
    the number of all.
    """
    if seat is not None and not 0 <= seat < game.players:
        raise JudgementError(f"There is no seat {seat} to review: seats are 0 to {game.players - 1}, or None for all.")
    if not game.log:
        raise JudgementError("There is nothing to review: no action has been played.")
    judge = Judge(parameters, seed)
    decisions = []
    for number, (again, mover) in enumerate(_moments(game)):
        progress(number, len(game.log))
        view = again.view(mover)
        if (seat is None or mover == seat) and len(view.legal) > 1:
            decisions.append(_decide(judge, game, again, view, number, with_luck=luck))
        again.play_next(game)
    progress(len(game.log), len(game.log))
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


def _decide(judge: Judge, game: Game, again: Game, view: View, number: int, *, with_luck: bool) -> Decision:
    action = decode(game.board, game.log[number])
    evidence = judge.examine(view, action, number=number)
    judgement = evidence.judgement
    label = label_of(judgement.choice)
    reason = reason_for(view, evidence) if label in EXPLAINED else None
    best, choice = judgement.best, judgement.choice
    if label == "best" and not choice.is_sure_loss:
        best = choice  # nothing that was compared is better for sure
    return Decision(
        number=number,
        turn=view.turns,
        seat=judgement.seat,
        label=label,
        best=_move(game, best),
        played=_move(game, choice),
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


def _move(game: Game, move: MoveValue) -> Move:
    text = notation(game.board, move.action)
    return Move(move.action, text, move.chance, move.chance_error, move.points, move.points_error)


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
