"""Play beside hostile clients: how long do the moves of others take while a hundred sockets ask for all they may?

The hostile clients are another process and come from other addresses than the players. Prints the figures of the
players without and with them, in one run.

python -m tests.load.hostile --games 50 --sockets 100 --addresses 100
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import websockets

from tests.load.load import press
from tests.server.people import PATIENCE, Json
from tests.server.servers import Server

MAP = "uk"
"""The map with the most routes: questions about it take longest."""
TEXTS = (
    "claim " + "-" * 294,
    "claim " + " to " * 73,
    "claim Dover–Londonn " + "wild×1 " * 30,
    "draw " + "e\u0301" * 140,
)
IN_FLIGHT = 10
PINGS = b"\x89\x80\0\0\0\0" * 2000
"""Empty pings, masked with zeros."""
FRAMES_EVERY = 4
"""Every fourth socket floods with frames, the others with messages."""


def questions() -> itertools.cycle[Json]:
    """Return the most expensive messages that a player may send, without end."""
    routes = [{"t": "why", "route": route} for route in range(0, 120, 7)]
    asked = [{"t": "ask", "text": text[:300]} for text in TEXTS]
    others = [{"t": "why"}, {"t": "opens"}, {"t": "hint"}, {"t": "chat", "text": "x" * 200}]
    acts = [{"t": "act", "rev": 10**6, "text": TEXTS[0]}, {"t": "act", "rev": 1, "text": "claim Dover–London wild×3"}]
    return itertools.cycle([*asked, *routes, *others, *acts])


async def attack(address: str, source: str, answers: Counter[str], *, frames: bool = False) -> None:
    """Take a seat and send what costs most until cancelled: messages, ten ahead of the answers, or tiny frames."""
    transport = httpx.AsyncHTTPTransport(local_address=source)
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=PATIENCE) as http:
        body = {"map": MAP, "seats": [{"kind": "me"}, {"kind": "bot", "level": "expert"}], "start": True}
        reply = await http.post("/api/games", json=body)
        if reply.status_code >= 400:
            answers[f"not made: {reply.json()['code']}"] += 1
            return
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        url = f"{address.replace('http', 'ws', 1)}/api/games/{reply.json()['id']}/socket"
        while True:
            try:
                async with websockets.connect(
                    url,
                    additional_headers={"Cookie": cookie},
                    local_addr=(source, 0),
                    max_size=None,
                    compression=None,
                    open_timeout=PATIENCE,
                    ping_timeout=None,
                ) as socket:
                    await (_flood_frames(socket) if frames else _flood(socket, answers))
            except (websockets.WebSocketException, OSError):
                answers["disconnected"] += 1
                await asyncio.sleep(1)


async def _flood(socket: Any, answers: Counter[str]) -> None:  # noqa: ANN401 (of a library without a common type)
    messages, numbers, in_flight = questions(), itertools.count(), 0
    while True:
        while in_flight < IN_FLIGHT:
            await socket.send(json.dumps({"id": f"h{next(numbers)}", **next(messages)}))
            in_flight += 1
        reply = json.loads(await socket.recv())
        if reply["t"] in {"answer", "refused", "ack", "pong"}:
            in_flight -= 1
            answers[reply.get("code", reply["t"])] += 1
            if reply.get("code") in {"too_many", "too_busy"}:
                await asyncio.sleep(0.05)  # else this process would be the one that is busy


async def _flood_frames(socket: Any) -> None:  # noqa: ANN401 (of a library without a common type)
    """Send empty pings as fast as the server reads them."""
    while socket.transport is not None and not socket.transport.is_closing():
        if socket.transport.get_write_buffer_size() < len(PINGS):
            socket.transport.write(PINGS)
        await asyncio.sleep(0.05)


def input_line() -> str:
    """Wait for a line from the process that measures; empty when it has gone."""
    return sys.stdin.readline()


async def _attack_all(address: str, sockets: int, addresses: int) -> None:
    answers: Counter[str] = Counter()
    sources = [f"127.0.{2 + number % addresses // 250}.{1 + number % addresses % 250}" for number in range(sockets)]
    tasks = [
        asyncio.create_task(attack(address, source, answers, frames=number % FRAMES_EVERY == 0))
        for number, source in enumerate(sources)
    ]
    try:
        while await asyncio.to_thread(input_line):
            print(json.dumps(answers), flush=True)  # noqa: T201
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def measure(server: Server, games: int, seconds: float, sockets: int, addresses: int) -> dict[str, Any]:
    """Return the figures of the players, first alone and then beside the hostile clients."""
    alone = asyncio.run(press(server, games, seconds, pause=2.0))
    command = [sys.executable, "-m", __spec__.name, "--attack", server.address]
    command += ["--sockets", str(sockets), "--addresses", str(addresses)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as attackers:
        assert attackers.stdin is not None
        assert attackers.stdout is not None
        try:
            beside = asyncio.run(press(server, games, seconds, pause=2.0))
            attackers.stdin.write("?\n")
            attackers.stdin.flush()
            answers = json.loads(attackers.stdout.readline())
        finally:
            attackers.kill()
    return {"alone": alone, "beside_hostile_clients": beside, "answers_to_hostile_clients": answers}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Measure play beside hostile clients.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--sockets", type=int, default=100)
    parser.add_argument("--addresses", type=int, default=1, help="addresses that the hostile sockets come from")
    parser.add_argument("--attack", metavar="ADDRESS", help="only be the hostile clients of a server")
    args = parser.parse_args()
    if args.attack:
        asyncio.run(_attack_all(args.attack, args.sockets, args.addresses))
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        # The players all come from one address, which is why the limits are doubled.
        Server(f"{folder}/games.db", Path(folder) / "server.log", limits=2) as server,
    ):
        figures = measure(server, args.games, args.seconds, args.sockets, args.addresses)
    print(json.dumps(figures, indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
