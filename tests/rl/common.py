"""What the tests of the environments share: every map with every number of players, and random games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.library import find_maps
from branchline.engine.kernel import codes
from branchline.rl.games import Games, board_of, key_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from branchline.engine.table import Table

MAPS = {map_.name: map_.spec.players for map_ in find_maps() if map_.built_in}
TABLES = [(name, players) for name, most in MAPS.items() for players in range(most.least, most.most + 1)]
SMALLEST = [(name, most.least) for name, most in MAPS.items()]
MAY_WARN = (
    # PettingZoo exempts its own games with masks from these two warnings by name.
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    # An agent that waits, or whose game is over, has no legal action.
    "ignore:Action mask numpy array is all zeros",
)


def games_of(name: str | Path, players: int, seed: int, reward: str = "margin", options: tuple[str, ...] = ()) -> Games:
    games = Games(board_of(name, players, options), 1, reward)
    games.seed(key_of(seed))
    games.deal()
    return games


def random_play(games: Games, rng: np.random.Generator, hoard: float = 0.0) -> Iterator[Table]:
    """Play to the end and yield the table before each decision; a hoarder mostly draws cards."""
    choice = np.zeros(1, dtype=np.int64)
    while games.to_decide() >= 0:
        yield games.table()
        legal = np.flatnonzero(games.masks[0])
        drawing = [number for number in legal if games.encoding.actions.rows[number].kind == codes.DRAW]
        pool = drawing if drawing and rng.random() < hoard else legal
        choice[0] = rng.choice(pool)
        games.step(choice)
