"""One socket per open game: a seat's, or a spectator's."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.numerals import whole_number
from branchline.server import metrics
from branchline.server.analysis.hints import hints_for
from branchline.server.http import identity, rate_limits
from branchline.server.http.access import unreachable, viewer_for, visible_room
from branchline.server.http.security import check_same_site
from branchline.server.http.websocket.handshake import EXTENSION
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.logs import log
from branchline.server.metering import measured, metering
from branchline.server.projection import wire
from branchline.server.projection.answers import wanted_action
from branchline.server.projection.feed import feed_of
from branchline.server.projection.state import Viewer
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.datastructures import State

    from branchline.server.http.budgets import Gate, ProcessorBudget
    from branchline.server.http.rate_limits import Limits
    from branchline.server.http.websocket.protocol import SocketProtocol
    from branchline.server.live.match import Match
    from branchline.server.live.records import Record
    from branchline.server.live.rooms import Room
    from branchline.server.site import Site

RECONNECT, NOT_ALLOWED, NO_GAME, SLOW, TOO_MANY = 4000, 4001, 4004, 4008, 4029
"""The codes with which a socket is closed."""
MOST_GARBAGE = 20
"""The number of consecutive messages that cannot be read before the socket is closed."""
TOO_OFTEN = ("too_many", "too_busy", "bad_message")
HOLD_BACK_SECONDS = 0.25
"""How long the next message of a socket waits after one too many: refusals take time as well."""
FAILED = "Something went wrong here; it was noted."

_DECODER = msgspec.json.Decoder(wire.ClientMessage)
_ENCODE = msgspec.json.Encoder().encode
_RATES = {
    wire.Say: rate_limits.CHATTING,
    wire.Ask: rate_limits.ASKING,
    wire.Why: rate_limits.ASKING,
    wire.Opens: rate_limits.ASKING,
    wire.Advise: rate_limits.ASKING,
    wire.Ping: rate_limits.ASKING,
    wire.Hint: rate_limits.HINTING,
}
_WITHOUT_EFFECT = (wire.Ask, wire.Why, wire.Opens, wire.Advise, wire.Hint, wire.Ping)
"""Messages that are only answered."""


class Socket:
    """A connection: answers what the client sends, and writes what the room's feed sends."""

    __slots__ = ("_garbage", "_protocol", "_room", "_state", "_thinking", "address", "guest", "viewer")

    def __init__(self, state: State, protocol: SocketProtocol, room: Room, guest: str, address: str) -> None:
        self._state = state
        self._protocol = protocol
        self._room = room
        self.guest = guest
        self.address = address
        self.viewer = Viewer()
        self._thinking: asyncio.Task[None] | None = None
        self._garbage = 0

    # -- writing -------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Write a message; a reader that is too far behind is disconnected."""
        if not self._protocol.write(message):
            self._protocol.close(SLOW)

    def close(self, reason: wire.Bye, code: int = RECONNECT) -> None:
        """Send the reason, then close."""
        self._protocol.write(_ENCODE(reason))
        self._protocol.close(code)

    # -- the life of a socket ------------------------------------------------------------------

    async def enter(self, seat: str | None, since: int | None) -> None:
        """Enter the room; from then on the socket is served until it closes."""
        self.viewer = viewer_for(self._room.match, self.guest, seat)
        feed = feed_of(self._room)
        try:
            await feed.enter(self, since)
        except BaseException:
            feed.leave(self)
            raise
        metrics.SOCKETS.inc()
        self._protocol.serve(self)

    def closed(self) -> None:
        """Leave the room."""
        feed_of(self._room).leave(self)
        if self._thinking is not None:
            self._thinking.cancel()
        limits: Limits = self._state.limits
        limits.close_socket(self.address)
        metrics.SOCKETS.dec()

    async def handle(self, data: bytes) -> None:
        """Handle one message and reply to it."""
        request_id, reply = None, None
        try:
            message = self._decode(data)
            if self._protocol.is_closing and isinstance(message, _WITHOUT_EFFECT):
                return  # nobody reads the answer
            request_id = message.id
            self._check_rate(message)
            reply = await self._budgeted(message)
        except Exception as error:  # noqa: BLE001 (reported in the log, never to the client)
            reply = _failure(self._room, request_id, error)
        if reply is not None:
            self.send(_ENCODE(reply))
        if isinstance(reply, wire.Refused) and reply.code in TOO_OFTEN and not self._protocol.is_closing:
            await asyncio.sleep(HOLD_BACK_SECONDS)

    def _decode(self, data: bytes) -> wire.ClientMessage:
        try:
            message: wire.ClientMessage = _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._garbage += 1
            if self._garbage > MOST_GARBAGE:
                bye = wire.Bye(code="bad_message", message="Too many messages could not be read.", again=False)
                self.close(bye, NOT_ALLOWED)
            raise Refusal("bad_message", str(error)[:300]) from None
        self._garbage = 0
        return message

    def _check_rate(self, message: wire.ClientMessage) -> None:
        limits: Limits = self._state.limits
        rate = _RATES.get(type(message), rate_limits.PLAYING)
        # Chat and hints are limited per guest, so that a second tab gains nothing; play is limited per socket.
        if rate in (rate_limits.CHATTING, rate_limits.HINTING):
            limits.check_guest(self.guest, self.address, rate)
        else:
            limits.check(f"socket {id(self)}", rate)

    # -- answering -----------------------------------------------------------------------------

    async def _budgeted(self, message: wire.ClientMessage) -> wire.ServerMessage | None:
        """Reply to a message, at the cost of the guest and the address; questions wait for their turn."""
        budget: ProcessorBudget = self._state.budget
        gate: Gate = self._state.questions
        is_question = isinstance(message, wire.Ask | wire.Why | wire.Opens | wire.Advise)
        budget.check(self.guest, self.address)
        if is_question:
            await gate.enter(self.address)
        with metering(self.address) as meter:
            try:
                return await measured(self._reply(message))
            finally:
                budget.charge(self.guest, self.address, meter.seconds)
                if is_question:
                    gate.leave(meter.on_loop)

    async def _reply(self, message: wire.ClientMessage) -> wire.ServerMessage | None:
        """Return the reply to a message, unless it is sent otherwise: an acknowledgement at once, a hint later."""
        match message:
            case wire.Act():
                await self._act(message)
            case wire.AskUndo():
                await self._store(message.id, lambda m: commands.ask_undo(m, self._seat(m)))
            case wire.AnswerUndo(yes=yes):
                await self._store(message.id, lambda m: commands.answer_undo(m, self._seat(m), yes=yes))
            case wire.Resign():
                await self._store(message.id, lambda m: commands.resign(m, self._seat(m)))
            case wire.Say(text=text):
                await self._say(message.id, text)
            case wire.Hint():
                self._think(message)
            case wire.Ping():
                return wire.Pong(now=time.time())
            case _:
                return feed_of(self._room).answers.of(self._seat(self._room.match), message)
        return None

    def _think(self, message: wire.Hint) -> None:
        """Search for good moves, one question at a time; the player may play on meanwhile."""
        if self._thinking is not None and not self._thinking.done():
            raise Refusal("too_many", "Your last hint is still being computed.", retry_after=1.0)
        self._thinking = asyncio.create_task(self._hint(message))

    async def _hint(self, message: wire.Hint) -> None:
        match = self._room.match
        reply: wire.ServerMessage
        try:
            seconds = self._site.settings.bot_seconds
            hints = await hints_for(self._site.search_workers, self.address, match, self._seat(match), seconds)
            reply = wire.Answer(id=message.id, hints=hints)
        except Exception as error:  # noqa: BLE001 (reported in the log, never to the client)
            reply = _failure(self._room, message.id, error)
        self.send(_ENCODE(reply))

    async def _act(self, message: wire.Act) -> None:
        wanted = wanted_action(message)
        started = time.perf_counter()
        await self._store(message.id, lambda m: commands.act(m, self._seat(m), message.rev, wanted))
        metrics.ACT_SECONDS.observe(time.perf_counter() - started)

    async def _say(self, request_id: str, text: str) -> None:
        line = identity.clean(text, identity.LONGEST_CHAT)
        if not line:
            raise Refusal("bad_message", "There is no text in this message.")
        if self.viewer.chair is None and not self._room.match.public:
            raise Refusal("not_yours", "Only players can chat in a private game.")
        name = (await self._site.store.guest(self.guest) or (identity.first_name(self.guest),))[0]

        def propose(match: Match) -> Record:
            commands.check_space(match, spectator=self.viewer.chair is None)
            seat = self.viewer.seat(match)
            return r.Said(name if seat is None else match.seats[seat].name, line, self.viewer.chair)

        await self._store(request_id, propose)

    async def _store(self, request_id: str, propose: Callable[[Match], Record]) -> None:
        """Store a record and acknowledge it."""

        def acknowledge(seq: int, again: bool) -> None:  # noqa: FBT001 (called by a room only)
            self.send(_ENCODE(wire.Ack(id=request_id, seq=seq, again=again or None)))

        # Each chair and each spectator has its own ids, which cannot collide with those of others.
        sender = f"g{self.guest[:16]}" if self.viewer.chair is None else f"c{self.viewer.chair}"
        await self._room.submit_and_answer(f"{sender}:{request_id}", propose, acknowledge)

    @property
    def _site(self) -> Site:
        site: Site = self._state.site
        return site

    def _seat(self, match: Match) -> int:
        seat = self.viewer.seat(match)
        if seat is None:
            raise Refusal("not_yours", "You are watching: only players can do that.")
        return seat


