"""Perft: how many lines of play lead away from a position, chance being what the seed says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from branchline.engine.entry_points import legal_at, new_list, play_at
from branchline.engine.kernel.layout import copy_states
from branchline.engine.kernel.trace import new_trace
from tests.positions import dealt
from tests.property.reached import play_on

if TYPE_CHECKING:
    from branchline.engine.game import Game
    from branchline.engine.kernel.layout import Records

TABLE = Path(__file__).with_name("table.txt")
HEADER = "# map, players, actions played before, policy: lines of play of 1, 2, 3 and more actions\n"
POSITIONS = [
    ("usa", 2, 0, "builder", 4),
    ("usa", 5, 5, "builder", 2),
    ("usa", 4, 150, "builder", 4),
    ("london", 2, 0, "uniform", 5),
    ("london", 4, 60, "uniform", 4),
    ("paris", 3, 3, "builder", 3),
    ("paris", 2, 50, "builder", 4),
    ("uk", 2, 0, "inventor", 3),
    ("uk", 4, 100, "inventor", 4),
    ("uk", 3, 250, "hoarder", 3),
]


def position(name: str, players: int, actions: int, policy: str) -> Game:
    """Reach a position of the table."""
    game = dealt(name, players, "perft", options=["advanced"] if name == "uk" else [])
    play_on(game, actions, policy, seed=2)
    return game


def lines_of_play(boards: Records, states: Records, depth: int) -> int:
    """Count the ways to play a number of actions from here."""
    out = new_list()
    number = legal_at(boards, states, 0, out)
    if depth == 1:
        return int(number)
    total, trace = 0, new_trace()
    for code in out[:number].tolist():
        after = copy_states(states)
        play_at(boards, after, 0, code, trace)
        total += lines_of_play(boards, after, depth - 1)
    return total


def row(name: str, players: int, actions: int, policy: str, deepest: int) -> str:
    """Return one line of the table."""
    game = position(name, players, actions, policy)
    counts = [lines_of_play(game._packed, game._records, depth) for depth in range(1, deepest + 1)]
    return f"{name}, {players}, {actions}, {policy}: {' '.join(map(str, counts))}"


def regenerate() -> None:
    """Write the table."""
    TABLE.write_text(HEADER + "".join(f"{row(*place)}\n" for place in POSITIONS), encoding="utf-8")
