"""The HTTP API of one table: making a game, sitting down, starting it, and what is left when it is over."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from starlette.responses import Response

from branchline.boards.board import BoardError
from branchline.engine.errors import BrokenSave
from branchline.engine.game import Game
from branchline.engine.saves import parse_save, save_text
from branchline.names import UnknownNameError
from branchline.server import metrics
from branchline.server.http import bodies, identity, rate_limits
from branchline.server.http.endpoints import Call, Endpoint
from branchline.server.http.sockets import check_may_see, viewer_for
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.live.bot_players import check_level
from branchline.server.live.game_ids import new_game_id
from branchline.server.live.match import Match
from branchline.server.live.players import COLORS, bot_name, free_color, free_name
from branchline.server.projection import wire
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import row_of
from branchline.server.projection.replays import replay_of
from branchline.server.refusal import Refusal
from branchline.server.store import Append

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.server.live.map_store import MapVersion
    from branchline.server.live.match import BoardFinder
    from branchline.server.live.records import Record
    from branchline.server.live.rooms import Room

INVITE = -1
LONGEST_SAVE = 5000
"""Most lines of a saved game that is imported; the longest real ones have some hundreds."""


async def me(call: Call) -> bodies.Me:
    """Return who is asking."""
    known = await call.site.store.guest(call.guest)
    name, color = known or (identity.first_name(call.guest), identity.first_color(call.guest))
    return bodies.Me(id=call.guest[:8], name=name, color=color)


# -- making ------------------------------------------------------------------------------------


async def make_game(call: Call) -> bodies.Made:
    """Set a table; with `start` and no open seat, play begins at once."""
    body: bodies.NewGame = call.body
    await call.site.library_read.wait()
    version = await call.site.map_store.named(body.map)
    host = await me(call)
    created = r.Created(
        map=version.id,
        map_hash=version.hash,
        title=version.spec.about.name,
        seats=_setups(body.seats, host, call.guest),
        host=call.guest,
        options=_checked_options(call.site.map_store.finder(version), version, body),
        public=body.public,
        hints=body.hints,
        clock=body.clock,
        shuffle=body.shuffle,
    )
    made = await _add(call, version, created)
    if body.start:
        room = await call.site.room(made.id)
        await room.submit(None, lambda match: commands.start(match, call.guest))
    return made


def _checked_options(finder: BoardFinder, version: MapVersion, body: bodies.NewGame) -> list[str]:
    try:
        board = finder(version.id, version.hash, len(body.seats), body.options)
    except (BoardError, UnknownNameError) as error:
        raise Refusal("bad_request", str(error)) from None
    return sorted(board.options)


def _setups(wishes: list[bodies.SeatWish], host: bodies.Me, guest: str) -> list[r.SeatSetup]:
    """Return the chairs as wished, each with a name and a color of its own."""
    names: set[str] = set()
    colors = {wish.color for wish in wishes if wish.color}
    setups: list[r.SeatSetup] = []
    for wish in wishes:
        color = wish.color or (host.color if wish.kind == "me" else COLORS[0])
        if wish.color is None or any(setup.color == color for setup in setups):
            color = free_color(color, {setup.color for setup in setups} | (colors - {wish.color}))
        name, level = "", None
        if wish.kind == "me":
            name = identity.clean(wish.name or "", identity.LONGEST_NAME) or host.name
        elif wish.kind == "bot":
            level = check_level(wish.level or "medium")
            name = identity.clean(wish.name or "", identity.LONGEST_NAME) or bot_name(level)
        name = free_name(name, names) if name else ""
        names.add(name)
        kind = "person" if wish.kind == "me" else wish.kind
        setups.append(r.SeatSetup(kind, name, color, level, guest if wish.kind == "me" else None))
    return setups


async def _add(call: Call, version: MapVersion, *records: Record) -> bodies.Made:
    """Store a new game with its first records and secrets."""
    game, now = new_game_id(), time.time()
    match = Match(game, call.site.map_store.finder(version))
    for seq, record in enumerate(records):
        match.apply(seq, now, None, record)
    mine = [seat.chair for seat in match.seats if call.guest in seat.guests]
    tokens = {chair: identity.new_secret() for chair in (INVITE, *mine)}
    entries = [Append(game, seq, now, None, r.to_text(record), call.guest) for seq, record in enumerate(records)]
    await call.site.store.add_game(entries, row_of(match), {identity.digest(t): chair for chair, t in tokens.items()})
    call.site.rooms.add(match)
    metrics.GAMES_MADE.inc()
    return bodies.Made(id=game, invite=tokens[INVITE], seats={chair: tokens[chair] for chair in mine})


# -- entering ----------------------------------------------------------------------------------


async def _room(call: Call) -> Room:
    """Return the room of a game that the caller may see."""
    room = await call.site.room(call.game)
    await check_may_see(call.site, room.match, call.guest)
    return room


def _state(call: Call, room: Room, seat: str | None = None) -> wire.State:
    return feed_of(room).state(viewer_for(room.match, call.guest, seat))


async def show_game(call: Call) -> wire.State:
    """The state of a game as you may see it."""
    return _state(call, await _room(call), call.query("seat"))


async def enter(call: Call) -> bodies.Entered:
    """Show the secret of an invite or of a seat's own link."""
    room = await call.site.room(call.game)
    chair = await call.site.store.secret_seat(room.match.id, identity.digest(call.body.token))
    if chair is None:
        raise Refusal("no_secret", "This link is not valid, or a newer one has taken its place.")
    await call.site.store.let_in(room.match.id, call.guest)
    if chair == INVITE:
        return bodies.Entered(game=room.match.id)
    if call.guest not in room.match.seats[room.match.seat_of_chair(chair)].guests:
        await room.submit(None, lambda match: commands.join(match, call.guest, chair))
    return bodies.Entered(game=room.match.id, seat=room.match.seat_of_chair(chair))


