"""The first start of a server: people play at once, uncompiled, and go on in the same game when it is compiled."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from branchline.bots import warmup
from branchline.engine.game import parse_save
from branchline.engine.kernel.compilation import COMPILED, CompiledPart, cache_folder
from tests.server.people import Guest, play_seat
from tests.server.servers import Server

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.people import Json, Player

SEATS: list[Json] = [{"kind": "me"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "expert"}]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_a_person_plays_before_the_rules_are_compiled_and_after(tmp_path: Path) -> None:
    warmup.main([])
    cache = tmp_path / "cache"
    with Server(str(tmp_path / "games.db"), tmp_path / "server.log", cache=cache) as server:
        text = asyncio.run(play_through_the_change_over(server.address, cache))
    game = parse_save(text).game
    assert game.over
    assert game.players == 3


async def play_through_the_change_over(address: str, cache: Path) -> str:
    """Play a game that begins with an empty cache and ends with a full one; return the saved game."""
    dice = random.Random(3)
    async with Guest(address) as guest:
        made = await guest.make("london", SEATS, start=True)
        player = await guest.open(made["id"])
        await play_turns(player, dice, 6)
        assert (await guest.call("GET", "/api/site"))["compiling"]
        refused = await ask_for_a_hint(player)
        assert (refused["t"], refused["code"]) == ("refused", "not_ready"), refused
        finish_compiling(cache)
        while (await guest.call("GET", "/api/site"))["compiling"]:  # noqa: ASYNC110 (another process)
            await asyncio.sleep(0.05)
        assert (await ask_for_a_hint(player))["hints"]
        await play_seat(player, dice)
        return (await guest.http.get(f"/api/games/{made['id']}/download")).text


async def play_turns(player: Player, dice: random.Random, number: int) -> None:
    """Make a number of decisions, and wait until it is this player's turn again."""
    while number or not player.must_decide:
        if player.must_decide:
            assert (await player.act(player.choice(dice)))["t"] == "ack"
            number -= 1
        else:
            await player.take()


async def ask_for_a_hint(player: Player) -> Json:
    return await player.tell("hint")


def finish_compiling(cache: Path) -> None:
    """Give the server what the compiler would have written, marks last."""
    for module in {part.module for part in warmup.USES}:
        done = cache_folder(module)
        shutil.copytree(done, cache / done.name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.compiled"))
        for mark in done.glob("*.compiled"):
            shutil.copy(mark, cache / done.name)


def test_a_compiler_that_cannot_be_started_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_process(*_: object, **__: object) -> None:
        raise BlockingIOError("no more processes")

    async def prepare() -> None:
        preparation = warmup.Preparation()
        with pytest.raises(BlockingIOError):
            await preparation.run()
        assert preparation.has_failed
        await preparation.done(warmup.SEARCH)
        assert not preparation.is_complete

    monkeypatch.setattr(CompiledPart, "is_compiled", False)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", no_process)
    asyncio.run(prepare())


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_a_server_that_is_killed_leaves_no_compiler_behind(tmp_path: Path) -> None:
    """Else each restart after a crash would add two of them."""
    command = [sys.executable, "-m", "branchline.bots.warmup", warmup.BACKGROUND, "search"]
    empty = {**os.environ, "BRANCHLINE_CACHE": str(tmp_path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=empty) as compiler:
        assert compiler.stdin is not None
        compiler.stdin.close()  # as when the process that has the other end is gone
        assert compiler.wait(240) == 1
