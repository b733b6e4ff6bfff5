"""One socket per open game: a seat's, or a spectator's."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from branchline.server import metrics
from branchline.server.analysis.hints import hints_for
from branchline.server.http import identity, rate_limits
from branchline.server.http.security import check_same_site, whole_number
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.live.rooms import COME_BACK, Listener
from branchline.server.logs import log
from branchline.server.projection import legality, wire
from branchline.server.projection.state import Eyes
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.engine.views import View
    from branchline.server.live.match import Match
    from branchline.server.live.records import Record
    from branchline.server.live.rooms import Room
    from branchline.server.site import Site

MOST_WAITING = 400
"""A reader so many messages behind is let go; it comes back and resumes."""
NOT_ALLOWED, NO_GAME, SLOW, TOO_MANY = 4001, 4004, 4008, 4029
CLOSE_SECONDS = 5
GARBAGE = 20
"""So many messages in a row that make no sense, and the socket is closed."""

_DECODER = msgspec.json.Decoder(wire.ClientMessage)
_ENCODE = msgspec.json.Encoder().encode
_RATES = {
    wire.Say: rate_limits.CHATTING,
    wire.Ask: rate_limits.ASKING,
    wire.Why: rate_limits.ASKING,
    wire.Opens: rate_limits.ASKING,
    wire.Ping: rate_limits.ASKING,
    wire.Hint: rate_limits.HINTING,
}


class Socket(Listener):
    """A connection: what comes in is played, what the room tells goes out."""

    def __init__(self, site: Site, socket: WebSocket, guest: str, address: str) -> None:
        self.site = site
        self.socket = socket
        self.guest = guest
        self.address = address
        self.eyes = Eyes()
        self._out: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._slow = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None
        self._garbage = 0

    # -- what the room tells -------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Queue a message; a reader too far behind is let go."""
        if self._out.qsize() >= MOST_WAITING:
            self._slow.set()  # what is queued would only wait behind what it does not read
        else:
            self._out.put_nowait(message)

    def close(self, code: int, reason: wire.Bye) -> None:
        """Say why, then close."""
        self._out.put_nowait(_ENCODE(reason))
        self._out.put_nowait(code)

    async def _write(self) -> None:
        while True:
            message = await self._out.get()
            if isinstance(message, int):
                await self.socket.close(message)
                return
            await self.socket.send_text(message.decode())

    # -- the life of a socket ------------------------------------------------------------------

    async def run(self, room: Room, seat: str | None, since: int | None) -> None:
        """Serve the socket until it closes."""
        self.eyes = eyes_for(room.match, self.guest, seat)
        work: tuple[asyncio.Task[Any], ...] = (
            asyncio.create_task(self._write()),
            asyncio.create_task(self._read(room)),
            asyncio.create_task(self._slow.wait()),
        )
        try:
            await room.enter(self, since)
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(self)
            thinking = () if self._thinking is None else (self._thinking,)
            for task in (*work, *thinking):
                task.cancel()
            await asyncio.gather(*work, *thinking, return_exceptions=True)
            if self.socket.application_state == WebSocketState.CONNECTED:
                await _quietly_close(self.socket, SLOW if self._slow.is_set() else 1000)

    async def _read(self, room: Room) -> None:
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(room, message.get("text") or message.get("bytes") or b"")
        except (WebSocketDisconnect, ConnectionError):
            return

    async def _take(self, room: Room, data: str | bytes) -> None:
        """Take one message and answer it."""
        request_id = None
        try:
            message = self._decode(data)
            request_id = message.id
            self._check_rate(message)
            if isinstance(message, wire.Hint):
                self._think(room, message)
                return
            answer = await self._answer(room, message)
        except Refusal as refusal:
            metrics.REFUSED.labels(refusal.code).inc()
            answer = _refused(refusal, request_id)
        except Exception as error:  # noqa: BLE001 (told to the log, never to the client)
            log().error("message_failed", game=room.match.id, error=type(error).__name__, exc_info=True)
            answer = wire.Refused(id=request_id, code="failed", message="Something went wrong here; it was noted.")
        self.send(_ENCODE(answer))

    def _decode(self, data: str | bytes) -> wire.ClientMessage:
        try:
            message: wire.ClientMessage = _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._garbage += 1
            if self._garbage > GARBAGE:
                self.close(NOT_ALLOWED, wire.Bye(code="bad_message", message="Too much made no sense.", again=False))
            raise Refusal("bad_message", str(error)[:300]) from None
        self._garbage = 0
        return message

    def _check_rate(self, message: wire.ClientMessage) -> None:
        rate = _RATES.get(type(message), rate_limits.PLAYING)
        # Chat is limited by person, so that a second tab is no second mouth; play by socket.
        who = f"guest {self.guest}" if rate in (rate_limits.CHATTING, rate_limits.HINTING) else f"socket {id(self)}"
        wait = self.site.buckets.spend(who, rate)
        if rate in (rate_limits.CHATTING, rate_limits.HINTING):
            # A new identity costs nothing: by address as well, five times as generously.
            wait = max(wait, self.site.buckets.spend(f"address {self.address}", rate, 0.2))
        if wait:
            raise Refusal("too_many", f"That is too fast: wait {wait:.0f} seconds.", retry_after=round(wait, 1))

    # -- answering -----------------------------------------------------------------------------

    async def _answer(self, room: Room, message: wire.ClientMessage) -> wire.ServerMessage:  # noqa: PLR0911 (one a sort)
        match message:
            case wire.Act():
                return await self._act(room, message)
            case wire.AskUndo():
                return await self._store(room, message.id, lambda m: commands.ask_undo(m, self._seat(m)))
            case wire.AnswerUndo(yes=yes):
                return await self._store(room, message.id, lambda m: commands.answer_undo(m, self._seat(m), yes=yes))
            case wire.Resign():
                return await self._store(room, message.id, lambda m: commands.resign(m, self._seat(m)))
            case wire.Say(text=text):
                return await self._say(room, message.id, text)
            case wire.Ping():
                return wire.Pong(now=time.time())
        return self._tell(room.match, message)

    def _think(self, room: Room, message: wire.Hint) -> None:
        """Look for good moves, one question at a time; whoever asks may play on meanwhile."""
        if self._thinking is not None and not self._thinking.done():
            raise Refusal("too_many", "Your last question is still being thought about.", retry_after=1.0)
        self._thinking = asyncio.create_task(self._hint(room, message))

    async def _hint(self, room: Room, message: wire.Hint) -> None:
        answer: wire.ServerMessage
        try:
            answer = await hints_for(self.site, room.match, self._seat(room.match), message.id)
        except Refusal as refusal:
            metrics.REFUSED.labels(refusal.code).inc()
            answer = _refused(refusal, message.id)
        except Exception as error:  # noqa: BLE001 (told to the log, never to the client)
            log().error("hint_failed", game=room.match.id, error=type(error).__name__)
            answer = wire.Refused(id=message.id, code="failed", message="Something went wrong here; it was noted.")
        self.send(_ENCODE(answer))

    async def _act(self, room: Room, message: wire.Act) -> wire.Ack:
        wish = message.action if message.action is not None else message.text
        if wish is None:
            raise Refusal("bad_message", "An act needs an action, or its text.")
        started = time.perf_counter()
        ack = await self._store(room, message.id, lambda m: commands.act(m, self._seat(m), message.rev, wish))
        metrics.ACT_SECONDS.observe(time.perf_counter() - started)
        return ack

    async def _say(self, room: Room, request_id: str, text: str) -> wire.Ack:
        said = identity.clean(text, identity.LONGEST_CHAT)
        if not said:
            raise Refusal("bad_message", "There is nothing in it to say.")
        if self.eyes.chair is None and not room.match.public:
            raise Refusal("not_yours", "Only players talk in a private game.")
        name = (await self.site.store.guest(self.guest) or (identity.first_name(self.guest),))[0]

        def propose(match: Match) -> Record:
            commands.check_space(match)
            mine = self.eyes.chair is not None
            return r.Said(match.seats[self._seat(match)].name if mine else name, said, self.eyes.chair)

        return await self._store(room, request_id, propose)

    async def _store(self, room: Room, request_id: str, propose: Callable[[Match], Record]) -> wire.Ack:
        # The sender's ids are its own: another seat's, or another spectator's, cannot collide with them.
        who = f"g{self.guest[:16]}" if self.eyes.chair is None else f"c{self.eyes.chair}"
        seq, again = await room.submit(f"{who}:{request_id}", propose)
        return wire.Ack(id=request_id, seq=seq, again=again or None)

    def _seat(self, match: Match) -> int:
        if self.eyes.chair is None:
            raise Refusal("not_yours", "You are watching: only players can do that.")
        return match.seat_of_chair(self.eyes.chair)

    def _tell(self, match: Match, message: wire.ClientMessage) -> wire.Answer:
        commands.check_playing(match)
        seat = self._seat(match)
        view = match.view(seat)
        if isinstance(message, wire.Ask):
            return _ask(match, seat, message)
        view = view if view.turn == seat and view.phase != "first tickets" else legality.on_turn(view, seat)
        if isinstance(message, wire.Opens):
            return wire.Answer(id=message.id, opens=legality.routes_opened(view, seat))
        if isinstance(message, wire.Why) and message.route is not None:
            return _why_route(view, message.id, message.route)
        why = _why_routes(view)
        return wire.Answer(
            id=message.id,
            routes={route: reason.message for route, reason in why.items()},
            reasons={route: reason.code for route, reason in why.items()},
            lacking={route: reason.missing for route, reason in why.items() if reason.missing},
        )


