"""Hints from the search, and the chances at each moment of a finished game: off the loop, bounded, stopped unasked."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from branchline.bots import warmup
from branchline.engine.kernel.compilation import CompiledPart
from branchline.server.analysis import chances, hints, workers
from branchline.server.live import records as r
from branchline.server.refusal import Refusal
from tests.server.people import Guest
from tests.server.test_leak import new_match
from tests.server.test_match import played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from branchline.bots.search.analysis import Analysis
    from branchline.engine.views import View
    from branchline.server.live.match import Match
    from branchline.server.projection import wire
    from tests.server.servers import Server


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warmup.load(warmup.SEARCH)


class _Site:
    """The parts of a site that analyze."""

    def __init__(self) -> None:
        self.workers = workers.SearchWorkers(2, warmup.Preparation())
        self.chances = chances.WinningChances(self.workers)


def finished(map_name: str = "london") -> Match:
    """Return a match played to its end."""
    match = new_match(map_name, 2, [])
    played(match, 10_000)
    assert match.stage == "over"
    return match


def with_site(work: Callable[[_Site], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        site = _Site()
        try:
            await work(site)
        finally:
            await site.chances.stop()
            site.workers.stop()

    asyncio.run(run())


def test_a_hint_has_moves_with_their_chances_and_does_not_block_the_event_loop() -> None:
    async def work(site: _Site) -> None:
        match = new_match("london", 2, [])
        beats = [0]

        async def beat() -> None:
            while True:
                beats[0] += 1
                await asyncio.sleep(0.001)

        heart = asyncio.create_task(beat())
        moves = await hints.hints_for(site.workers, "ada", match, 1, 0.3)
        heart.cancel()
        assert beats[0] > 5
        assert 0 < len(moves) <= hints.MOST_HINTS
        for move in moves:
            assert move.chance is not None
            assert 0 <= move.chance <= 1
            assert move.margin is not None
            assert match.view(1).legal.why_not(move.action) is None

    with_site(work)


def test_a_hint_for_a_seat_that_has_decided_meanwhile_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: _Site) -> None:
        match = new_match("london", 2, [])
        asked = asyncio.create_task(hints.hints_for(site.workers, "ada", match, 0, 0.3))
        await asyncio.sleep(0)
        played(match, 1)  # seat 0 has chosen its first tickets itself by now
        with pytest.raises(Refusal) as refused:
            await asked
        assert refused.value.code == "not_your_turn"

    monkeypatch.setattr(workers, "search", lambda view, **_: _slowly(view))
    with_site(work)


def test_a_hint_asked_before_the_first_card_arrived_is_for_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    phases: list[str] = []

    def slowly(view: View, **_: object) -> Analysis:
        phases.append(view.phase)
        return _slowly(view)

    async def work(site: _Site) -> None:
        match = new_match("london", 2, [])
        played(match, 2)
        turn = match.playing.turn
        asked = asyncio.create_task(hints.hints_for(site.workers, "ada", match, turn, 0.3))
        await asyncio.sleep(0)
        match.apply(match.seq + 1, 2.0, None, r.Acted(turn, match.playing.code_of("draw deck")))
        await asked
        assert phases == ["turn", "second card"]

    monkeypatch.setattr(workers, "search", slowly)
    with_site(work)


def test_hints_come_in_the_order_of_their_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    from branchline.bots.search.analysis import Analysis

    def searched(view: View, **_: object) -> Analysis:
        actions = list(view.legal)[:4]
        chances_ = [0.4, 0.7, 0.55, 0.9]  # by visits, as the search lists them
        moves = [
            SimpleNamespace(action=action, wins=[chance, 1 - chance], margin=0.0)
            for action, chance in zip(actions, chances_, strict=True)
        ]
        return Analysis(0, moves, 0, 0.0)  # type: ignore[arg-type]

    async def work(site: _Site) -> None:
        match = new_match("usa", 2, [])
        found = await hints.hints_for(site.workers, "ada", match, 0, 0.3)
        assert [hint.chance for hint in found] == [0.7, 0.55, 0.4]  # of the three that were searched most

    monkeypatch.setattr(workers, "search", searched)
    with_site(work)


def _slowly(view: View) -> Analysis:
    from branchline.bots.search.analysis import Analysis

    time.sleep(0.05)
    return Analysis(view.turn, [], 0, 0.05)


def test_chances_arrive_until_they_are_complete_and_end_with_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "PLAYOUTS", 2)
    match = finished()

    async def work(site: _Site) -> None:
        found = site.chances.of(match, "ada")
        assert (found.moments, found.done) == ([], False)
        while not found.done:
            await asyncio.sleep(0.05)
            found = site.chances.of(match, "ada")
        assert len(found.moments) == found.total == match.moves + 1
        check_moments(found.moments)
        assert site.chances.of(match, "ada") == found  # kept
        winners = match.playing.result.winners
        assert [chance > 0 for chance in found.moments[-1].wins] == [seat in winners for seat in range(2)]

    with_site(work)


def test_while_the_search_is_compiled_there_are_no_chances_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished()

    async def work(site: _Site) -> None:
        found = site.chances.of(match, "ada")
        assert (found.moments, found.total, found.done) == ([], match.moves + 1, False)
        assert found.ready_in in range(1, 41)
        assert not site.chances._jobs

    being_compiled(monkeypatch, "SEARCH")
    with_site(work)


class _Uncompiled(CompiledPart):
    is_compiled = is_fast = False


def being_compiled(monkeypatch: pytest.MonkeyPatch, *parts: str) -> None:
    for name in parts:
        part = _Uncompiled(name, name, seconds=40)
        monkeypatch.setattr(warmup, name, part)
        monkeypatch.setattr(warmup, "USES", {**warmup.USES, part: lambda: None})


def test_while_the_search_is_compiled_hints_come_from_the_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: _Site) -> None:
        match = new_match("london", 2, [])
        moves = await hints.hints_for(site.workers, "ada", match, 1, 0.3)
        assert [(move.chance, move.margin) for move in moves] == [(None, None)]
        assert match.view(1).legal.why_not(moves[0].action) is None

    being_compiled(monkeypatch, "SEARCH")
    with_site(work)


def test_while_the_planner_is_compiled_a_hint_says_when_it_will_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: _Site) -> None:
        with pytest.raises(Refusal, match=r"available in about \d+ seconds") as refused:
            await hints.hints_for(site.workers, "ada", new_match("london", 2, []), 1, 0.3)
        assert refused.value.code == "not_ready"
        assert refused.value.retry_after is not None
        assert 0 < refused.value.retry_after <= 40

    being_compiled(monkeypatch, "SEARCH", "PLANNER")
    with_site(work)


def test_if_the_compiler_fails_hints_come_from_a_simple_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.asynccontextmanager
    async def failed(names: list[str]) -> AsyncIterator[asyncio.Event]:
        ended = asyncio.Event()
        ended.set()
        yield ended

    async def work(site: _Site) -> None:
        await site.workers.preparation.run()
        assert site.workers.preparation.has_failed
        assert not site.workers.preparation.is_complete
        match = new_match("london", 2, [])
        moves = await hints.hints_for(site.workers, "ada", match, 1, 0.3)
        assert match.view(1).legal.why_not(moves[0].action) is None

    being_compiled(monkeypatch, "SEARCH", "PLANNER")
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(warmup, "QUEUES", ((warmup.PLANNER,), (warmup.SEARCH,)))
    monkeypatch.setattr(warmup, "_compiling", failed)
    with_site(work)


def test_a_part_that_cannot_be_loaded_keeps_no_hint_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(part: CompiledPart) -> None:
        raise RuntimeError(part.name)

    async def work(site: _Site) -> None:
        match = new_match("london", 2, [])
        asked = asyncio.create_task(hints.hints_for(site.workers, "ada", match, 1, 0.3))
        with pytest.raises(RuntimeError, match="search"):
            await site.workers.preparation.run()
        assert site.workers.preparation.has_failed
        assert match.view(1).legal.why_not((await asked)[0].action) is None

    monkeypatch.setattr(CompiledPart, "is_compiled", True)
    monkeypatch.setattr(CompiledPart, "is_fast", False)
    monkeypatch.setattr(warmup, "QUEUES", ((warmup.SEARCH,), (warmup.PLANNER,)))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(warmup, "load", fail)
    with_site(work)


def check_moments(moments: list[wire.Moment]) -> None:
    for moment in moments:
        assert len(moment.wins) == 2
        assert all(0 <= chance <= 1 for chance in moment.wins)
        assert sum(moment.wins) == pytest.approx(1, abs=0.01)


def test_an_analysis_that_nobody_asks_for_is_stopped_and_begun_again_when_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chances, "PLAYOUTS", 2)
    monkeypatch.setattr(chances, "ABANDONED_SECONDS", -1.0)
    match = finished()

    async def work(site: _Site) -> None:
        site.chances.of(match, "ada")
        await site.chances._jobs[match.id].task
        monkeypatch.setattr(chances, "ABANDONED_SECONDS", 60.0)
        assert not site.chances.of(match, "ada").done
        while not site.chances.of(match, "ada").done:  # noqa: ASYNC110
            await asyncio.sleep(0.05)

    with_site(work)


def test_one_visitor_cannot_have_so_many_games_analyzed_that_others_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chances, "MOST_RUNNING", chances.MOST_OF_ONE_VISITOR + 1)
    matches = [finished() for _ in range(chances.MOST_OF_ONE_VISITOR + 2)]
    for number, match in enumerate(matches):
        match.id = f"game {number}"
    *of_eve, one_more, of_ada = matches

    async def work(site: _Site) -> None:
        for match in of_eve:
            site.chances.of(match, "eve")
        with pytest.raises(Refusal, match="Other games are being analyzed"):
            site.chances.of(one_more, "eve")
        assert not site.chances.of(of_ada, "ada").done

    with_site(work)


def test_a_limited_number_of_positions_wait_for_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_WAITING", 2)
    monkeypatch.setattr(chances, "MOST_RUNNING", 0)
    over = finished()

    async def work(site: _Site) -> None:
        hold = threading.Event()
        slow = [asyncio.create_task(site.workers.run(owner, lambda: hold.wait(60))) for owner in ("ada", "bob")]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await site.workers.run("eve", lambda: None)
        assert refused.value.code == "too_many"
        hold.set()
        await asyncio.gather(*slow)
        with pytest.raises(Refusal) as refused:
            site.chances.of(over, "ada")
        assert refused.value.code == "too_many"

    with_site(work)


def test_chances_over_the_wire(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            path = f"/api/games/{made['id']}/chances"
            await ada.call("GET", path, expect=409)
            player = await ada.open(made["id"])
            hint = (await player.tell("hint"))["hints"][0]
            assert 0 <= hint["chance"] <= 1
            assert "margin" in hint
            await player.act(hint["action"])
            await player.tell("resign")
            found = await ada.call("GET", path)
            while not found["done"]:
                await asyncio.sleep(0.05)
                found = await ada.call("GET", path)
            assert len(found["moments"]) == found["total"] >= 2
            assert found["moments"][-1]["wins"][player.state["you"]] == 0
            async with Guest(server.address) as eve:
                await eve.call("GET", path, expect=403)
            await player.close()

    asyncio.run(play())
