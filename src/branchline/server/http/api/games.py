"""The endpoints of games: create, list, look, enter by a link, edit, start, and play a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.boards.board import BoardError
from branchline.names import UnknownNameError
from branchline.server.http import bodies, identity, rate_limits
from branchline.server.http.access import viewer_for, visible_room
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.http.api.game_creation import INVITE, add_game, same_table, seat_setups
from branchline.server.http.api.site import get_me
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.live.players import current_color
from branchline.server.projection import wire
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import seats_in
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board
    from branchline.server.live.match import Match
    from branchline.server.live.records import Record
    from branchline.server.live.rooms import Room

MOST_LISTED = 60
_STAGES = {"open": "table", "running": "playing", "finished": "over"}
"""The stage of the games that each list shows."""


async def list_games(call: Call) -> bodies.Games:
    """List public games that are open, running or finished, or all your own, newest first."""
    show = call.query("show") or "open"
    if show != "mine" and show not in _STAGES:
        raise Refusal("bad_request", 'show must be "open", "running", "finished" or "mine".')
    store = call.site.store
    if show != "mine":
        return bodies.Games(games=_rows(await store.game_rows(stage=_STAGES[show], public=True, most=MOST_LISTED)))
    stored = await store.game_rows(guest=call.guest, most=MOST_LISTED)
    games = _rows(stored)
    for game, (_, row, _) in zip(games, stored, strict=True):
        game.yours = seats_in(row, call.guest)
        await _add_turn(call, game)
    return bodies.Games(games=games)


def _rows(stored: list[tuple[str, str, float]]) -> list[wire.GameRow]:
    rows = [msgspec.json.decode(row, type=wire.GameRow) for _, row, _ in stored]
    for row in rows:
        taken: set[str] = set()
        for seat in row.seats:
            seat.color = current_color(seat.color, taken)
            taken.add(seat.color)
    return rows


async def _add_turn(call: Call, game: wire.GameRow) -> None:
    """Add to the row of a running game which seats are the caller's, and whether one of them has to decide."""
    if not call.site.ready or game.stage == "over":
        return
    try:
        room = await call.site.rooms.get(game.id)
    except Refusal:
        return  # the list also shows a game that cannot be opened
    game.yours = room.match.seats_of(call.guest)
    game.your_turn = any(seat in game.yours for seat in room.match.deciding) or None


async def create_game(call: Call) -> bodies.Made:
    """Create a game; with `start` and no open seat it begins at once."""
    body: bodies.NewGame = call.body
    await call.site.library_read.wait()
    version = await call.site.map_store.to_play(body.map, call.guest)
    find_board = call.site.map_store.finder(version)
    board = _board(lambda: find_board(version.id, version.hash, len(body.seats), body.options))
    created = r.Created(
        map=version.id,
        map_hash=version.hash,
        title=version.spec.about.name,
        seats=seat_setups(body.seats, await get_me(call), call.guest),
        host=call.guest,
        options=sorted(board.options),
        public=body.public,
        hints=body.hints,
        clock=body.clock,
        shuffle=body.shuffle,
        seed=commands.new_seed(),
    )
    made = await add_game(call, version, created)
    if body.start:
        room = await call.site.room(made.id)
        await room.submit(None, lambda match: commands.start(match, call.guest))
    return made


def _board(find: Callable[[], Board]) -> Board:
    """Return a board, or refuse options and numbers of players that its map does not have."""
    try:
        return find()
    except (BoardError, UnknownNameError) as error:
        raise Refusal("bad_request", str(error)) from None


async def get_game(call: Call) -> wire.State:
    """Return the state of a game as you may see it."""
    return state_for(call, await room_of(call), call.query("seat"))


async def room_of(call: Call) -> Room:
    """Return the room of the game in the path, if the caller may see it."""
    return await visible_room(call.site, call.game, call.guest)


def state_for(call: Call, room: Room, seat: str | None = None) -> wire.State:
    """Return the state of a game as the caller may see it."""
    return feed_of(room).state(viewer_for(room.match, call.guest, seat))


