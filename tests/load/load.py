"""The load test: a server in one process, its clients in another; measures the time from one seat to the other.

python -m tests.load.load --games 500 --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from branchline.server.projection.patch import patched
from tests.load.client import Message, SocketClient, State, connect, request, run
from tests.server.databases import new_database, start_postgres
from tests.server.people import offered
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Callable

MAPS = ("usa", "london", "paris", "uk")
CREATED = 201
FIRST_MOVES = 2
"""The first tickets, which both seats choose at once."""
PAUSE = 5.0
"""The average number of seconds between two actions of a seat."""
SITE_REQUESTS = 20
"""The number of answers in a row that show that every process is ready: each request reaches one of them."""


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
        self.cookie = ""
        self.sent: dict[int, float] = {}
        self.connected = asyncio.Event()
        self.seats: list[_Seat] = []

    async def run(self) -> None:
        """Play game after game."""
        while True:
            body = {"map": self.map, "seats": [{"kind": "me"}, {"kind": "me"}], "start": True}
            status, reply, self.cookie = await request("POST", f"{self.address}/api/games", body, self.cookie)
            if status != CREATED:
                self.figures.problems.append(str(reply)[:200])
                return
            self.figures.games += 1
            self.sent.clear()
            self.seats = [_Seat(self) for _ in range(2)]
            url = f"{self.address.replace('http', 'ws', 1)}/api/games/{reply['id']}/socket?seat="
            for number, seat in enumerate(self.seats):
                seat.socket = await connect(f"{url}{number}", self.cookie, seat.take, seat.over.set)
            self.connected.set()
            await asyncio.gather(*(seat.over.wait() for seat in self.seats))
            for seat in self.seats:
                seat.close()

    def close(self) -> None:
        """Leave the game."""
        for seat in self.seats:
            seat.close()


class _Seat:
    """One socket."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.socket: SocketClient | None = None
        self.over = asyncio.Event()
        self.you: int | None = None
        self.rev = 0
        self.deciding: list[int] = []
        self.legal: dict[str, Any] = {}
        self.offer: dict[str, Any] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.waiting = False
        self.number = 0
        self.asked_at = 0.0

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.socket is not None:
            self.socket.close()

    def take(self, message: Message, size: int) -> None:
        now = time.perf_counter()
        figures = self.pair.figures
        if message.t == "update":
            self._update(message, now, size)
        elif message.t == "welcome":
            self._apply(message.state)
        elif message.t == "ack":
            self.waiting = False
            figures.acts += 1
            if self.pair.measuring:
                figures.to_ack.append(now - self.asked_at)
        elif message.code in {"stale", "not_your_turn"}:
            self.waiting = False  # both chose first tickets at once
        else:
            figures.problems.append(f"{message.t} {message.code}")
        self._consider()

    def _update(self, message: Message, now: float, size: int) -> None:
        before, step = self.rev, message.step
        self._apply(message.patch)
        if not self.pair.measuring or step is None:
            return
        self.pair.figures.sizes.append(size)
        sent = self.pair.sent.pop(before, None) if step.seat != self.you else None
        if sent is not None and step.move > FIRST_MOVES:
            self.pair.figures.to_other.append(now - sent)

    def _apply(self, changes: State | None) -> None:
        assert changes is not None
        if changes.you is not UNSET:
            self.you = changes.you
        if changes.rev is not UNSET:
            self.rev = changes.rev
        if changes.deciding is not UNSET:
            self.deciding = changes.deciding
        if changes.legal is not UNSET:
            self.legal = {} if changes.legal is None else patched(self.legal, changes.legal)
        if changes.offer is not UNSET:
            self.offer = {} if changes.offer is None else patched(self.offer, changes.offer)
        if changes.stage == "over":
            self.over.set()

    def _consider(self) -> None:
        """Begin to think if it is this seat's turn; two seats that take turns act half as often as one alone would."""
        if self.you in self.deciding and self.timer is None and not self.waiting:
            delay = self.pair.dice.uniform(0, self.pair.pause)
            self.timer = asyncio.get_running_loop().call_later(delay, self._act)

    def _act(self) -> None:
        self.timer = None
        if self.you not in self.deciding or self.socket is None:
            return
        if self.offer:
            action: Any = {"action": "keep", "tickets": list(range(self.offer["least"]))}
        else:
            action = self.pair.dice.choice(offered(self.legal))
        self.number += 1
        self.waiting = True
        self.asked_at = time.perf_counter()
        self.pair.sent[self.rev] = self.asked_at
        self.socket.send({"t": "act", "id": f"a{self.number}", "rev": self.rev, "action": action})


def family_of(process: int) -> list[int]:
    """Return a process and those that it started, directly or not."""
    parents: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            parents[int(file.parent.name)] = int(file.read_text(encoding="ascii").rpartition(")")[2].split()[1])
    family = [process]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    return family


def memory_of(process: int) -> int:
    """Return the resident memory of a process and those that it started, in bytes."""
    files = [Path(f"/proc/{member}/statm") for member in family_of(process)]
    return sum(int(file.read_text(encoding="ascii").split()[1]) * 4096 for file in files)


