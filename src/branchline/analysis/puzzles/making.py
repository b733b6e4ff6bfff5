"""The search for puzzles: games are screened with few playouts, and what stands out is verified with many."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from branchline.analysis.judgement import Judge, JudgeParameters
from branchline.analysis.puzzles.puzzle import Choice, Puzzle, puzzle_id
from branchline.analysis.puzzles.reasons import Reasoner
from branchline.bots.registry import LEVELS, bot
from branchline.engine.actions import decode
from branchline.engine.game import new_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.analysis.judgement import Judgement
    from branchline.bots.base import Bot
    from branchline.engine.actions import Action
    from branchline.engine.game import Game
    from branchline.engine.views import View

PLAYERS = ("strong", "medium")
"""The levels that play the games: they get into positions like people's, and build something worth a decision."""
TRIES = 5
"""How often each level tries a puzzle."""


class MakingParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The requirements for a puzzle, and the work spent on a position."""

    gap: float = 7.0
    """What every other choice must lose at least; a point counts as much as a fiftieth of a win."""
    playouts: int = 72
    """Playouts that find the candidates when a position is screened; it is verified with ten times as many."""
    worlds: int = 36
    """Worlds in which the candidates are compared when a position is screened; ten times as many verify it."""
    sure: float = 4.0
    """Standard errors that the gap must exceed."""
    share: float = 0.35
    """The share of decisions that are screened."""
    per_game: int = 2
    """Puzzles from one game at most."""
    most_alike: float = 0.4
    """The greatest share of puzzles about one kind of decision: claims, cards, tickets to keep and so on."""


VERIFYING = 10
"""How many times the work of a screening goes into the verification."""
SCREENING_SURE = 2.0
"""Standard errors that the gap must exceed for a position to be verified."""
FEWEST_CHOICES = 3
FEW = 5
"""As long as there are fewer puzzles than this, they may all be alike."""


class PuzzleMaker:
    """Finds puzzles on one map, one game after another."""

    def __init__(self, map_name: str, players: int = 2, parameters: MakingParameters | None = None) -> None:
        self.map, self.players = map_name, players
        wanted = self.parameters = parameters or MakingParameters()
        self.screened = self.verified = 0
        self.found: Counter[type] = Counter()
        """How many puzzles were found about each kind of decision."""
        self._screen = Judge(_judging(wanted, 1, candidates=4), seed=1)
        self._verify = Judge(_judging(wanted, VERIFYING, candidates=5), seed=2)
        self._reasoner = Reasoner(wanted.worlds * VERIFYING)
        self._solvers = {level: bot(level) for level in LEVELS[:-1]}

    def find(self, seed: int) -> Iterator[Puzzle]:
        """Yield puzzles from the games with this seed and the following ones, without end."""
        for number in count(seed):
            yield from self.in_game(number)

    def in_game(self, seed: int) -> Iterator[Puzzle]:
        """Find puzzles in one self-played game."""
        game, lot = new_game(self.map, self.players, seed), random.Random(seed)  # noqa: S311 (no secret)
        players = self._seat_players(seed)
        found = 0
        while not game.over and found < self.parameters.per_game:
            view = game.view(game.turn)
            if len(view.legal) >= FEWEST_CHOICES and lot.random() < self.parameters.share:
                puzzle = self._puzzle(game, view, seed)
                if puzzle is not None:
                    found += 1
                    self.found[type(decode(game.board, puzzle.best.code))] += 1
                    yield puzzle
            game.play(players[game.turn].choose(view))

    def _seat_players(self, seed: int) -> list[Bot]:
        players = [bot(PLAYERS[(seat + seed) % len(PLAYERS)]) for seat in range(self.players)]
        for seat, player in enumerate(players):
            player.start(seed * len(players) + seat)
        return players

    def _puzzle(self, game: Game, view: View, seed: int) -> Puzzle | None:
        self.screened += 1
        screened = self._screen.judge(view, number=len(game.log))
        if self._has_enough(screened.best.action) or not self._stands_out(screened, SCREENING_SURE):
            return None
        self.verified += 1
        verified = self._verify.judge(view, number=len(game.log))
        if verified.best.action != screened.best.action or not self._stands_out(verified, self.parameters.sure):
            return None
        codes = [view.code_of(move.action) for move in verified.moves]
        reasons = self._reasoner.reasons(view, codes[0], codes[1])
        if not reasons:
            return None
        return Puzzle(
            id=puzzle_id(self.map, seed, len(game.log)),
            map=self.map,
            map_hash=game.board.hash,
            players=self.players,
            seed=seed,
            moves=list(game.log),
            choices=[
                Choice(
                    code, round(move.chance, 3), round(move.points, 1), round(move.loss, 1), round(move.loss_error, 1)
                )
                for code, move in zip(codes, verified.moves, strict=True)
            ],
            reasons=reasons,
            level=self._level(view, codes[0]),
            worlds=self._verify.parameters.first_worlds,
        )

    def _has_enough(self, action: Action) -> bool:
        """Return whether there are enough puzzles about this kind of decision."""
        return self.found[type(action)] > self.parameters.most_alike * (self.found.total() + FEW)

    def _stands_out(self, judgement: Judgement, sure: float) -> bool:
        """Return whether every other move loses enough, and more than chance explains."""
        others = judgement.moves[1:]
        wanted = self.parameters.gap
        return len(others) >= FEWEST_CHOICES - 1 and all(
            move.loss >= wanted and move.loss > sure * move.loss_error for move in others
        )

    def _level(self, view: View, best: int) -> str:
        """Return the weakest level that finds the best move in most of its tries; the strongest if no other does."""
        for level, solver in self._solvers.items():
            found = 0
            for attempt in range(TRIES):
                solver.start(attempt)
                found += view.code_of(solver.choose(view)) == best
            if 2 * found > TRIES:
                return level
        return LEVELS[-1]


def _judging(wanted: MakingParameters, times: int, candidates: int) -> JudgeParameters:
    worlds = wanted.worlds * times
    return JudgeParameters(playouts=wanted.playouts * times, candidates=candidates, first_worlds=worlds, worlds=worlds)
