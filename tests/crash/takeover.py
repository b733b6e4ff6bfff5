"""The time until a game continues at the other process after its own ended: both people and the bot have moved.

python -m tests.crash.takeover --times 5 [--stop]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import tempfile
import time
from pathlib import Path

import websockets

from tests.server.databases import new_database, start_postgres
from tests.server.people import Guest, Player
from tests.server.servers import Server


async def play_some(players: list[Player], dice: random.Random, moves: int) -> None:
    """Play a number of moves."""
    goal = players[0].state["moves"] + moves

    async def one(player: Player) -> None:
        while player.state["stage"] != "over" and player.state["moves"] < goal:
            if player.must_decide:
                answer = await player.act(player.choice(dice))
                assert answer["t"] == "ack" or answer["code"] in {"stale", "not_your_turn"}, answer
            else:
                await player.take()

    await asyncio.gather(*(one(player) for player in players))


async def level(first: Player, second: Player) -> None:
    """Let both receive what the other has received."""
    while first.seq < second.seq:
        await first.take()
    while second.seq < first.seq:
        await second.take()


async def until_dropped(player: Player) -> None:
    """Listen until the connection breaks."""
    try:
        while True:
            await player.take()
    except (websockets.WebSocketException, OSError):
        return


async def take_over(one: Server, two: Server, seed: int = 5, *, stop: bool = False) -> float:
    """Let two people at two processes play with a bot, end one process, and time until all three have moved."""
    dice = random.Random(seed)
    async with Guest(one.address) as ada, Guest(two.address) as bob:
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "easy"}]
        made = await ada.make("usa", seats, public=True)
        await bob.call("POST", f"/api/games/{made['id']}/seats/1", {"name": "Bob"})
        await ada.call("POST", f"/api/games/{made['id']}/start")
        first, second = await ada.open(made["id"]), await bob.open(made["id"])
        await play_some([first, second], dice, 30)
        await level(first, second)
        public = ("routes", "market", "deck", "moves", "rev", "turn")
        assert all(first.state[name] == second.state[name] for name in public)

        killed = time.monotonic()
        if stop and one.process is not None:
            one.process.send_signal(signal.SIGSTOP)  # it answers nothing, but its connections stay open
        else:
            one.kill()
            await until_dropped(first)
        ada.http.base_url = ada.address = two.address  # the same cookie at the other process
        back = await ada.open(made["id"], since=first.seq)
        movers: set[int] = set()
        while len(movers) < 3 and back.state["stage"] == "playing":
            await play_some([back, second], dice, 1)
            await level(back, second)
            movers |= {step["seat"] for step in second.log if step["seq"] > first.seq and "seat" in step}
        seconds = time.monotonic() - killed
        await play_some([back, second], dice, 20)
        await back.close()
        await second.close()
        return seconds


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Kill one of two processes and see how soon its game goes on.")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--stop", action="store_true", help="stop the process with SIGSTOP instead of killing it")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        postgres = start_postgres(Path(folder) / "pg")
        database = new_database(postgres)
        with Server(database, Path(folder) / "two.log") as two:
            for number in range(args.times):
                with Server(database, Path(folder) / "one.log") as one:
                    print(f"{asyncio.run(take_over(one, two, number, stop=args.stop)):.2f} s", flush=True)  # noqa: T201
                    if args.stop and one.process is not None:
                        one.process.send_signal(signal.SIGCONT)
        postgres.cleanup()


if __name__ == "__main__":
    main()