def seconds_of(process: int) -> float:
    """Return the processor time that a process and those that it started have used."""
    files = [Path(f"/proc/{member}/stat") for member in family_of(process)]
    fields = [file.read_text(encoding="ascii").rpartition(")")[2].split() for file in files]
    return sum(int(values[11]) + int(values[12]) for values in fields) / 100


async def _compiled(address: str) -> None:
    """Wait until the server, of several processes perhaps, has loaded all of its compiled code."""
    in_a_row = 0
    while in_a_row < SITE_REQUESTS:
        is_compiling = (await request("GET", f"{address}/api/site"))[1]["compiling"]
        in_a_row = 0 if is_compiling else in_a_row + 1
        await asyncio.sleep(0.2 if is_compiling else 0)


async def press(
    server: Server,
    games: int,
    seconds: float,
    pause: float = PAUSE,
    report: Callable[[int, Figures], None] | None = None,
    every: float = 60.0,
) -> dict[str, Any]:
    """Play a number of games at once and, once all are running, measure for some seconds; report now and then."""
    assert server.process is not None
    figures = Figures()
    await _compiled(server.address)
    idle = memory_of(server.process.pid)
    pairs = [Pair(server.address, number, figures, pause) for number in range(games)]
    tasks = []
    for pair in pairs:
        tasks.append(asyncio.create_task(pair.run()))
        await asyncio.sleep(0.005)
    await asyncio.wait_for(asyncio.gather(*(pair.connected.wait() for pair in pairs)), 600)
    await asyncio.sleep(pause)
    for pair in pairs:
        pair.measuring = True
    before, used, started = figures.acts, seconds_of(server.process.pid), time.monotonic()
    own = time.process_time()
    for minute in range(1, int(seconds / every) + 1 if report else 1):
        await asyncio.sleep(every)
        if report is not None:
            report(minute, figures)
    await asyncio.sleep(max(0.0, started + seconds - time.monotonic()))
    took = time.monotonic() - started
    acts, used, own = figures.acts - before, seconds_of(server.process.pid) - used, time.process_time() - own
    memory = memory_of(server.process.pid)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    figures.problems += [repr(end) for end in ended if not isinstance(end, asyncio.CancelledError)]
    for pair in pairs:
        pair.close()
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


def descriptors_of(process: int) -> int:
    """Return how many files and connections a process has open."""
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


SOAK_COLUMNS = ("minute", "p50 ms", "p99 ms", "MiB", "descriptors")
COLUMNS = ("games", "actions/s", "p50", "p95", "p99 ms", "server cores", "client cores", "KiB a game")


def row_of(figures: dict[str, Any]) -> str:
    """Return the figures of a run as a row of the table."""
    times = figures["to_other_ms"]
    values = [figures["games"], figures["acts_per_second"], times.get("p50"), times.get("p95"), times.get("p99")]
    values += [figures["server_cores"], figures["client_cores"], figures["kib_per_game"]]
    return " | ".join(f"{value!s:>12}" for value in values)


def soak(server: Server, games: int, minutes: float, every: float = 60.0, pause: float = PAUSE) -> dict[str, Any]:
    """Play for a long time and print, every minute, what must stay flat: memory, descriptors and latency."""
    assert server.process is not None
    process = server.process.pid
    print(" | ".join(f"{name:>12}" for name in SOAK_COLUMNS))  # noqa: T201

    def report(minute: int, figures: Figures) -> None:
        times = _spread(figures.to_other)
        figures.to_other.clear()
        values = (minute, times.get("p50"), times.get("p99"), memory_of(process) >> 20, descriptors_of(process))
        print(" | ".join(f"{value!s:>12}" for value in values), flush=True)  # noqa: T201

    return run(press(server, games, minutes * 60, pause, report=report, every=every))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Put a server under load and measure it.")
    parser.add_argument("--games", type=int, nargs="+", default=[500])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=PAUSE)
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="play for long instead, and report every minute")
    parser.add_argument("--json", action="store_true", help="print all figures")
    parser.add_argument(
        "--processes", type=int, default=1, help="processes of the server; with more than 1 on PostgreSQL"
    )
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as ending:
        is_postgres = args.database == "postgres" or args.processes > 1
        postgres = start_postgres(Path(folder) / "pg") if is_postgres else None
        if postgres is not None:
            ending.callback(postgres.cleanup)
        if args.soak:
            with Server(f"{folder}/soak.db", Path(folder) / "server.log") as server:
                print(json.dumps(soak(server, args.games[0], args.soak), indent=2))  # noqa: T201
            return
        if not args.json:
            print(" | ".join(f"{name:>12}" for name in COLUMNS))  # noqa: T201
        for games in args.games:
            address = f"{folder}/games{games}.db" if postgres is None else new_database(postgres)
            with Server(address, Path(folder) / "server.log", processes=args.processes) as server:
                figures = run(press(server, games, args.seconds, args.pause))
            print(json.dumps(figures, indent=2) if args.json else row_of(figures), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
