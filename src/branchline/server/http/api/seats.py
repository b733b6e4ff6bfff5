"""The endpoints of the seats at a table, before the game starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.server.http import bodies, identity, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.http.api.games import GAME, change_game, room_of
from branchline.server.http.api.site import get_me
from branchline.server.live import commands
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.server.live.match import Match
    from branchline.server.live.records import Record


async def take_seat(call: Call) -> bodies.Taken:
    """Take an open seat."""
    room, me = await room_of(call), await get_me(call)
    body: bodies.TakeSeat = call.body
    name = identity.clean_name(body.name or "") or me.name
    color = body.color or me.color
    token = identity.new_secret()
    await room.submit(
        None,
        lambda match: commands.sit(match, call.guest, call.chair, name, color),
        guest=call.guest,
        secret=(call.chair, identity.digest(token)),  # replaces the secret of the previous player
    )
    return bodies.Taken(seat=call.chair, token=token)


async def leave_seat(call: Call) -> wire.State:
    """Leave your seat before the start; the host may clear any seat."""
    return await change_game(call, lambda match: commands.stand_up(match, call.guest, call.chair), (call.chair, None))


async def set_seat(call: Call) -> wire.State:
    """Open a seat, or give it to a bot."""
    body: bodies.EditSeat = call.body
    return await change_game(
        call,
        lambda match: commands.set_chair(match, call.guest, call.chair, body.kind, body.level),
        (call.chair, None),
    )


async def add_entropy(call: Call) -> wire.State:
    """Commit to entropy that you add to the seed, or reveal it; at the start, what was revealed is mixed in."""
    body: bodies.AddEntropy = call.body

    def propose(match: Match) -> Record:
        if body.entropy is not None:
            return commands.reveal_entropy(match, call.guest, call.chair, body.entropy)
        if body.commitment is not None:
            return commands.commit_entropy(match, call.guest, call.chair, body.commitment)
        raise Refusal("bad_request", "Send a commitment, or the entropy itself.")

    return await change_game(call, propose)


_SEAT = f"{GAME}/seats/{{seat}}"
ENDPOINTS = (
    Endpoint("POST", _SEAT, take_seat, bodies.Taken, bodies.TakeSeat, rate_limits.JOINING),
    Endpoint("PUT", _SEAT, set_seat, wire.State, bodies.EditSeat, rate_limits.JOINING),
    Endpoint("PUT", f"{_SEAT}/entropy", add_entropy, wire.State, bodies.AddEntropy, rate_limits.JOINING),
    Endpoint("DELETE", _SEAT, leave_seat, wire.State, rate=rate_limits.JOINING),
)