def _failure(room: Room, request_id: str | None, error: Exception) -> wire.Refused:
    """Return the refusal of a message; an error that is no refusal is logged and not explained to the client."""
    if isinstance(error, SQLAlchemyError):
        error = unreachable(error, room.match.id)
    if not isinstance(error, Refusal):
        log().error("message_failed", game=room.match.id, error=type(error).__name__, exc_info=error)
        return wire.Refused(id=request_id, code="failed", message=FAILED)
    metrics.REFUSED.labels(error.code).inc()
    return _refused(error, request_id)


def _refused(refusal: Refusal, request_id: str | None) -> wire.Refused:
    return wire.Refused(
        id=request_id,
        code=refusal.code,
        message=refusal.message,
        reason=refusal.reason,
        missing=refusal.missing,
        retry_after=refusal.retry_after,
    )


async def serve_socket(socket: WebSocket) -> None:
    """Check whether a socket may be opened, and let it enter its game."""
    site: Site = socket.app.state.site
    limits: Limits = socket.app.state.limits
    address = rate_limits.network_of(socket.client.host if socket.client else "?")
    guest = identity.guest_of(socket.headers.getlist("cookie"), site.key)
    try:
        check_same_site(socket.headers, site.settings.origin)
    except Refusal:
        await socket.close(NOT_ALLOWED)  # before accept: the handshake is answered 403
        return
    await socket.accept()
    try:
        limits.open_socket(address)
    except Refusal as refusal:
        await _reject(socket, refusal, TOO_MANY)
        return
    is_served = False
    try:
        await _enter_in_turn(site, socket, guest or identity.new_guest(), address)
        is_served = True
    except Refusal as refusal:
        await _reject(socket, refusal, NO_GAME if refusal.code == "not_found" else NOT_ALLOWED)
    except (WebSocketDisconnect, ConnectionError):
        pass
    except Exception as error:  # noqa: BLE001 (reported in the log, never to the client)
        log().error("socket_failed", error=type(error).__name__, exc_info=True)
        await _reject(socket, Refusal("failed", FAILED), RECONNECT)
    finally:
        if not is_served:
            limits.close_socket(address)


