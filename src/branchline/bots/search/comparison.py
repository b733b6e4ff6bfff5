"""A paired comparison of moves: every move is played out in the same worlds, so that differences have honest errors.

A search spends its playouts where it hopes for most, which biases its means. Here each move gets one plain playout in
every world: the move, then the rollout policy for all seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from branchline.bots.search.bot import SearchParameters, Worker
from branchline.bots.search.records import POOL, TREE_TURNS, WORLD
from branchline.engine.entry_points import new_dice
from branchline.engine.kernel.layout import packed
from branchline.engine.rules.scoring import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.engine.kernel.layout import Records
    from branchline.engine.kernel.types import Code
    from branchline.engine.views import View

WORLDS_PER_POOL = 2 * POOL
"""Worlds after which the other seats' tickets are sampled again, so that few worlds share a sample."""
PLAY_TO_THE_END = 1000
"""A horizon, in turns, that no game reaches."""
NO_MOVE = 0
"""The code of no action."""


Array = np.ndarray[Any, np.dtype[Any]]


class Outcomes(NamedTuple):
    """How the game ended with each move in the same worlds: arrays with an axis for moves and one for worlds."""

    scores: Array
    """The final score of each seat."""
    wins: Array
    """The share of the win of each seat."""
    table: Array
    """The items of each seat's score; see `engine.rules.scoring`."""
    routes: Array
    """The routes of each seat, as two words of bits."""
    held: Array
    """The tickets of each seat, as a mask."""
    turns: Array
    """The turns of the game."""

    @classmethod
    def empty(cls, moves: int, worlds: int, seats: int) -> Outcomes:
        """Return arrays to be filled."""
        shape = (moves, worlds, seats)
        return cls(
            np.zeros(shape),
            np.zeros(shape),
            np.zeros((*shape, COLUMNS), dtype=np.int32),
            np.zeros((*shape, 2), dtype=np.uint64),
            np.zeros(shape, dtype=np.uint64),
            np.zeros((moves, worlds), dtype=np.int64),
        )

    def joined(self, more: Outcomes) -> Outcomes:
        """Return the outcomes of the same moves in the worlds of both."""
        return Outcomes(*(np.concatenate(pair, axis=1) for pair in zip(self, more, strict=True)))

    def of(self, moves: Sequence[int]) -> Outcomes:
        """Return the outcomes of some of the moves, by their place."""
        return Outcomes(*(part[list(moves)] for part in self))


class MoveComparison:
    """Plays moves out in worlds that are consistent with a view."""

    def __init__(self, parameters: SearchParameters | None = None) -> None:
        self._worker = Worker(parameters or SearchParameters(horizon=PLAY_TO_THE_END))
        scratch, tree = self._worker.scratch, self._worker.tree
        states = scratch["states"]
        self._dice, self._playouts, self._settings = scratch["dice"], scratch["playouts"], scratch["settings"][0]
        self._root_count, self._root_moves = scratch["root_count"], scratch["root_moves"][0]
        self._root_prior, self._root_children = scratch["root_prior"][0], scratch["root_children"][0]
        self._used, self._turns = tree["used"], states["turns"][0]
        self._results = (scratch["scores"][0], scratch["wins"][0], scratch["score_table"][0])
        self._ends = (states["routes"][0, WORLD], states["held"][0, WORLD])

    def outcomes(self, view: View, codes: Sequence[Code], worlds: int, seed: int) -> Outcomes:
        """Play each move out once in every world; `codes` are those of the deciding record of the view.

        Which worlds they are depends on the view and the seed, not on the moves. Without a move, the rollout policy
        plays on for whoever is on turn.
        """
        record = view.deciding_record()[0] if codes else view.record
        boards, players = packed(view.board), view.players
        found = Outcomes.empty(max(1, len(codes)), worlds, players)
        seeds = np.random.SeedSequence(seed).generate_state(2 * worlds, np.uint64) >> np.uint64(16)
        for world in range(worlds):
            if world % WORLDS_PER_POOL == 0:
                self._dice[0] = new_dice(int(seeds[worlds + world]))
                self._worker.start(boards, record, 0)
            dice = new_dice(int(seeds[world]))
            for place, code in enumerate(codes or [NO_MOVE]):
                self._play_out(boards, code, dice)
                for into, part in zip(found, (*self._results, *self._ends), strict=False):
                    into[place, world] = part[:players]
                found.turns[place, world] = self._turns[WORLD]
        return found

    def _play_out(self, boards: Records, code: Code, dice: Array) -> None:
        """Play out one world from a tree in which the root has only this move, and nothing below it."""
        root = self._worker.root
        self._used[0] = root
        self._worker.child[root] = 0
        self._worker.visits[root] = 0
        self._settings[TREE_TURNS] = -1.0 if code == NO_MOVE else 0.0
        self._root_count[0] = 1
        self._root_moves[0], self._root_prior[0], self._root_children[0] = code, 1.0, 0
        self._playouts[0] = 0
        self._dice[0] = dice
        self._worker.run(boards, 1)
