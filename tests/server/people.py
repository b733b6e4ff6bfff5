"""People for the tests: they have a cookie, open sockets, and play what the server offers."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import httpx
import websockets

from branchline.server.projection.patch import patched

if TYPE_CHECKING:
    import random

Json: TypeAlias = Any
PATIENCE = 240
"""Seconds after which a message will not come any more, however busy the machine is."""
NO_KEEP_ALIVE = httpx.Limits(max_keepalive_connections=0)
"""The server closes idle connections after some seconds; one that is used again at that moment would fail."""

http_get = partial(httpx.get, timeout=PATIENCE)
http_put = partial(httpx.put, timeout=PATIENCE)
http_post = partial(httpx.post, timeout=PATIENCE)


class Guest:
    """Somebody with a cookie."""

    def __init__(self, address: str, source: str | None = None) -> None:
        """Come from another address of this machine than usual, if a source is given."""
        self.address = address.rstrip("/")
        self.source = source
        transport = httpx.AsyncHTTPTransport(local_address=source, limits=NO_KEEP_ALIVE)
        self.http = httpx.AsyncClient(base_url=self.address, timeout=PATIENCE, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(self, method: str, path: str, body: Json = None, expect: int | None = None) -> Json:
        """Make a request and return its JSON; fail on any other status than the expected one."""
        answer = (
            await self.http.request(method, path, json=body)
            if body is not None
            else await self.http.request(method, path)
        )
        if expect is None:
            assert answer.status_code < 400, answer.text
        else:
            assert answer.status_code == expect, f"{answer.status_code}: {answer.text}"
        return answer.json()

    async def make(self, map_name: str, seats: list[Json], **more: Json) -> Json:
        """Make a game."""
        return await self.call("POST", "/api/games", {"map": map_name, "seats": seats, **more})

    @property
    def cookie(self) -> str:
        """The cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def open(self, game: str, seat: int | str | None = None, since: int | None = None) -> Player:
        """Open a socket and take its welcome."""
        query = "&".join(f"{name}={value}" for name, value in (("seat", seat), ("since", since)) if value is not None)
        url = f"{self.address.replace('http', 'ws', 1)}/api/games/{game}/socket?{query}"
        socket = await websockets.connect(
            url,
            additional_headers={"Cookie": self.cookie},
            local_addr=(self.source, 0) if self.source else None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_timeout=None,
        )
        player = Player(socket)
        await player.take()
        return player


class Player:
    """One socket: keeps the state that the server's patches give."""

    def __init__(self, socket: Json) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.seq = -1
        self.log: list[Any] = []
        self.chat: list[Any] = []
        self.received: list[bytes] = []
        self.sent = 0

    async def take(self, seconds: float = PATIENCE) -> Json:
        """Take one message and apply it."""
        text = await asyncio.wait_for(self.socket.recv(), seconds)
        self.received.append(text.encode())
        message = json.loads(text)
        if message["t"] == "welcome":
            self.state, self.seq = message["state"], message["seq"]
            self.log, self.chat = message["log"], message["chat"]
        elif message["t"] == "update":
            self._update(message)
        return message

    def _update(self, message: Json) -> None:
        self.state = patched(self.state, message["patch"])
        if "seq" in message:
            assert message["seq"] == self.seq + 1, (message["seq"], self.seq)
            self.seq = message["seq"]
        if "step" in message:
            self.log.append(message["step"])
        if "chat" in message:
            self.chat.append(message["chat"])

    async def until(self, wanted: str, request_id: str | None = None) -> Json:
        """Take messages until one of this kind arrives for this id."""
        while True:
            message = await self.take()
            if message["t"] == wanted and request_id in (None, message.get("id")):
                return message
            if message["t"] == "refused" and request_id is not None and message.get("id") == request_id:
                return message

    async def tell(self, kind: str, **more: Json) -> Json:
        """Send a message with an id of its own and take its answer."""
        self.sent += 1
        more.setdefault("id", f"m{self.sent}")
        await self.socket.send(json.dumps({"t": kind, **more}))
        answers = {"ping": "pong", "ask": "answer", "why": "answer", "opens": "answer", "hint": "answer"}
        return await self.until(answers.get(kind, "ack"), None if kind == "ping" else more["id"])

    @property
    def must_decide(self) -> bool:
        """Whether the game waits for this seat."""
        return self.state.get("you") in self.state["deciding"]

    def choice(self, dice: random.Random) -> dict[str, Json]:
        """Choose an action from what the server offers, and nothing else."""
        if "offer" in self.state:
            offer = self.state["offer"]
            number = dice.randint(offer["least"], len(offer["tickets"]))
            return {"action": "keep", "tickets": sorted(dice.sample(range(len(offer["tickets"])), number))}
        return dice.choice(offered(self.state["legal"]))

    async def act(self, action: Json, **more: Json) -> Json:
        """Play an action."""
        return await self.tell("act", rev=self.state["rev"], action=action, **more)

    async def close(self) -> None:
        """Close the socket."""
        await self.socket.close()


def offered(legal: dict[str, Json]) -> list[dict[str, Json]]:
    """Return every action that a state offers; claims count more, so that games end."""
    actions: list[dict[str, Any]] = [{"action": "draw", "card": card} for card in legal["draw"]]
    if legal["tickets"]:
        actions.append({"action": "tickets"})
    if "blind" in legal:
        actions.append({"action": "draw blind"})
    if "skip" in legal:
        actions.append({"action": "pass"})
    for technology, payments in legal.get("buy", {}).items():
        actions += [{"action": "buy", "technology": technology, "cards": cards} for cards in payments]
    for route, choice in legal["claims"].items():
        for place, cards in enumerate(choice["pay"]):
            keep = place in choice.get("keep", [])
            actions.append({"action": "claim", "route": int(route), "cards": cards, "keep": keep})
    return actions


async def play_out(players: list[Player], dice: random.Random) -> None:
    """Let all players play what is offered until the game is over."""
    await asyncio.gather(*(play_seat(player, dice) for player in players))


async def play_seat(player: Player, dice: random.Random) -> None:
    """Play one seat to the end; a choice that others overtook is made again."""
    while player.state["stage"] != "over":
        if not player.must_decide:
            await player.take()
            continue
        answer = await player.act(player.choice(dice))
        assert answer["t"] == "ack" or answer["code"] == "stale", answer