def _ask(match: Match, seat: int, message: wire.Ask) -> wire.Answer:
    wish = message.action if message.action is not None else message.text
    if wish is None:
        raise Refusal("bad_message", "Give an action, or its text.")
    try:
        commands.check_may_decide(match, seat)
        commands.act(match, seat, match.rev, wish)
    except Refusal as no:
        return wire.Answer(
            id=message.id, legal=False, reason=no.reason or no.code, message=no.message, missing=no.missing
        )
    return wire.Answer(id=message.id, legal=True)


def _why_route(view: View, request_id: str, route: int) -> wire.Answer:
    if route >= len(view.board.routes):
        raise Refusal("not_found", f"There is no route {route} on this map.")
    payments = view.legal.payments(route)
    if payments:
        return wire.Answer(id=request_id, legal=True, pay=payments)
    reason = legality.why_not_route(view, route)
    if reason is None:
        return wire.Answer(id=request_id, legal=True)
    return wire.Answer(id=request_id, legal=False, reason=reason.code, message=reason.message, missing=reason.missing)


def _why_routes(view: View) -> dict[int, legality.Reason]:
    claims = view.legal.claims()
    reasons = {
        route: legality.why_not_route(view, route) for route in range(len(view.board.routes)) if route not in claims
    }
    return {route: reason for route, reason in reasons.items() if reason is not None}


