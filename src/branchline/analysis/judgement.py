"""The judgement of one decision: what each move is worth, how sure that is, and what the played move lost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from branchline.analysis.labels import label_of_loss
from branchline.bots.search.bot import SearchBot, SearchParameters
from branchline.bots.search.comparison import MoveComparison
from branchline.engine.actions import Action, decode
from branchline.engine.views import View
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.bots.search.comparison import Array, Outcomes
    from branchline.engine.kernel.types import Code

SURE = 2.0
"""Standard errors that a loss must exceed to be called one."""
SCREENING_WORLDS = 32
"""Worlds in which all moves that the search considers are compared, to choose the candidates."""
SEMIFINALISTS, FINALISTS = 6, 3
"""How many moves are left for the second and for the last round of choosing the best one."""
SEMIFINAL_SHARE = 0.3
"""The worlds of the second round as a share of those of the last."""
BATCHES = 18
"""The worlds of the last comparison come in batches; after each it stops if the label is clear."""
LONG_GAME = 45
"""The pieces from which a playout counts as a long one; shorter playouts are cheaper, so that there can be more."""
MOST_TIMES = 2
"""How many times the number of worlds a short playout may have."""
STAGES = 64
"""Distinct streams of random numbers for a decision."""
POINTS_PER_WIN = 50.0
"""The points that count as much as a win: in an even game, a point changes the chance of winning by about 2 %."""


class JudgeParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much work goes into a decision."""

    playouts: int = 300
    """Playouts of the search that lists the possible candidates."""
    candidates: int = 12
    """Moves that are compared, besides the one that was played."""
    first_worlds: int = 96
    """Worlds in which all candidates are compared."""
    finals_worlds: int = 512
    """More worlds in which the best few are compared, to choose the best of all."""
    worlds: int = 6912
    """Most worlds in which the best and the played move are compared; fewer if the label is clear before, and up to
    `MOST_TIMES` as many where playouts are short."""


class JudgementError(BranchlineError, ValueError):
    """A decision that cannot be judged."""


class MoveValue(msgspec.Struct, frozen=True):
    """What a move is worth to its seat, with standard errors, and what it loses against the best move."""

    action: Action
    chance: float
    """The chance of winning."""
    chance_error: float
    points: float
    """The expected final score."""
    points_error: float
    chance_loss: float
    chance_loss_error: float
    points_loss: float
    points_loss_error: float
    loss: float
    """The loss of value in points, `POINTS_PER_WIN` of them for a win."""
    loss_error: float

    @property
    def is_sure_loss(self) -> bool:
        """Whether the loss is outside the error of the comparison."""
        return self.loss > SURE * self.loss_error and self.loss > 0


class Judgement(msgspec.Struct, frozen=True):
    """A decision judged from the view of its seat: the compared moves, the best first.

    >>> from branchline.engine.game import new_game
    >>> view = new_game("mini", players=2, seed=7).view(0)
    >>> found = judge(view, "keep 1")
    >>> found.best.action in view.legal, len(found.moves)
    (True, 3)
    """

    seat: int
    moves: list[MoveValue]
    played: int
    """The place of the played move in `moves`; 0 if none was given."""
    wins: list[float]
    """Each seat's chance of winning after the played move, as the deciding seat could know."""
    scores: list[float]
    """Each seat's expected final score after the played move."""
    worlds: int
    """The number of worlds in which the best and the played move were compared."""
    line: list[Action]
    """The play that the search expects after the best move, starting with it."""

    @property
    def best(self) -> MoveValue:
        """The best move."""
        return self.moves[0]

    @property
    def choice(self) -> MoveValue:
        """The move that was played."""
        return self.moves[self.played]


class Evidence(NamedTuple):
    """A judgement, and how the game ended with the best and with the played move, in the same worlds."""

    judgement: Judgement
    outcomes: Outcomes