async def new_invite(call: Call) -> bodies.Invite:
    """A fresh invite; the one before no longer works."""
    room = await _room(call)
    commands.check_host(room.match, call.guest)
    token = identity.new_secret()
    await call.site.store.set_secret(room.match.id, INVITE, identity.digest(token))
    return bodies.Invite(invite=token)


# -- at the table ------------------------------------------------------------------------------


async def take_seat(call: Call) -> bodies.Taken:
    """Sit down on an open seat."""
    room, chair, who = await _room(call), call.seat, await me(call)
    body: bodies.TakeSeat = call.body
    name = identity.clean(body.name or "", identity.LONGEST_NAME) or who.name
    color = body.color or who.color
    token = identity.new_secret()
    await room.submit(
        None,
        lambda match: commands.sit(match, call.guest, chair, name, color),
        guest=call.guest,
        secret=(chair, identity.digest(token)),  # with the record: who sat here before has nothing left to show
    )
    return bodies.Taken(seat=chair, token=token)


async def _change(
    call: Call, propose: Callable[[Match], Record], secret: tuple[int, str | None] | None = None
) -> wire.State:
    room = await _room(call)
    await room.submit(None, propose, secret=secret)
    return _state(call, room)


async def leave_seat(call: Call) -> wire.State:
    """Leave your seat before the start; the host may clear any."""
    return await _change(call, lambda match: commands.stand_up(match, call.guest, call.seat), (call.seat, None))


async def set_seat(call: Call) -> wire.State:
    """Make a seat open, or a bot's."""
    body: bodies.EditSeat = call.body
    return await _change(
        call, lambda match: commands.set_chair(match, call.guest, call.seat, body.kind, body.level), (call.seat, None)
    )


async def edit_game(call: Call) -> wire.State:
    """Change the options, the clock, or who may see the game."""
    body: bodies.EditGame = call.body

    def propose(match: Match) -> Record:
        edited = commands.edit(
            match, call.guest, options=body.options, public=body.public, hints=body.hints, clock=body.clock
        )
        try:
            board = match.board_with(edited.options)
        except (BoardError, UnknownNameError) as error:
            raise Refusal("bad_request", str(error)) from None
        return r.Edited(sorted(board.options), edited.public, edited.hints, edited.clock)

    return await _change(call, propose)