def _refused(refusal: Refusal, request_id: str | None) -> wire.Refused:
    return wire.Refused(
        id=request_id,
        code=refusal.code,
        message=refusal.message,
        reason=refusal.reason,
        missing=refusal.missing,
        retry_after=refusal.retry_after,
    )


def eyes_for(match: Match, guest: str, seat: str | None) -> Eyes:
    """Return the eyes that a guest may look with: the seat asked for, the only one there is, or a spectator's."""
    mine = frozenset(match.seats[number].chair for number in match.seats_of(guest))
    if seat == "none":
        return Eyes(None, mine)
    if seat is None or seat == "":
        return Eyes(next(iter(mine)) if len(mine) == 1 else None, mine)
    number = whole_number(seat)
    if number is None or number >= len(match.seats) or match.seats[number].chair not in mine:
        raise Refusal("not_yours", "That seat is not yours.")
    return Eyes(match.seats[number].chair, mine)


async def _quietly_close(socket: WebSocket, code: int = 1000) -> None:
    try:
        async with asyncio.timeout(CLOSE_SECONDS):  # who does not read does not read this either
            await socket.close(code)
    except (RuntimeError, ConnectionError, TimeoutError):
        return


async def serve_socket(socket: WebSocket) -> None:
    """Let a socket in, if it may come, and serve it."""
    site: Site = socket.app.state.site
    address = rate_limits.neighbourhood(socket.client.host if socket.client else "?")
    guest = identity.read(socket.cookies.get(identity.COOKIE), site.key)
    try:
        check_same_site(socket.headers, site.settings.origin)
    except Refusal:
        await socket.close(NOT_ALLOWED)  # before accept: the handshake is answered 403
        return
    await socket.accept()
    try:
        _count_in(site, address)
    except Refusal as refusal:
        await _turn_away(socket, refusal, TOO_MANY)
        return
    metrics.SOCKETS.inc()
    try:
        await _serve(site, socket, guest or identity.new_guest(), address)
    except Refusal as refusal:
        await _turn_away(socket, refusal, NO_GAME if refusal.code == "not_found" else NOT_ALLOWED)
    except (WebSocketDisconnect, ConnectionError, RuntimeError):
        pass
    except Exception as error:  # noqa: BLE001 (told to the log, never to the client)
        log().error("socket_failed", error=type(error).__name__, exc_info=True)
        await _turn_away(socket, Refusal("failed", "Something went wrong here; it was noted."), COME_BACK)
    finally:
        metrics.SOCKETS.dec()
        _count_out(site, address)


async def _serve(site: Site, socket: WebSocket, guest: str, address: str) -> None:
    game = socket.path_params["game"]
    since = whole_number(socket.query_params.get("since"))
    room = await site.room(game)
    await check_may_see(site, room.match, guest)
    listener = Socket(site, socket, guest, address)
    await listener.run(room, socket.query_params.get("seat"), since)


async def check_may_see(site: Site, match: Match, guest: str) -> None:
    """Refuse whoever may not look at a private game."""
    if match.public or match.seats_of(guest) or guest == match.host:
        return
    if not await site.store.may_enter(match.id, guest):
        raise Refusal("no_secret", "This game is by invitation: open it with the link you were given.")


def _count_in(site: Site, address: str) -> None:
    wait = site.buckets.spend(f"address {address}", rate_limits.CONNECTING)
    most = rate_limits.SOCKETS_AN_ADDRESS * site.settings.limits
    number = site.sockets_by_address.get(address, 0)
    if wait or (most and number >= most):
        raise Refusal("too_many", "Too many connections from your address.", retry_after=round(wait, 1) or 10.0)
    site.sockets_by_address[address] = number + 1


def _count_out(site: Site, address: str) -> None:
    left = site.sockets_by_address.get(address, 1) - 1
    if left > 0:
        site.sockets_by_address[address] = left
    else:
        site.sockets_by_address.pop(address, None)


async def _turn_away(socket: WebSocket, refusal: Refusal, code: int) -> None:
    metrics.REFUSED.labels(refusal.code).inc()
    try:
        await socket.send_text(_ENCODE(_refused(refusal, None)).decode())
        await socket.close(code)
    except (RuntimeError, ConnectionError, WebSocketDisconnect):
        return
