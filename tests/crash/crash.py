"""The crash test: a real server under load, killed without warning again and again; nothing acknowledged may be lost.

python -m tests.crash.crash --kills 50 --games 12 --stored 1000 --database sqlite
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import websockets

import branchline as bl
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.projection.patch import patched
from branchline.server.store import open_store
from tests.server.databases import new_database, start_postgres
from tests.server.people import PATIENCE, Json, offered
from tests.server.servers import Server
from tests.server.stock import stock

if TYPE_CHECKING:
    from branchline.boards.board import Board

AT_LEAST = 3
"""The fewest actions that are acknowledged between two crashes."""
ROUND = 25
"""The number of kills after which the store is compared with what the clients know, and another one begins."""
WORST = ("ready_worst", "ready_median")
"""Figures of which the worst round counts; of the others, the sum."""
DROPPED = (OSError, websockets.WebSocketException, httpx.HTTPError, TimeoutError)
"""What a client sees of a crash."""


@dataclass
class Act:
    """An action that a client sent, and the acknowledgement if one came."""

    game: str
    key: str
    seq: int | None = None


@dataclass
class Notes:
    """What the clients know, with which the store is compared."""

    acts: list[Act] = field(default_factory=list)
    games: set[str] = field(default_factory=set)
    finished: int = 0
    resent: int = 0
    answered: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def acknowledged(self) -> list[Act]:
        """The actions that the server acknowledged."""
        return [act for act in self.acts if act.seq is not None]


class Client:
    """One person who plays both seats of a game, or one against a bot, and starts a new game when it is over."""

    def __init__(self, server: Server, number: int, notes: Notes) -> None:
        self.server = server
        self.notes = notes
        self.dice = random.Random(number)
        self.map = ("london", "paris", "usa", "uk")[number % 4]
        self.with_bot = number % 3 == 0
        self.http = httpx.AsyncClient(timeout=60)
        self.number = number
        self.sent = 0

    async def run(self, stop: asyncio.Event) -> None:
        """Play games until `stop` is set."""
        async with self.http:
            while not stop.is_set():
                try:
                    game = await self._new_game()
                except DROPPED:
                    await asyncio.sleep(0.2)
                    continue
                self.notes.games.add(game)
                seats = [None] if self.with_bot else [0, 1]
                await asyncio.gather(*(self._play(game, seat, stop) for seat in seats))
                self.notes.finished += not stop.is_set()

    async def _new_game(self) -> str:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"} if self.with_bot else {"kind": "me"}]
        body = {"map": self.map, "seats": seats, "start": True}
        answer = await self.http.post(f"{self.server.address}/api/games", json=body)
        if answer.status_code != 201:
            raise httpx.HTTPError(answer.text)
        return str(answer.json()["id"])

    async def _play(self, game: str, seat: int | None, stop: asyncio.Event) -> None:
        """Play a seat through any number of crashes; an act without an answer is sent again with its id."""
        waiting: tuple[Act, str] | None = None
        since = -1
        while not stop.is_set():
            try:
                cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
                query = f"since={since}" + (f"&seat={seat}" if seat is not None else "")
                url = f"{self.server.address.replace('http', 'ws', 1)}/api/games/{game}/socket?{query}"
                async with websockets.connect(
                    url, additional_headers={"Cookie": cookie}, max_size=None, open_timeout=60
                ) as socket:
                    table = _Table(self, socket, game, seat, waiting)
                    try:
                        if await table.play(stop):
                            return
                    finally:
                        waiting, since = table.waiting, max(since, table.seq)
            except DROPPED:
                await asyncio.sleep(0.2)


class _Table:
    """One connection to a game."""

    def __init__(
        self, client: Client, socket: Json, game: str, seat: int | None, waiting: tuple[Act, str] | None
    ) -> None:
        self.client, self.socket, self.game, self.seat = client, socket, game, seat
        self.waiting = waiting
        self.state: dict[str, Any] = {}
        self.seq = -1

    async def play(self, stop: asyncio.Event) -> bool:
        """Play until the game is over (true) or the connection drops."""
        await self._take()
        if self.waiting is not None:
            self.client.notes.resent += 1
            await self.socket.send(self.waiting[1])
        while not stop.is_set():
            if self.state["stage"] == "over" and self.waiting is None:
                return True
            if self.waiting is None and self.state["you"] in self.state["deciding"]:
                await self._act()
            await self._take()
        return False

    async def _act(self) -> None:
        client = self.client
        client.sent += 1
        if "offer" in self.state:
            action: Any = {"action": "keep", "tickets": list(range(self.state["offer"]["least"]))}
        else:
            action = client.dice.choice(offered(self.state["legal"]))
        key = f"{client.number}-{client.sent}"
        text = json.dumps({"t": "act", "id": key, "rev": self.state["rev"], "action": action})
        act = Act(self.game, key)
        client.notes.acts.append(act)
        self.waiting = (act, text)
        await self.socket.send(text)

    async def _take(self) -> None:
        message = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
        kind = message["t"]
        if kind == "welcome":
            self.state, self.seq = message["state"], message["seq"]
        elif kind == "update":
            self._update(message)
        elif kind == "ack" and self.waiting is not None:
            self.waiting[0].seq = message["seq"]
            self.client.notes.answered += 1
            self.waiting = None
        elif kind == "refused":
            if message["code"] not in {"stale", "not_your_turn"}:
                self.client.notes.problems.append(f"{self.game}: {message}")
            self.waiting = None

    def _update(self, message: Json) -> None:
        self.state = patched(self.state, message["patch"])
        if "seq" in message:
            if message["seq"] != self.seq + 1:
                self.client.notes.problems.append(f"{self.game}: {message['seq']} came after {self.seq}")
            self.seq = message["seq"]


async def storm(server: Server, games: int, kills: int, dice: random.Random, notes: Notes) -> list[float]:
    """Let clients play while the server is killed and started again; returns the seconds to readiness."""
    stop = asyncio.Event()
    clients = [asyncio.create_task(Client(server, number, notes).run(stop)) for number in range(games)]
    ready = []
    for _ in range(kills):
        before = notes.answered
        await asyncio.sleep(dice.uniform(0.05, 1.2))
        end = time.monotonic() + PATIENCE
        while notes.answered < before + AT_LEAST and time.monotonic() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        if notes.answered < before + AT_LEAST:
            notes.problems.append("no game went on after a restart")
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        ready.append(server.seconds_to_ready)
    await asyncio.sleep(1.0)
    stop.set()
    await asyncio.wait(clients, timeout=2)  # those who wait for somebody else's move are simply cut off
    for client in clients:
        client.cancel()
    await asyncio.gather(*clients, return_exceptions=True)
    return ready


def check(database: str, notes: Notes) -> dict[str, int]:
    """Compare the store with what the clients know, and note every problem."""
    store = open_store(database)
    boards: dict[tuple[str, int], Board] = {}

    def board(name: str, _digest: str, players: int, options: list[str]) -> Board:
        return boards.setdefault((name, players), bl.load_map(name).board(players, options))

    async def read() -> dict[str, list[Any]]:
        return {game: await store.records(game) for game in sorted(notes.games)}

    rows = asyncio.run(read())
    store.close()
    by_game: dict[str, list[Act]] = {}
    for act in notes.acts:
        by_game.setdefault(act.game, []).append(act)
    twice = lost = 0
    for game, records in rows.items():
        ids = {key.partition(":")[2]: seq for seq, _, key, _ in records if key}
        twice += sum(key is not None for _, _, key, _ in records) - len(ids)
        for act in by_game.get(game, []):
            stored = ids.get(act.key)
            if act.seq is not None and stored != act.seq:
                lost += 1
                notes.problems.append(f"{game}: {act.key} was acknowledged as {act.seq} and stored as {stored}")
        match = Match(game, board)
        for seq, at, key, body in records:
            match.apply(seq, at, key, r.from_text(body))  # a log that does not replay raises here
    return {"lost": lost, "twice": twice, "games": len(rows), "records": sum(map(len, rows.values()))}


def run(database: str, folder: Path, *, kills: int, games: int, stored: int, seed: int = 1) -> dict[str, Any]:
    """Run the whole test and return its figures; `problems` must be empty."""
    if stored:
        stock(database, stored)
    server = Server(database, folder / "server.log")
    notes = Notes()
    server.start()
    try:
        ready = asyncio.run(storm(server, games, kills, random.Random(seed), notes))
    finally:
        server.stop()
    figures = check(database, notes)
    return {
        **figures,
        "kills": kills,
        "sent": len(notes.acts),
        "acknowledged": len(notes.acknowledged),
        "resent": notes.resent,
        "finished": notes.finished,
        "ready_worst": round(max(ready), 2),
        "ready_median": round(sorted(ready)[len(ready) // 2], 2),
        "problems": notes.problems,
    }


def run_rounds(kind: str, kills: int, games: int, stored: int) -> dict[str, Any]:
    """Run the test in rounds, each with a database and a seed of its own, and return the sums of their figures."""
    total: dict[str, Any] = {"rounds": 0}
    for number in range(-(-kills // ROUND)):
        some = min(ROUND, kills - number * ROUND)
        with tempfile.TemporaryDirectory() as folder:
            postgres = start_postgres(Path(folder) / "pg") if kind == "postgres" else None
            address = new_database(postgres) if postgres else str(Path(folder) / "games.db")
            figures = run(address, Path(folder), kills=some, games=games, stored=stored, seed=number)
            if postgres:
                postgres.cleanup()
        print(kind, json.dumps(figures), flush=True)  # noqa: T201
        total["rounds"] += 1
        for name, value in figures.items():
            total[name] = max(value, total.get(name, 0)) if name in WORST else value + total.get(name, type(value)())
        if total["problems"] or total["lost"] or total["twice"]:
            break
    return total


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Kill a server under load, again and again.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--stored", type=int, default=1000)
    parser.add_argument("--database", choices=["sqlite", "postgres", "both"], default="both")
    args = parser.parse_args()
    for kind in ["sqlite", "postgres"] if args.database == "both" else [args.database]:
        total = run_rounds(kind, args.kills, args.games, args.stored)
        print(kind, json.dumps(total, indent=2), flush=True)  # noqa: T201
        if total["problems"] or total["lost"] or total["twice"]:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
