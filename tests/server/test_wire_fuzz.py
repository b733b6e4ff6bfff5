"""Whatever sockets send, in whatever order: every message gets one reply, and the log can be replayed."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import branchline as bl
from branchline.server.http import sockets
from branchline.server.http.budgets import Gate, ProcessorBudget
from branchline.server.http.rate_limits import Limits
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.live.rooms import Room
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import row_of
from branchline.server.projection.state import Viewer
from branchline.server.store import Append
from tests.server.people import offered
from tests.server.test_leak import state_values

KINDS = ("act", "undo", "agree", "resign", "chat", "ask", "why", "opens", "ping")
LINES = st.sampled_from(
    ["draw deck", "tickets", "keep 1 2", "keep 1 @2", "pass", "claim A–B", "buy x", "\u202e", "ev|il", ""]
)
TEXTS = LINES | st.text(max_size=40)
NUMBERS = st.integers(-2, 130) | st.integers(-(2**70), 2**70)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
ACTIONS = st.fixed_dictionaries(
    {"action": st.sampled_from(["draw", "draw blind", "tickets", "keep", "claim", "buy", "pass"]) | TEXTS},
    optional={
        "card": st.sampled_from(["deck", "blue", "wild"]) | JSON,
        "tickets": st.lists(NUMBERS, max_size=4) | JSON,
        "route": NUMBERS | JSON,
        "cards": st.dictionaries(st.sampled_from(["blue", "wild"]), NUMBERS, max_size=2) | JSON,
        "keep": st.booleans() | JSON,
    },
)
MESSAGES = st.fixed_dictionaries(
    {"t": st.sampled_from(KINDS) | TEXTS, "id": st.sampled_from(["a", "b", "c"]) | TEXTS},
    optional={
        "rev": NUMBERS,
        "action": ACTIONS | JSON,
        "text": TEXTS,
        "yes": st.booleans() | JSON,
        "route": NUMBERS | JSON,
    },
)
PLAY = "play"
"""Stands for an action that the server offers, so that games get anywhere."""
SENT = st.one_of(st.just(PLAY), st.just(PLAY), MESSAGES, JSON, st.binary(max_size=60))
SEQUENCES = st.lists(st.tuples(st.integers(0, 2), SENT), max_size=30)


class Log:
    """A store that remembers the records."""

    is_postgres = False

    def __init__(self) -> None:
        self.entries: list[Append] = []

    async def append(self, entry: Append) -> bool:
        self.entries.append(entry)
        return True

    async def set_row(self, game: str, row: object) -> None:
        return None

    async def guest(self, guest: str) -> tuple[str, str]:
        return guest, "red"


class Client:
    """The protocol of a socket, and the socket."""

    is_closing = False

    def __init__(self, log: Log, room: Room, seat: int | None) -> None:
        self.received: list[dict[str, Any]] = []
        state = SimpleNamespace(
            site=SimpleNamespace(store=log), budget=ProcessorBudget(0), questions=Gate(1.0), limits=Limits(0)
        )
        self.socket = sockets.Socket(state, self, room, f"g{seat}", "here")  # type: ignore[arg-type]
        self.socket.viewer = Viewer(seat, frozenset() if seat is None else frozenset({seat}))

    def write(self, message: bytes) -> bool:
        self.received.append(msgspec.json.decode(message))
        return True

    def close(self, code: int) -> None:
        del code

    async def send(self, data: bytes) -> dict[str, Any]:
        """Send something and return the reply."""
        before = len(self.received)
        await self.socket.handle(data)
        replies = [message for message in self.received[before:] if message["t"] not in {"update", "bye"}]
        assert len(replies) == 1, replies
        return replies[0]


def new_match(log: Log) -> Match:
    match = Match("fuzz", lambda name, digest, seats, chosen: bl.load_map(name).board(seats, chosen))
    setups = [r.SeatSetup("person", f"P{seat}", "red", guest=f"g{seat}") for seat in range(2)]
    first: list[r.Record] = [r.Created("mini", "0" * 64, "T", setups, "g0", []), r.Started("ab" * 32, [0, 1])]
    for seq, record in enumerate(first):
        match.apply(seq, 1.0, None, record)
        log.entries.append(Append("fuzz", seq, 1.0, None, r.to_text(record)))
    return match


def offered_action(match: Match, seat: int | None) -> dict[str, Any]:
    """Return a message with an action that the server offers a seat."""
    state = state_values(match, Viewer(seat, frozenset()))
    action: dict[str, Any] = {"action": "pass"}
    if "offer" in state:
        action = {"action": "keep", "tickets": list(range(state["offer"]["least"]))}
    elif "legal" in state:
        action = offered(state["legal"])[0]
    return {"t": "act", "id": f"p{match.seq}", "rev": match.rev, "action": action}


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(SEQUENCES)
def test_any_sequence_of_messages_is_answered_and_leaves_a_log_that_can_be_replayed(
    sequence: list[tuple[int, Any]],
) -> None:
    async def play() -> None:
        log = Log()
        match = new_match(log)
        room = Room(match, log, row_of, lambda _: None)  # type: ignore[arg-type]
        clients = [Client(log, room, seat) for seat in (0, 1, None)]
        for client in clients:
            await feed_of(room).enter(client.socket)
        for sender, sent in sequence:
            content = offered_action(match, clients[sender].socket.viewer.chair) if sent == PLAY else sent
            data = content if isinstance(content, bytes) else msgspec.json.encode(content)
            reply = await clients[sender].send(data)
            assert reply.get("code") != "failed", (content, reply)
        again = Match("fuzz", match._find_board)
        for entry in log.entries:
            again.apply(entry.seq, entry.at, entry.key, r.from_text(entry.body))
        for client in clients:
            assert state_values(again, client.socket.viewer) == state_values(match, client.socket.viewer)

    real, sockets.HOLD_BACK_SECONDS = sockets.HOLD_BACK_SECONDS, 0.0
    try:
        asyncio.run(play())
    finally:
        sockets.HOLD_BACK_SECONDS = real