async def enter_game(call: Call) -> bodies.Entered:
    """Enter a game with the secret of an invite or of a seat's own link."""
    room = await call.site.room(call.game)
    chair = await call.site.store.secret_seat(room.match.id, identity.digest(call.body.token))
    if chair is None:
        raise Refusal("no_secret", "This link is not valid, or it was replaced by a newer one.")
    await call.site.store.let_in(room.match.id, call.guest)
    if chair == INVITE:
        return bodies.Entered(game=room.match.id)
    if call.guest not in room.match.seats[room.match.seat_of_chair(chair)].guests:
        await room.submit(None, lambda match: commands.join(match, call.guest, chair))
    return bodies.Entered(game=room.match.id, seat=room.match.seat_of_chair(chair))


async def renew_invite(call: Call) -> bodies.Invite:
    """Replace the invite of a game; the old one no longer works."""
    room = await room_of(call)
    commands.check_host(room.match, call.guest)
    token = identity.new_secret()
    await call.site.store.set_secret(room.match.id, INVITE, identity.digest(token))
    return bodies.Invite(invite=token)


async def change_game(
    call: Call, propose: Callable[[Match], Record], secret: tuple[int, str | None] | None = None
) -> wire.State:
    """Store the record that `propose` returns, and return the new state."""
    room = await room_of(call)
    await room.submit(None, propose, secret=secret)
    return state_for(call, room)


async def edit_game(call: Call) -> wire.State:
    """Change the options, the clock, or who may see a game that has not started."""
    body: bodies.EditGame = call.body

    def propose(match: Match) -> Record:
        edited = commands.edit(
            match, call.guest, options=body.options, public=body.public, hints=body.hints, clock=body.clock
        )
        board = _board(lambda: match.board_with(edited.options))
        return r.Edited(sorted(board.options), edited.public, edited.hints, edited.clock)

    return await change_game(call, propose)


async def start_game(call: Call) -> wire.State:
    """Start a game."""
    return await change_game(call, lambda match: commands.start(match, call.guest))


async def finished_room(call: Call) -> Room:
    """Return the room of the game in the path, if the caller may see it and the game is over."""
    room = await room_of(call)
    if room.match.stage != "over":
        raise Refusal("not_over", "That is possible once the game is over.")
    return room


async def rematch(call: Call) -> bodies.Made:
    """Create a game with the same seats, or return the one that another player has created."""
    room = await finished_room(call)
    match = room.match
    players = {guest for seat in match.seats for guest in seat.guests}
    if call.guest not in {match.host, *players}:
        raise Refusal("not_yours", "Only those who played can ask for a rematch.")
    async with room.rematching:  # two players who ask at once get the same game
        if match.rematch is not None:
            return bodies.Made(id=match.rematch, invite="", seats={})
        version = await call.site.map_store.version(match.map_hash)
        made = await add_game(call, version, *same_table(match, call.guest))
        for guest in players:
            await call.site.store.let_in(made.id, guest)
        await room.submit(f"rematch:{match.id}", lambda now: r.Rematched(now.rematch or made.id))
    first = room.match.rematch or made.id  # another process may have stored its rematch before this one
    return made if first == made.id else bodies.Made(id=first, invite="", seats={})


GAME = "/api/games/{game}"
ENDPOINTS = (
    Endpoint("GET", "/api/games", list_games, bodies.Games, query=("show",)),
    Endpoint("POST", "/api/games", create_game, bodies.Made, bodies.NewGame, rate_limits.CREATING, status=201),
    Endpoint("GET", GAME, get_game, wire.State, query=("seat",)),
    Endpoint("PATCH", GAME, edit_game, wire.State, bodies.EditGame, rate_limits.JOINING),
    Endpoint("POST", f"{GAME}/enter", enter_game, bodies.Entered, bodies.Enter, rate_limits.ENTERING),
    Endpoint("POST", f"{GAME}/invite", renew_invite, bodies.Invite, rate=rate_limits.ENTERING),
    Endpoint("POST", f"{GAME}/start", start_game, wire.State, rate=rate_limits.JOINING),
    Endpoint("POST", f"{GAME}/rematch", rematch, bodies.Made, rate=rate_limits.CREATING),
)
