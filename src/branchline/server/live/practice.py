"""Practice games: a finished game played on from one of its moments, against bots."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from branchline.bots.registry import installed_bots
from branchline.server.live import records as r
from branchline.server.live.imports import records_of
from branchline.server.live.players import bot_name, free_name
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.server.live.match import Match
    from branchline.server.live.records import Record

OPPONENT = "strong"
"""The level that plays the seats of other people."""
REDEALS = 1 << 52
"""Redeals of practice games are numbered at random up to this: too many to try, although the seed is published."""


def practice_game(match: Match, moves: int, guest: str, name: str) -> list[Record]:
    """Return the first records of a game that begins after some moves of another.

    The guest plays the seat that decides then. What nobody has seen yet is dealt again at random, so that the first
    game does not reveal what comes.
    """
    if not 0 <= moves < match.moves:
        last = match.moves - 1
        raise Refusal("bad_request", f"A practice game can start after 0 to {last} moves of this game.")
    created = r.Created(
        map=match.map,
        map_hash=match.map_hash,
        title=match.title,
        seats=_seats(match, match.movers[moves], guest, name),
        host=guest,
        options=match.options,
        shuffle=False,
        practice=True,
    )
    last = max(match.playing.redeals.values(), default=0)
    return [created, *_beginning(match, moves), r.Redealt(last + 1 + secrets.randbelow(REDEALS))]


def _seats(match: Match, own: int, guest: str, name: str) -> list[r.SeatSetup]:
    setups: list[r.SeatSetup] = []
    for number, seat in enumerate(match.seats):
        if number == own:
            setups.append(r.SeatSetup("person", name, seat.color, guest=guest))
            continue
        level = seat.level if seat.level in installed_bots() else OPPONENT
        taken = {name, *(setup.name for setup in setups)}
        setups.append(r.SeatSetup("bot", free_name(bot_name(level or OPPONENT), taken), seat.color, level))
    return setups


def _beginning(match: Match, moves: int) -> Iterator[r.Started | r.Acted | r.Redealt]:
    """Yield the records of the first moves."""
    played = 0
    for record in records_of(match.playing):
        if isinstance(record, r.Acted):
            played += 1
        if played > moves or (played == moves and isinstance(record, r.Redealt)):
            return
        yield record
