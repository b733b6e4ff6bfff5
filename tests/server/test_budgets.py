"""Everyone has a budget of processor time, questions take turns, and play comes first."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, defaultdict
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn
from starlette.applications import Starlette

from branchline.boards.library import load_map
from branchline.server.app import build
from branchline.server.http.api.endpoint import Call
from branchline.server.http.budgets import ADDRESS, GUEST, Gate, ProcessorBudget
from branchline.server.http.listener import listen, url_of
from branchline.server.http.websocket.protocol import SocketProtocol
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.live.thinking import ThinkingPool
from branchline.server.metering import in_thread, measured, metering
from branchline.server.projection import answers, wire
from branchline.server.refusal import Refusal
from branchline.server.settings import Settings
from branchline.server.site import REQUEST_THREADS
from tests.server.people import Guest

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from pathlib import Path

    from tests.server.people import Player


def work(steps: int) -> int:
    return sum(number * number for number in range(steps))


def test_a_guest_who_used_up_the_processor_time_is_refused_until_some_is_left() -> None:
    now = [0.0]
    budget = ProcessorBudget(clock=lambda: now[0])
    budget.check("eve", "198.51.100.1")
    budget.charge("eve", "198.51.100.1", GUEST.burst + 1)
    with pytest.raises(Refusal, match="too much of the server's time") as refused:
        budget.check("eve", "198.51.100.1")
    assert refused.value.retry_after == pytest.approx(1 / GUEST.per_second)
    budget.check("ada", "198.51.100.1")
    now[0] += 1.1 / GUEST.per_second
    budget.check("eve", "198.51.100.1")


def test_many_guests_of_one_address_share_its_budget() -> None:
    budget = ProcessorBudget(clock=lambda: 0.0)
    for number in range(20):
        budget.charge(f"eve {number}", "198.51.100.1", ADDRESS.burst / 15)
    with pytest.raises(Refusal):
        budget.check("a new eve", "198.51.100.1")
    budget.check("ada", "203.0.113.5")


def test_work_is_measured_in_steps_tasks_and_threads_but_waiting_is_free() -> None:
    async def submit() -> None:
        await asyncio.create_task(measured(steps()))

    async def steps() -> None:
        work(100_000)
        await asyncio.sleep(0.05)
        work(100_000)

    async def seconds(do: Coroutine[Any, Any, object]) -> float:
        with metering("ada") as meter:
            await measured(do)
        return meter.seconds

    async def run() -> tuple[float, ...]:
        waiting = await seconds(asyncio.sleep(0.05))
        pool = ThinkingPool(1, "test")
        threaded = await seconds(in_thread(pool, "ada", work, 200_000))
        pool.stop()
        return waiting, await seconds(steps()), await seconds(submit()), threaded

    waiting, direct, in_task, in_a_thread = asyncio.run(run())
    for busy in (direct, in_task, in_a_thread):
        assert busy > 4 * waiting


def test_a_cancellation_reaches_what_is_measured() -> None:
    async def run() -> list[str]:
        seen = []

        async def wait() -> None:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                seen.append("cancelled")
                raise

        with metering("ada"):
            task = asyncio.create_task(measured(wait()))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return seen

    assert asyncio.run(run()) == ["cancelled"]


def test_the_question_of_another_address_passes_all_but_one_of_a_flood() -> None:
    async def run() -> list[str]:
        gate, served = Gate(share=0.5), []

        async def ask(address: str) -> None:
            await gate.enter(address)
            served.append(address)
            gate.leave(0.0005)

        flood = [asyncio.create_task(ask("eve")) for _ in range(50)]
        await asyncio.sleep(0)
        await ask("ada")
        await asyncio.gather(*flood)
        return served

    served = asyncio.run(run())
    assert len(served) == 51
    assert served.index("ada") <= 3


def test_a_hundred_requests_at_once_leave_the_loop_to_moves_in_between() -> None:
    async def run() -> int:
        gate, answered = Gate(share=0.5), 0
        between = []

        async def request(address: str) -> None:
            nonlocal answered
            await gate.enter(address)
            ended = time.perf_counter() + 0.002
            while time.perf_counter() < ended:  # as an answer does that takes the loop's time
                pass
            answered += 1
            gate.leave(0.002)

        requests = [asyncio.create_task(request(f"10.0.0.{number}")) for number in range(100)]
        while answered < len(requests):
            before = answered
            await asyncio.sleep(0)  # a move is handled here
            between.append(answered - before)
        return max(between)

    assert asyncio.run(run()) <= 2


def test_work_in_threads_takes_nothing_of_the_share_of_requests() -> None:
    async def run() -> tuple[float, float]:
        threads = ThinkingPool(1, "test")
        with metering("ada") as meter:
            await measured(in_thread(threads, "ada", work, 200_000))
        threads.stop()
        return meter.on_loop, meter.in_threads

    on_loop, in_threads = asyncio.run(run())
    assert on_loop < in_threads / 4


def test_a_question_that_nobody_waits_for_any_more_is_skipped() -> None:
    async def run() -> int:
        gate = Gate(share=0.5)
        gate.leave(0.005)
        gone = [asyncio.create_task(gate.enter("eve")) for _ in range(5)]
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await gate.enter("ada")
        return sum(task.cancelled() for task in gone)

    assert asyncio.run(run()) == 5


def test_the_same_question_about_a_position_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_map("mini").board(2)
    match = Match("game", lambda *_: board)
    seats = [r.SeatSetup("person", name, "", guest=name) for name in ("Ada", "Bob")]
    match.apply(0, 0.0, None, r.Created("mini", "hash", "Mini", seats, "Ada"))
    match.apply(1, 0.0, None, r.Started(bytes(32).hex(), [0, 1]))
    computed: list[str] = []
    compute = answers._answer

    def counted(match: Match, seat: int, message: wire.Why | wire.Opens) -> wire.Answer:
        computed.append(message.id)
        return compute(match, seat, message)

    monkeypatch.setattr(answers, "_answer", counted)
    asked = answers.Answers(match)
    replies = [asked.of(0, wire.Why(id=f"m{number}")) for number in range(5)]
    assert len(computed) == 1
    assert [reply.id for reply in replies] == ["m0", "m1", "m2", "m3", "m4"]
    asked.of(1, wire.Why(id="other seat"))
    asked.of(0, wire.Opens(id="other question"))
    assert len(computed) == 3
    match.apply(2, 0.0, None, r.Acted(0, match.playing.code_of("keep 1 2 @1")))
    asked.of(0, wire.Why(id="other position"))
    assert len(computed) == 4


@contextmanager
def running(settings: Settings) -> Iterator[tuple[str, Any]]:
    """Run a server in a thread; yields its address and the state of its application."""
    app: Any = build(settings)
    listener = listen(settings)
    server = uvicorn.Server(uvicorn.Config(app, ws=SocketProtocol, log_config=None, lifespan="on"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        while not isinstance(app, Starlette):
            app = app.app
        yield url_of(listener), app.state
    finally:
        server.should_exit = True
        thread.join()


def test_an_address_without_processor_time_is_refused_while_others_play(tmp_path: Path) -> None:
    charged: dict[str, float] = defaultdict(float)

    def charge(guest: str, address: str, seconds: float) -> None:
        charged[address] += seconds
        ProcessorBudget.charge(budget, guest, address, seconds)

    async def play(address: str) -> None:
        async with Guest(address) as ada, Guest(address, source="127.0.0.77") as eve:
            both: list[Player] = []
            for guest in (ada, eve):
                game = (await guest.make("mini", [{"kind": "me"}, {"kind": "me"}], start=True))["id"]
                both.append(await guest.open(game, seat=0))
            player, hostile = both
            assert all(charged[address] > 0 for address in ("127.0.0.1", "127.0.0.77"))
            budget.charge("eve", "127.0.0.77", 1000)
            refused = [await hostile.tell(kind) for kind in ("why", "opens", "hint")]
            refused.append(await hostile.tell("chat", text="hello"))
            assert {reply["code"] for reply in refused} == {"too_busy"}
            await eve.call("GET", f"/api/games/{hostile.state['game']}", expect=429)
            assert (await player.act({"action": "keep", "tickets": [0, 1]}))["t"] == "ack"
            assert (await player.tell("why"))["t"] == "answer"
            for socket in both:
                await socket.close()

    settings = Settings(database=str(tmp_path / "games.db"), port=0, bot_pause=0, log_level="error")
    with running(settings) as (address, state):
        budget = state.budget
        budget.charge = charge
        asyncio.run(play(address))


def test_every_request_waits_for_its_turn_but_the_probes_of_the_host(tmp_path: Path) -> None:
    entered: list[str] = []

    class CountingGate(Gate):
        async def enter(self, address: str) -> None:
            entered.append(address)
            await super().enter(address)

    async def ask(address: str) -> dict[str, int]:
        times: dict[str, int] = {}
        async with Guest(address, source="127.0.0.78") as ada:
            game = (await ada.make("mini", [{"kind": "me"}, {"kind": "me"}], start=True))["id"]
            for path in ("/", "/nowhere", "/docs/", "/api/docs", "/api/openapi.json", "/api/asyncapi.json", "/api/me"):
                entered.clear()
                await ada.http.get(path)
                times[path] = entered.count("127.0.0.78")
            entered.clear()
            socket = await ada.open(game, seat=0)
            times["socket"] = entered.count("127.0.0.78")
            await socket.act({"action": "keep", "tickets": [0, 1]})
            assert len(entered) == times["socket"]
            await socket.close()
            for path in ("/healthz", "/readyz", "/metrics"):
                await ada.http.get(path)
            assert len(entered) == times["socket"]
        return times

    settings = Settings(database=str(tmp_path / "games.db"), port=0, bot_pause=0, log_level="error")
    with running(settings) as (address, state):
        state.requests = CountingGate(1.0)
        times = asyncio.run(ask(address))
    assert set(times.values()) == {1}, times


def test_requests_of_one_address_take_one_thread_at_a_time_and_leave_one_to_others() -> None:
    """Whatever they cost is known only afterwards, so a burst of them must not run at once."""
    running: Counter[str] = Counter()
    most: Counter[str] = Counter()
    may_end = threading.Event()

    def draw(address: str) -> str:
        running[address] += 1
        most[address] = max(most[address], running[address])
        if address == "eve":
            may_end.wait(60)
        running[address] -= 1
        return address

    async def run() -> None:
        site: Any = SimpleNamespace(request_threads=ThinkingPool(REQUEST_THREADS, "request"))
        calls = {address: Call(site, None, "guest", address) for address in ("eve", "ada")}  # type: ignore[arg-type]
        flood = [asyncio.create_task(calls["eve"].in_thread(draw, "eve")) for _ in range(20)]
        await asyncio.sleep(0)
        assert await calls["ada"].in_thread(draw, "ada") == "ada"
        may_end.set()
        assert await asyncio.gather(*flood) == ["eve"] * 20
        site.request_threads.stop()

    asyncio.run(run())
    assert most == {"eve": 1, "ada": 1}
