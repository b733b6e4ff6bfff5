"""A game's state as 0.1.0 laid it out, so that replays can be compared with that version byte by byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.engine.kernel.chance import HALVES, next_words
from branchline.engine.kernel.compilation import entry
from branchline.engine.kernel.layout import Records, copy_states
from branchline.engine.kernel.types import KINDS, MARKET, OFFER, SEATS, TECHNOLOGIES, TICKETS
from branchline.engine.rules.tickets import returned_by

if TYPE_CHECKING:
    from branchline.engine.game import Game

FIELDS: list[tuple[Any, ...]] = [
    ("routes", "u8", (SEATS, 2)),
    ("open", "u8", 2),
    ("held", "u8", SEATS),
    ("returned", "u8", SEATS),
    ("key", "u4", 8),
    ("block", "u4", 16),
    ("counter", "u4"),
    ("technologies", "u2", SEATS),
    ("score", "i2", SEATS),
    ("route_score", "i2", SEATS),
    ("technology_score", "i2", SEATS),
    ("flag_score", "i2", SEATS),
    ("hand_count", "i2", SEATS),
    ("deck_count", "i2"),
    ("discard_count", "i2"),
    ("turns", "i2"),
    ("pieces", "i1", SEATS),
    ("hands", "i1", (SEATS, KINDS)),
    ("known", "i1", (SEATS, KINDS)),
    ("front", "i2", SEATS),
    ("deck", "i1", KINDS),
    ("discards", "i1", KINDS),
    ("market", "i1", MARKET),
    ("copies", "i1", TECHNOLOGIES),
    ("queue", "i1", TICKETS),
    ("queue_head", "i1"),
    ("queue_count", "i1"),
    ("ticket_count", "i1", SEATS),
    ("offer", "i1", (SEATS, OFFER)),
    ("offer_count", "i1", SEATS),
    ("chosen", "i1", SEATS),
    ("block_left", "i1"),
    ("phase", "i1"),
    ("turn", "i1"),
    ("last_turns", "i1"),
    ("passes", "i1"),
    ("bought", "i1"),
    ("drawn", "i1"),
    ("wild_may_follow", "i1"),
    ("reshuffled", "i1"),
    ("viewer", "i1"),
]
COMPUTED = {"returned", "block", "counter", "block_left", "route_score", "flag_score", "copies"}
"""The fields that are stored in another way now, or no longer."""


@entry
def fill_words(states: Records) -> None:
    """Let the kernel make the next words of the stream of chance."""
    next_words(states[0])


@entry
def returned_at(states: Records, seat: int) -> int:
    """Ask the kernel which tickets a seat has put under the deck."""
    return int(returned_by(states[0], seat))


def as_0_1_0(game: Game) -> bytes:
    """Return the bytes that 0.1.0 had for this state."""
    now = game.records
    old = np.zeros(1, np.dtype(FIELDS, align=True))
    for name, *_ in FIELDS:
        if name not in COMPUTED:
            old[name] = now[name]
    _write_chance(now, old)
    for seat in range(game.players):
        old["returned"][0, seat] = returned_at(now, seat)
        old["flag_score"][0, seat] = game.flag_points[seat]
        old["route_score"][0, seat] = sum(game.board.routes[route].points for route in game.routes_of(seat))
    for index, (name, _) in enumerate(game.board.technologies):
        old["copies"][0, index] = game.copies.get(name, 0)
    return old.tobytes()


def _write_chance(now: Records, old: Records) -> None:
    """Write the stream of chance as whole blocks of 16 words."""
    used = int(now["counter"][0]) * HALVES - int(now["block_left"][0])
    blocks = -(-used // (2 * HALVES))
    old["counter"], old["block_left"] = blocks, blocks * 2 * HALVES - used
    stream = copy_states(now)
    stream["counter"] = max(0, 2 * (blocks - 1))
    for half in range(2 if blocks else 0):
        fill_words(stream)
        old["block"][0, 8 * half : 8 * half + 8] = stream["block"][0]