async def start_game(call: Call) -> wire.State:
    """Begin."""
    return await _change(call, lambda match: commands.start(match, call.guest))


# -- when it is over ---------------------------------------------------------------------------


async def _over(call: Call) -> Room:
    room = await _room(call)
    if room.match.stage != "over":
        raise Refusal("not_over", "That is possible once the game is over.")
    return room


async def rematch(call: Call) -> bodies.Made:
    """Set the same table again, for those who sat at it."""
    room = await _over(call)
    match = room.match
    if call.guest not in {match.host, *(guest for seat in match.seats for guest in seat.guests)}:
        raise Refusal("not_yours", "Only those who played can ask for a rematch.")
    async with room.rematching:  # two who ask at once get one game
        if match.rematch is not None:
            return bodies.Made(id=match.rematch, invite="", seats={})
        version = await call.site.map_store.version(match.map_hash)
        made = await _add(call, version, *_same_table(match, call.guest))
        for guest in {guest for seat in match.seats for guest in seat.guests}:
            await call.site.store.let_in(made.id, guest)
        await room.submit(f"rematch:{match.id}", lambda now: r.Rematched(now.rematch or made.id))
    first = room.match.rematch or made.id  # at another process somebody may have been quicker
    return made if first == made.id else bodies.Made(id=first, invite="", seats={})


def _same_table(match: Match, host: str) -> list[Record]:
    """Return the first records of a game with the same seats; a second device of a player sits down with it."""
    seats = sorted(match.seats, key=lambda seat: seat.chair)
    guests = [sorted(seat.guests) for seat in seats]
    created = r.Created(
        map=match.map,
        map_hash=match.map_hash,
        title=match.title,
        seats=[
            r.SeatSetup(seat.kind, seat.name, seat.color, seat.level, sitting[0] if sitting else None)
            for seat, sitting in zip(seats, guests, strict=True)
        ],
        host=host,
        options=match.options,
        public=match.public,
        hints=match.hints,
        clock=match.clock,
        shuffle=match.shuffle,
    )
    return [created, *(r.Joined(chair, guest) for chair, sitting in enumerate(guests) for guest in sitting[1:])]


async def download(call: Call) -> Response:
    """The saved game as text."""
    room = await _over(call)
    text = save_text(room.match.playing)
    name = f"branchline-{room.match.map}-{room.match.id}.branchline"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text.encode(), headers=headers, media_type="text/plain; charset=utf-8")


async def show_replay(call: Call) -> wire.Replay:
    """The whole game, to step through with any seat's eyes or all."""
    room = await _over(call)
    eyes = call.query("eyes") or "all"
    if eyes not in ("all", "none", *(str(seat) for seat in range(len(room.match.seats)))):
        raise Refusal("bad_request", 'eyes is "all", "none" for a spectator\'s, or the number of a seat.')
    return await asyncio.to_thread(replay_of, room.match, eyes)


async def show_chances(call: Call) -> wire.Chances:
    """How the chances stood at each moment, as far as that is worked out; asking again gives more."""
    room = await _over(call)
    return call.site.thinkers.chances(room.match)


async def import_game(call: Call) -> bodies.Entered:
    """A saved game becomes a finished game of yours, to replay."""
    await call.site.library_read.wait()
    await call.site.rules_loaded.wait()
    _check_import(call.body.text, call.site.map_store.built_in)
    try:
        save = await asyncio.to_thread(parse_save, call.body.text)
    except BrokenSave as error:
        raise Refusal("broken_save", str(error)) from None
    game = save.game
    if not game.over:
        raise Refusal("broken_save", "This game was not played to its end, so there is nothing to replay yet.")
    version = await call.site.map_store.named(game.board.map_id)
    names = [
        identity.clean(name, identity.LONGEST_NAME) or f"Player {seat + 1}" for seat, name in enumerate(game.names)
    ]
    setups = [r.SeatSetup("bot", name, COLORS[seat], "imported") for seat, name in enumerate(names)]
    created = r.Created(
        version.id, version.hash, version.spec.about.name, setups, call.guest, sorted(game.board.options), shuffle=False
    )
    started = r.Started(game.key.hex(), list(range(game.players)))
    moves = await asyncio.to_thread(_moves, game)
    made = await _add(call, version, created, started, *moves)
    return bodies.Entered(game=made.id)


