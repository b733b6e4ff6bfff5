"""Two processes on one PostgreSQL: a game's players at both, and one of the processes dies."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from tests.crash.takeover import take_over
from tests.server.databases import new_database
from tests.server.people import Guest, Json
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def pair(postgres: Json, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers of one site."""
    database = new_database(postgres)
    with Server(database, tmp_path / "one.log") as one, Server(database, tmp_path / "two.log") as two:
        yield one, two


def test_a_game_goes_on_when_one_of_two_processes_dies(pair: tuple[Server, Server]) -> None:
    """How soon is measured by `python -m tests.crash.takeover`; here it is enough that it does."""
    assert asyncio.run(take_over(*pair)) > 0


def test_clients_of_a_dead_process_are_no_longer_present(pair: tuple[Server, Server]) -> None:
    one, two = pair

    async def play() -> None:
        async with Guest(one.address) as ada, Guest(two.address) as bob:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True)
            await bob.call("POST", f"/api/games/{made['id']}/seats/1", {"name": "Bob"})
            first = await ada.open(made["id"])
            second = await bob.open(made["id"])  # comes later to a process that did not know who is at the other
            while not second.state["seats"]["0"].get("here"):
                await second.take()
            while not first.state["seats"]["1"].get("here"):
                await first.take()
            one.kill()
            while second.state["seats"]["0"].get("here"):
                await second.take()
            await second.close()

    asyncio.run(play())


def test_orphans_are_taken_over_by_the_other_process(pair: tuple[Server, Server]) -> None:
    """A game that only the dead process had in memory, waiting for a bot, is found by the other."""
    one, two = pair

    async def play() -> None:
        async with Guest(one.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            player = await ada.open(made["id"])
            before = player.state["rev"]
            one.kill()
            ada.http.base_url = ada.address = two.address
            back = await ada.open(made["id"])
            await back.act(back.choice(random.Random(1)))
            while not (back.must_decide and back.state["rev"] > before + 1) and back.state["stage"] == "playing":
                await back.take()
            await back.close()

    asyncio.run(play())


def test_both_processes_write_at_once_and_each_action_counts_once(pair: tuple[Server, Server]) -> None:
    one, two = pair

    async def play() -> None:
        async with Guest(one.address) as ada, Guest(two.address) as bob:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True)
            await bob.call("POST", f"/api/games/{made['id']}/seats/1", {"name": "Bob"})
            first, second = await ada.open(made["id"]), await bob.open(made["id"])
            for round_ in range(10):
                said = await asyncio.gather(
                    first.tell("chat", text=f"a{round_}", id=f"a{round_}"),
                    second.tell("chat", text=f"b{round_}", id=f"b{round_}"),
                )
                assert [answer["t"] for answer in said] == ["ack", "ack"]
                assert said[0]["seq"] != said[1]["seq"]
            last = max(first.seq, second.seq)
            for player in (first, second):
                while player.seq < last:
                    await player.take()
                assert len({line["text"] for line in player.chat}) == 20
                await player.close()
            assert first.chat == second.chat

    asyncio.run(play())