class Judge:
    """Judges decisions one at a time; a judgement does not depend on earlier ones."""

    def __init__(self, parameters: JudgeParameters | None = None, seed: int = 0) -> None:
        self.parameters = parameters or JudgeParameters()
        self._seed = seed
        self._search = SearchBot(SearchParameters(playouts=self.parameters.playouts, seed=seed))
        self._comparison = MoveComparison()

    def judge(self, view: View, action: Action | str | int | None = None, *, number: int = 0) -> Judgement:
        """Judge the decision of the view's seat for an action; see `examine`."""
        return self.examine(view, action, number=number).judgement

    def examine(self, view: View, action: Action | str | int | None = None, *, number: int = 0) -> Evidence:
        """Judge the decision of the view's seat for an action, and keep the evidence.

        Only the view is used. Without an action, the best move is taken as played. `number` tells decisions of one
        game apart, so that each has worlds of its own.
        """
        bits = _seat_bits(view)
        played = None if action is None else _legal_code(view, action) & ~bits
        self._search.start(self._seed)
        analysis = self._search.analyze(view)
        codes = self._candidates(view, number)
        if played is not None and played not in codes:
            codes.append(played)
        lines = {view.code_of(move.action) & ~bits: move.line for move in analysis.moves}
        order, first = self._ranked(view, codes, number)
        place = 0 if played is None else order.index(played)
        pair = self._compared(view, order[0], order[place], number) if place else first.of([0, 0])
        pairs = [first.of([0, other]) for other in range(len(order))]
        pairs[0], pairs[place] = pair.of([0, 0]), pair
        actions = [decode(view.board, code | bits) for code in order]
        judgement = Judgement(
            seat=int(view.seat or 0),
            moves=[_move_value(action, found, view) for action, found in zip(actions, pairs, strict=True)],
            played=place,
            wins=_rounded(pair.wins[1].mean(0), 4),
            scores=_rounded(pair.scores[1].mean(0), 2),
            worlds=pair.turns.shape[1],
            line=lines.get(order[0], actions[:1]),
        )
        return Evidence(judgement, pair)

    def continuations(self, view: View, action: Action | None, worlds: int, *, number: int = 0) -> Outcomes:
        """Play a position out from what the viewer knows: after an action of the viewer, or as it is."""
        if action is None:
            return self._comparison.outcomes(view, (), worlds, self._seed_of(number, 2))
        code = _legal_code(view, action) & ~_seat_bits(view)
        return self._comparison.outcomes(view, [code], worlds, self._seed_of(number, 1))

    def _candidates(self, view: View, number: int) -> list[Code]:
        """Return the moves to compare: the best of all that the last search considered, by a few worlds each.

        The visits of a short search are a poor choice: it keeps to the first moves that look good.
        """
        codes, most = self._search.considered(), self.parameters.candidates
        if len(codes) <= most:
            return codes
        outcomes = self._comparison.outcomes(view, codes, SCREENING_WORLDS, self._seed_of(number, STAGES - 1))
        return [codes[place] for place in _best_first(outcomes, view)[:most]]

    def _ranked(self, view: View, codes: list[Code], number: int) -> tuple[list[Code], Outcomes]:
        """Return the moves, the best first, and their outcomes in the same order.

        The best few are compared in more worlds, in two rounds; the order of the others does not matter.
        """
        outcomes = self._comparison.outcomes(view, codes, self.parameters.first_worlds, self._seed_of(number, 0))
        order, finals = _best_first(outcomes, view), self.parameters.finals_worlds
        known = outcomes.of(order)
        for left, worlds, stage in ((SEMIFINALISTS, round(SEMIFINAL_SHARE * finals), 3), (FINALISTS, finals, 4)):
            moves = [codes[place] for place in order[:left]]
            more = self._comparison.outcomes(view, moves, worlds, self._seed_of(number, stage))
            known = known.of(range(len(moves))).joined(more)
            ranking = _best_first(known, view)
            known = known.of(ranking)
            order[:left] = [order[place] for place in ranking]
        return [codes[place] for place in order], outcomes.of(order)

    def _compared(self, view: View, best: Code, played: Code, number: int) -> Outcomes:
        """Compare two moves in new worlds: those in which the best move was selected are biased in its favor.

        The worlds come in batches, until more of them would hardly change the answer.
        """
        batch = max(1, self.parameters.worlds // BATCHES)
        found = self._comparison.outcomes(view, [best, played], batch, self._seed_of(number, 5))
        for part in range(1, round(BATCHES * _times_as_many(view))):
            if _is_clear(found, view):
                break
            seed = self._seed_of(number, 5 + part)
            found = found.joined(self._comparison.outcomes(view, [best, played], batch, seed))
        return found

    def _seed_of(self, number: int, stage: int) -> int:
        return (self._seed * 100_003 + number) * STAGES + stage


def _times_as_many(view: View) -> float:
    """Return how many times as many playouts a position can have for the work of a whole long game.

    A game ends when one player is out of pieces, so a playout takes about as long as the fewest pieces last.
    """
    return min(MOST_TIMES, max(1.0, LONG_GAME / (1 + min(view.pieces))))


def _is_clear(outcomes: Outcomes, view: View) -> bool:
    """Return whether the label of a loss is the same all over its interval."""
    values = _values(outcomes, view)
    loss, error = _mean(values[0] - values[1])
    return label_of_loss(loss - SURE * error) == label_of_loss(loss + SURE * error)


def _best_first(outcomes: Outcomes, view: View) -> list[int]:
    """Return the places of the moves, that with the highest value first."""
    order: list[int] = np.argsort(-_values(outcomes, view).mean(axis=1), kind="stable").tolist()
    return order


def _values(outcomes: Outcomes, view: View) -> Array:
    """Return the value of each outcome for the viewer, in points."""
    seat = int(view.seat or 0)
    values: Array = POINTS_PER_WIN * outcomes.wins[:, :, seat] + outcomes.scores[:, :, seat]
    return values


def _move_value(action: Action, pair: Outcomes, view: View) -> MoveValue:
    """Return the value of the second move of a pair, whose first is the best."""
    seat = int(view.seat or 0)
    wins, scores, values = pair.wins[:, :, seat], pair.scores[:, :, seat], _values(pair, view)
    numbers = [
        *_mean(wins[1]),
        *_mean(scores[1]),
        *_mean(wins[0] - wins[1]),
        *_mean(scores[0] - scores[1]),
        *_mean(values[0] - values[1]),
    ]
    return MoveValue(action, *(round(number, 4) for number in numbers))


def _mean(values: Array) -> tuple[float, float]:
    """Return a mean and its standard error."""
    if values.size < 2:  # noqa: PLR2004 (no spread can be seen in one)
        return float(values.mean()), math.inf
    return float(values.mean()), float(values.std(ddof=1) / math.sqrt(values.size))


def _rounded(values: Array, digits: int) -> list[float]:
    return [round(float(value), digits) for value in values]


def _seat_bits(view: View) -> Code:
    if not isinstance(view, View):
        raise JudgementError(f"A decision is judged from a view, such as game.view(game.turn), not from {view!r}.")
    if not view.may_decide:
        who = "A spectator" if view.seat is None else f"Seat {view.seat}"
        raise JudgementError(f"{who} has nothing to decide here: judge the view of a seat that is to decide.")
    return view.deciding_record()[1]


def _legal_code(view: View, action: Action | str | int) -> Code:
    refusal = view.legal.why_not(action)
    if refusal is not None:
        raise JudgementError(f"This action is not legal here, so it cannot be judged: {refusal.sentence}")
    return view.code_of(action)


def judge(view: View, action: Action | str | int | None = None, *, seed: int = 0) -> Judgement:
    """Judge a decision from what its seat may know: the moves with chances and points, and what an action lost.

    >>> from branchline.engine.game import new_game
    >>> view = new_game("mini", players=2, seed=7).view(0)
    >>> found = judge(view, "keep 1 2")
    >>> view.notation(found.choice.action)
    'keep 1 2'
    """
    return Judge(seed=seed).judge(view, action)