def _check_import(text: str, known: dict[str, MapVersion]) -> None:
    """Refuse a text that names a map by a path, which must not be read for a guest, or is longer than any game."""
    if text.count("\n") > LONGEST_SAVE:
        raise Refusal("broken_save", f"At most {LONGEST_SAVE:,} lines are read: no game is so long.")
    header, _, _ = text.replace("\r\n", "\n").partition("\n\n")
    maps = [line.partition(":")[2].split() for line in header.split("\n") if line.partition(":")[0].strip() == "map"]
    for words in maps:
        if not words or words[0] not in known:
            name = words[0][:60] if words else ""
            raise Refusal("broken_save", f'Only games on a map of this site can be imported; this one says "{name}".')


def _moves(game: Game) -> list[Record]:
    """Return the moves of an imported game with the seat that made each."""
    from branchline.engine.codes import KEEP, KIND_MASK, PAYMENT

    again = Game(game.board, game.key)
    moves: list[Record] = []
    for code in game.log:
        named = (code >> PAYMENT & KIND_MASK) - 1 if code & KIND_MASK == KEEP else -1
        moves.append(r.Acted(named if named >= 0 else again.turn, code, "person"))
        again.play(code)
    return moves


_GAME = "/api/games/{game}"
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST", "/api/games", make_game, "Make a game", bodies.Made, bodies.NewGame, rate_limits.CREATING, status=201
    ),
    Endpoint("GET", _GAME, show_game, "The state as you may see it", wire.State, query=("seat",)),
    Endpoint("PATCH", _GAME, edit_game, "Change what is played", wire.State, bodies.EditGame, rate_limits.JOINING),
    Endpoint(
        "POST", f"{_GAME}/enter", enter, "Show a link's secret", bodies.Entered, bodies.Enter, rate_limits.ENTERING
    ),
    Endpoint("POST", f"{_GAME}/invite", new_invite, "A fresh invite", bodies.Invite, rate=rate_limits.ENTERING),
    Endpoint(
        "POST", f"{_GAME}/seats/{{seat}}", take_seat, "Sit down", bodies.Taken, bodies.TakeSeat, rate_limits.JOINING
    ),
    Endpoint(
        "PUT",
        f"{_GAME}/seats/{{seat}}",
        set_seat,
        "Open a seat or give it to a bot",
        wire.State,
        bodies.EditSeat,
        rate_limits.JOINING,
    ),
    Endpoint("DELETE", f"{_GAME}/seats/{{seat}}", leave_seat, "Leave a seat", wire.State, rate=rate_limits.JOINING),
    Endpoint("POST", f"{_GAME}/start", start_game, "Begin", wire.State, rate=rate_limits.JOINING),
    Endpoint("POST", f"{_GAME}/rematch", rematch, "The same table again", bodies.Made, rate=rate_limits.CREATING),
    Endpoint("GET", f"{_GAME}/download", download, "The saved game", media="text/plain"),
    Endpoint(
        "GET",
        f"{_GAME}/replay",
        show_replay,
        "The whole game to step through",
        wire.Replay,
        query=("eyes",),
        rate=rate_limits.ASKING,
    ),
    Endpoint(
        "GET",
        f"{_GAME}/chances",
        show_chances,
        "How the chances stood at each moment",
        wire.Chances,
        rate=rate_limits.ASKING,
    ),
    Endpoint(
        "POST",
        "/api/replays",
        import_game,
        "Import a saved game",
        bodies.Entered,
        bodies.ImportGame,
        rate_limits.UPLOADING,
        large=True,
    ),
)
