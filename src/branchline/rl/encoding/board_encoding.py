"""The encoding of a board: its observation layout, its action space, and both as arrays for the compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from branchline.engine.kernel import codes
from branchline.engine.kernel.layout import packed
from branchline.rl.encoding.actions import ActionSpace
from branchline.rl.encoding.observation import ObservationLayout
from branchline.rl.kernel import offsets

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.kernel.layout import Records

Integers = np.ndarray[Any, np.dtype[np.int32]]


class Encoding(NamedTuple):
    """Everything that the environments and their compiled code need to know about a board."""

    board: Board
    packed: Records
    lookup: Integers
    """The lookup array of the compiled code; see `kernel/offsets.py`."""
    layout: ObservationLayout
    actions: ActionSpace


_ENCODINGS: dict[tuple[str, int, frozenset[str]], Encoding] = {}


def encoding_of(board: Board) -> Encoding:
    """Return the encoding of a board, which is made once."""
    key = (board.hash, board.players, board.options)
    if key not in _ENCODINGS:
        layout, actions = ObservationLayout(board), ActionSpace(board)
        _ENCODINGS[key] = Encoding(board, packed(board), _lookup(layout, actions), layout, actions)
    return _ENCODINGS[key]


def _lookup(layout: ObservationLayout, actions: ActionSpace) -> Integers:
    """Return the lookup array: a header, the slices, the numbers of purchases and of claims, and the actions."""
    board, rows = actions.board, actions.rows
    sets, wilds = 1 + max(row.sets for row in rows), 1 + max(row.wilds for row in rows)
    purchases = np.full((len(board.technologies), sets), -1, dtype=np.int32)
    claims = np.full((len(board.routes), offsets.SLOTS, sets, wilds, 2), -1, dtype=np.int32)
    for number, row in enumerate(rows):
        if row.kind == codes.BUY:
            purchases[row.target, row.sets] = number
        elif row.kind == codes.CLAIM:
            claims[row.target, row.slot, row.sets, row.wilds, row.flag_card] = number
    header = np.zeros(offsets.HEADER, dtype=np.int32)
    slices = np.array([layout.part[part.name].start for part in layout.slices], dtype=np.int32)
    parts = [header, slices, purchases.ravel(), claims.ravel(), np.array(rows, dtype=np.int32).ravel()]
    starts = np.cumsum([part.size for part in parts]).tolist()
    header[offsets.KEEPS] = actions.first_keep
    header[offsets.PURCHASES], header[offsets.CLAIMS], header[offsets.ROWS] = starts[1:4]
    header[offsets.SETS], header[offsets.WILDS] = sets, wilds
    header[offsets.LONGEST] = max(route.length for route in board.routes)
    lookup = np.concatenate(parts)
    lookup.setflags(write=False)
    return lookup
