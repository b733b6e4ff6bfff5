"""The maps of a server: which a guest finds, and what is stored of them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import update

from branchline.boards.library import load_map
from branchline.server.http.api import maps as endpoints
from branchline.server.isolation import IsolatedProcess
from branchline.server.live.map_store import MapStore, hash_of
from branchline.server.metering import metering
from branchline.server.store import Store, open_store
from branchline.server.store.schema import MAPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    opened = open_store(str(tmp_path / "games.db"))
    yield opened
    opened.close()


def test_a_map_is_stored_when_it_is_played_not_when_somebody_reads_about_it(store: Store) -> None:
    async def work() -> None:
        maps = MapStore(store, IsolatedProcess())
        maps.read_library()
        version = await maps.named("london")
        assert await store.map_text(version.hash) is None
        assert await maps.to_play("london", "ada") is version
        assert await store.map_text(version.hash) == (version.hash, version.id, version.text)

    asyncio.run(work())


def test_a_map_that_can_no_longer_be_played_does_not_hide_the_others_of_a_guest(store: Store) -> None:
    good, broken = load_map("mini").text, "this was a map once"

    async def work() -> list[str]:
        isolated = IsolatedProcess()
        for text in (broken, good):
            await store.save_map(hash_of(text), f"map-{hash_of(text)[:16]}", text, "ada")
        try:
            return [version.hash for version in await MapStore(store, isolated).uploaded_by("ada")]
        finally:
            await isolated.stop()

    assert asyncio.run(work()) == [hash_of(good)]


def test_a_map_does_not_expire_while_somebody_looks_at_it_and_can_be_played_after_it_did(store: Store) -> None:
    looked_at, forgotten = load_map("mini").text, load_map("mini").text + "\n# another\n"

    async def work() -> None:
        isolated = IsolatedProcess()
        maps = MapStore(store, isolated)
        versions = [(await maps.upload("ada", "address", text)).version for text in (looked_at, forgotten)]
        await store.write(lambda connection: connection.execute(update(MAPS).values(used=1.0, created=1.0)))
        await maps.named(versions[0].id)
        await maps.save_uses()
        assert await store.expire_maps(5.0) == 1
        assert await store.maps_of("ada") == [versions[0].hash]
        await maps.to_play(versions[1].id, "bob")
        assert await store.maps_of("bob") == [versions[1].hash]
        await isolated.stop()

    asyncio.run(work())


def test_a_map_is_checked_again_at_the_cost_of_whoever_asks_for_it(store: Store) -> None:
    text = load_map("mini").text + "\n# another\n"

    async def work() -> list[str]:
        isolated, owners = IsolatedProcess(), list[str]()
        await store.save_map(hash_of(text), f"map-{hash_of(text)[:16]}", text, "eve")
        run = isolated.run

        async def noted(owner: str, work: Callable[[str], object], text: str) -> object:
            owners.append(owner)
            return await run(owner, work, text)

        isolated.run = noted  # type: ignore[method-assign, assignment]
        with metering("address of eve"):
            await MapStore(store, isolated).named(f"map-{hash_of(text)[:16]}")
        await MapStore(store, isolated).version(hash_of(text))
        await isolated.stop()
        return owners

    assert asyncio.run(work()) == ["address of eve", hash_of(text)]


def test_what_was_drawn_is_remembered_up_to_a_number_of_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "LARGEST_CACHE", 1000)
    call: Any = SimpleNamespace(site=SimpleNamespace(drawn_maps={}))
    drawn: list[int] = []

    def get(number: int, size: int) -> bytes:
        async def draw() -> bytes:
            drawn.append(number)
            return bytes(size)

        return asyncio.run(endpoints.drawn_once(call, ("game", str(number)), draw))

    for number in range(10):
        assert len(get(number, 300)) == 300
    assert sum(map(len, call.site.drawn_maps.values())) == 900
    get(9, 300)
    get(0, 300)
    assert drawn == [*range(10), 0]
    assert len(get(11, 2000)) == 2000
    assert call.site.drawn_maps == {}
