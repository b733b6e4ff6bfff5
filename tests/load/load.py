"""The load test: a server in one process, its clients in another; measures the time from one seat to the other.

python -m tests.load.load --games 500 --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets

from branchline.server.projection.patch import patched
from tests.server.people import NO_KEEP_ALIVE, PATIENCE, Json, offered
from tests.server.servers import Server

MAPS = ("usa", "london", "paris", "uk")
PAUSE = 5.0
"""The average number of seconds between two actions of a seat."""


@dataclass
class Figures:
    """What the clients measured, in seconds and bytes."""

    to_other: list[float] = field(default_factory=list)
    to_ack: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    acts: int = 0
    games: int = 0
    problems: list[str] = field(default_factory=list)


class Pair:
    """Two seats of a game, both played from here; when it is over, another one."""

    def __init__(self, address: str, number: int, figures: Figures, pause: float) -> None:
        self.address, self.figures, self.pause = address, figures, pause
        self.dice = random.Random(number)
        self.map = MAPS[number % len(MAPS)]
        self.measuring = False
        self.http = httpx.AsyncClient(timeout=PATIENCE, limits=NO_KEEP_ALIVE)
        self.sent: dict[int, float] = {}
        self.connected = asyncio.Event()

    async def run(self) -> None:
        """Play game after game."""
        while True:
            body = {"map": self.map, "seats": [{"kind": "me"}, {"kind": "me"}], "start": True}
            answer = await self.http.post(f"{self.address}/api/games", json=body)
            game = answer.json()["id"]
            self.figures.games += 1
            await asyncio.gather(self._seat(game, 0), self._seat(game, 1))

    async def _seat(self, game: str, seat: int) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"{self.address.replace('http', 'ws', 1)}/api/games/{game}/socket?seat={seat}"
        async with websockets.connect(
            url,
            additional_headers={"Cookie": cookie},
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_timeout=None,
        ) as socket:
            await _Seat(self, socket).play()


class _Seat:
    """One socket."""

    def __init__(self, pair: Pair, socket: Json) -> None:
        self.pair, self.socket = pair, socket
        self.state: dict[str, Any] = {}
        self.waiting = False
        self.number = 0
        self.asked_at = 0.0

    async def play(self) -> None:
        self.take(await self.socket.recv())
        self.pair.connected.set()
        async with asyncio.TaskGroup() as group:
            while self.state["stage"] != "over":
                if self.state["you"] in self.state["deciding"] and not self.waiting:
                    group.create_task(self.act())
                self.take(await self.socket.recv())

    async def act(self) -> None:
        """Think, then send; two seats that take turns act half as often as one alone would."""
        self.waiting = True
        await asyncio.sleep(self.pair.dice.uniform(0, self.pair.pause))
        if self.state["you"] not in self.state["deciding"]:
            self.waiting = False  # the update after its own move came late
            return
        if "offer" in self.state:
            action: Any = {"action": "keep", "tickets": list(range(self.state["offer"]["least"]))}
        else:
            action = self.pair.dice.choice(offered(self.state["legal"]))
        self.number += 1
        message = {"t": "act", "id": f"a{self.number}", "rev": self.state["rev"], "action": action}
        self.asked_at = time.perf_counter()
        self.pair.sent[self.state["rev"]] = self.asked_at
        await self.socket.send(json.dumps(message))

    def take(self, text: str) -> None:
        now = time.perf_counter()
        message = json.loads(text)
        figures = self.pair.figures
        if message["t"] == "welcome":
            self.state = message["state"]
        elif message["t"] == "update":
            self._update(message, now, len(text.encode()))
        elif message["t"] == "ack":
            self.waiting = False
            figures.acts += 1
            if self.pair.measuring:
                figures.to_ack.append(now - self.asked_at)
        elif message.get("code") in {"stale", "not_your_turn"}:
            self.waiting = False  # both chose first tickets at once, or the update came late
        else:
            figures.problems.append(text[:200])

    def _update(self, message: Json, now: float, size: int) -> None:
        before = self.state["rev"]
        self.state = patched(self.state, message["patch"])
        if not self.pair.measuring or "step" not in message:
            return
        self.pair.figures.sizes.append(size)
        sent = self.pair.sent.get(before)
        if message["step"].get("seat") != self.state["you"] and sent is not None and message["step"]["move"] > 2:
            self.pair.figures.to_other.append(now - sent)


def memory_of(process: int) -> int:
    """Return the resident memory of a process, in bytes."""
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096


def seconds_of(process: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def press(server: Server, games: int, seconds: float, pause: float = PAUSE) -> dict[str, Any]:
    """Play a number of games at once and, once all are running, measure for some seconds."""
    assert server.process is not None
    figures = Figures()
    idle = memory_of(server.process.pid)
    pairs = [Pair(server.address, number, figures, pause) for number in range(games)]
    tasks = []
    for pair in pairs:
        tasks.append(asyncio.create_task(pair.run()))
        await asyncio.sleep(0.02)
    await asyncio.wait_for(asyncio.gather(*(pair.connected.wait() for pair in pairs)), 600)
    await asyncio.sleep(pause)
    for pair in pairs:
        pair.measuring = True
    before, used, started = figures.acts, seconds_of(server.process.pid), time.monotonic()
    own = time.process_time()
    await asyncio.sleep(seconds)
    took = time.monotonic() - started
    acts, used, own = figures.acts - before, seconds_of(server.process.pid) - used, time.process_time() - own
    memory = memory_of(server.process.pid)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    figures.problems += [repr(end) for end in ended if not isinstance(end, asyncio.CancelledError)]
    for pair in pairs:
        await pair.http.aclose()
    return {
        "games": games,
        "sockets": games * 2,
        "acts_per_second": round(acts / took, 1),
        "to_other_ms": _spread(figures.to_other),
        "to_ack_ms": _spread(figures.to_ack),
        "update_bytes_median": statistics.median(figures.sizes) if figures.sizes else 0,
        "server_cores": round(used / took, 2),
        "client_cores": round(own / took, 2),
        "kib_per_game": round((memory - idle) / games / 1024),
        "problems": figures.problems[:5],
    }


def _spread(seconds: list[float]) -> dict[str, float]:
    if not seconds:
        return {}
    ordered = sorted(seconds)
    places = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        name: round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 1)
        for name, share in places.items()
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Put a server under load and measure it.")
    parser.add_argument("--games", type=int, nargs="+", default=[500])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=PAUSE)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for games in args.games:
            with Server(f"{folder}/games{games}.db", Path(folder) / "server.log") as server:
                figures = asyncio.run(press(server, games, args.seconds, args.pause))
            print(json.dumps(figures, indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
