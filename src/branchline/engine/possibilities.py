"""Bounds on what can happen on a map, whatever technologies are owned: for spaces that hold every possible action."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from branchline.engine import entry_points as kernel
from branchline.engine.kernel.layout import new_states, packed
from branchline.engine.kernel.types import TECHNOLOGIES

if TYPE_CHECKING:
    from branchline.boards.board import Board

EVERYTHING = (1 << TECHNOLOGIES) - 1


class Possibilities(NamedTuple):
    """The bounds of a map: set sizes that may occur, the lowest price of each route, the most tickets of an offer."""

    set_sizes: list[int]
    lowest_prices: list[int]
    most_offered: int


def possibilities(board: Board) -> Possibilities:
    """Ask the kernel what the rules give a seat that owns every technology."""
    states, facts = new_states(), kernel.new_facts()
    states["technologies"][0, 0] = EVERYTHING
    kernel.seat_facts_at(packed(board), states, 0, 0, facts)
    sizes = int(facts[kernel.SET_SIZES])
    return Possibilities(
        set_sizes=[size for size in range(sizes.bit_length()) if sizes >> size & 1],
        lowest_prices=facts[kernel.PRICES : kernel.PRICES + len(board.routes)].tolist(),
        most_offered=int(facts[kernel.MOST_OFFERED]),
    )
