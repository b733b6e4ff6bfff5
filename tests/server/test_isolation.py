"""Work on untrusted text happens in a process that can be killed."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import pytest

from branchline.boards.library import BUILT_IN
from branchline.errors import BranchlineError
from branchline.server import isolation
from branchline.server.isolation import IsolatedProcess
from branchline.server.refusal import Refusal
from branchline.server.token_buckets import Rate
from tests.golden.games import FOLDER as GOLDEN
from tests.server.people import Guest, http_get, http_post

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeVar

    from tests.server.servers import Server

    T = TypeVar("T")


def process_of(text: str) -> tuple[str, int]:
    return text, os.getpid()


def work_for_ever() -> NoReturn:
    while True:
        pass


def refuse(text: str) -> NoReturn:
    raise BranchlineError(f"{text} cannot be read.")


def fail() -> NoReturn:
    raise ZeroDivisionError


def take_memory() -> int:
    return len(bytearray(isolation.MEMORY + 1))


def print_something() -> int:
    sys.stdout.write("noise\n")
    return 7


def with_process(do: Callable[[IsolatedProcess], Awaitable[T]]) -> T:
    """Run something with an isolated process that is killed after a second of processor time."""

    async def run() -> T:
        isolated = IsolatedProcess(processor_seconds=1.0)
        try:
            return await do(isolated)
        finally:
            await isolated.stop()

    return asyncio.run(run())


def test_work_is_done_in_another_process() -> None:
    text, process = with_process(lambda isolated: isolated.run("ada", process_of, "é|\x00"))
    assert text == "é|\x00"
    assert process != os.getpid()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts allocated memory")
def test_work_that_takes_too_much_memory_is_refused_and_the_next_is_done() -> None:
    async def work(isolated: IsolatedProcess) -> None:
        with pytest.raises(BranchlineError, match="too much memory"):
            await isolated.run("eve", take_memory)
        assert (await isolated.run("ada", process_of, "a"))[0] == "a"

    with_process(work)


def test_endless_work_is_stopped_and_the_next_work_is_done() -> None:
    async def do(isolated: IsolatedProcess) -> int:
        with pytest.raises(Refusal, match="took too long"):
            await isolated.run("eve", work_for_ever)
        return await isolated.run("ada", print_something)

    assert with_process(do) == 7


def test_an_owner_who_has_used_much_processor_time_is_refused_and_others_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(isolation, "OWNER", Rate(burst=0.5, per_second=0.01))

    async def do(isolated: IsolatedProcess) -> int:
        with pytest.raises(Refusal, match="took too long"):
            await isolated.run("eve", work_for_ever)
        with pytest.raises(Refusal, match="too much of the server's time"):
            await isolated.run("eve", print_something)
        return await isolated.run("ada", print_something)

    assert with_process(do) == 7


def test_work_that_is_cancelled_does_not_answer_for_the_next() -> None:
    async def do(isolated: IsolatedProcess) -> int:
        with suppress(TimeoutError):
            async with asyncio.timeout(0.2):
                await isolated.run("eve", work_for_ever)
        return await isolated.run("ada", print_something)

    assert with_process(do) == 7


def test_an_error_for_the_user_keeps_its_message_and_another_one_is_hidden() -> None:
    async def do(isolated: IsolatedProcess) -> None:
        with pytest.raises(BranchlineError, match="It cannot be read"):
            await isolated.run("eve", refuse, "It")
        with pytest.raises(RuntimeError, match="fail failed"):
            await isolated.run("eve", fail)

    with_process(do)


def test_one_owner_cannot_fill_the_queue() -> None:
    async def do(isolated: IsolatedProcess) -> None:
        waiting = [
            asyncio.create_task(isolated.run("eve", print_something)) for _ in range(isolation.MOST_OF_ONE_OWNER)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="Too many"):
            await isolated.run("eve", print_something)
        assert await isolated.run("ada", print_something) == 7
        assert await asyncio.gather(*waiting) == [7] * len(waiting)

    with_process(do)


def test_an_import_that_once_froze_the_site_is_refused(server: Server) -> None:
    text = (
        (GOLDEN / "paris.branchline")
        .read_text(encoding="utf-8")
        .replace("\ntickets\n", "\nclaim " + "-" * 120_000 + "\n", 1)
    )
    answer = http_post(f"{server.address}/api/replays", json={"text": text})
    assert answer.json()["code"] == "broken_save"
    assert http_get(f"{server.address}/healthz").text == "ok\n"


def test_a_saved_game_is_imported(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            text = (GOLDEN / "paris.branchline").read_text(encoding="utf-8")
            game = (await ada.call("POST", "/api/replays", {"text": text}))["game"]
            state = await ada.call("GET", f"/api/games/{game}")
            assert state["stage"] == "over"
            assert [seat["name"] for seat in state["seats"].values()] == ["Ada", "Ben", "Cy", "Di"]

    asyncio.run(play())


def test_an_uploaded_map_is_drawn(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            text = (BUILT_IN / "mini.toml").read_text(encoding="utf-8")
            row = (await ada.call("POST", "/api/maps", {"text": text + "\n# mine\n"}))["map"]
            for part in ("facts", "geometry", "board.svg", "ground.svg", "labels.svg"):
                answer = await ada.http.get(f"/api/maps/{row['id']}/{row['hash']}/{part}")
                assert answer.status_code == 200, answer.text

    asyncio.run(play())


def test_owners_take_turns_however_much_one_of_them_asks_for() -> None:
    async def work() -> list[str]:
        process, done = IsolatedProcess(), list[str]()

        async def ask(owner: str) -> None:
            await process.run(owner, len, owner)
            done.append(owner)

        gone = asyncio.create_task(ask("eve"))
        tasks = [asyncio.create_task(ask(owner)) for owner in ("eve", "eve", "eve", "bob", "ada")]
        await asyncio.sleep(0)
        tasks[3].cancel()
        await asyncio.gather(gone, *tasks, return_exceptions=True)
        await process.stop()
        return done

    assert asyncio.run(work()) == ["eve", "eve", "ada", "eve", "eve"]