async def _enter_in_turn(site: Site, socket: WebSocket, guest: str, address: str) -> None:
    """Enter the game when it is the turn of the address among all requests, at the cost of the guest."""
    budget: ProcessorBudget = socket.app.state.budget
    gate: Gate = socket.app.state.requests
    budget.check(guest, address)
    await gate.enter(address)
    with metering(address) as meter:
        try:
            await measured(_enter(site, socket, guest, address))
        finally:
            budget.charge(guest, address, meter.seconds)
            gate.leave(meter.on_loop)


async def _enter(site: Site, socket: WebSocket, guest: str, address: str) -> None:
    """Enter the game of the path; the socket is then served until it closes."""
    game = socket.path_params["game"]
    since = whole_number(socket.query_params.get("since"))
    room = await visible_room(site, game, guest)
    while site.rooms.in_memory(game) is not room:  # it left the memory while the database was asked
        room = await visible_room(site, game, guest)
    protocol: SocketProtocol = socket.scope["extensions"][EXTENSION]
    await Socket(socket.app.state, protocol, room, guest, address).enter(socket.query_params.get("seat"), since)


async def _reject(socket: WebSocket, refusal: Refusal, code: int) -> None:
    metrics.REFUSED.labels(refusal.code).inc()
    try:
        await socket.send_text(_ENCODE(_refused(refusal, None)).decode())
        await socket.close(code)
    except (RuntimeError, ConnectionError, WebSocketDisconnect):
        return
