"""The maps of a server: built in, the host's own, and those that guests upload; each version under its hash."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from branchline.boards.build import build_board
from branchline.boards.format.check import check
from branchline.boards.library import BrokenMapError, MapFile, UnreadableMapError, find_maps
from branchline.names import UnknownNameError, find
from branchline.server.http import bodies
from branchline.server.projection.map_facts import facts_of
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board
    from branchline.boards.format.schema import Map
    from branchline.server.store import Store

BoardFinder: TypeAlias = "Callable[[str, str, int, list[str]], Board]"
"""Gives the board for a map's name, its hash, a number of players and options."""
SHORT = 16
"""So many digits of a hash are enough for an address."""
UPLOADED = "map-"
MOST_UPLOADS = 20
MOST_IN_MEMORY = 200


@dataclass(frozen=True)
class Version:
    """One version of a map."""

    id: str
    hash: str
    text: str
    spec: Map

    @property
    def short(self) -> str:
        """The hash as addresses use it."""
        return self.hash[:SHORT]

    @cached_property
    def facts(self) -> bytes:
        """The facts as they are sent."""
        return msgspec.json.encode(facts_of(self.id, self.short, self.spec))

    @cached_property
    def geometry(self) -> bytes:
        """The geometry as it is sent; drawing it the first time takes a while."""
        from branchline.boards.draw import geometry

        return msgspec.json.encode(geometry(self.spec))

    @cached_property
    def picture(self) -> bytes:
        """The empty board as SVG."""
        from branchline.boards.draw import geometry, svg

        return svg(geometry(self.spec)).encode()

    def row(self, *, yours: bool = False) -> bodies.MapRow:
        """Return the map as lists show it."""
        spec = self.spec
        return bodies.MapRow(
            id=self.id,
            hash=self.short,
            name=spec.about.name,
            summary=spec.about.summary,
            origin=spec.about.origin,
            note=spec.about.note or None,
            least=spec.players.least,
            most=spec.players.most,
            cities=len(spec.cities),
            routes=len(spec.routes.tracks),
            tickets=len(spec.tickets.cards),
            yours=yours or None,
        )


def hash_of(text: str) -> str:
    """Return the hash of a map file's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_short(digest: str) -> bool:
    """Tell whether a text can be the part of a hash that addresses use."""
    return len(digest) == SHORT and set(digest) <= set("0123456789abcdef")


class Atlas:
    """All maps, each read and checked once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._versions: dict[str, Version] = {}
        self._boards: dict[tuple[str, int, tuple[str, ...]], Board] = {}
        self.built_in: dict[str, Version] = {}

    def read_library(self) -> None:
        """Read the built-in maps and the host's own; broken ones are left out."""
        for file in find_maps():
            try:
                version = _version_of(file)
            except (BrokenMapError, UnreadableMapError):
                continue
            self.built_in[version.id] = self._versions[version.hash] = version

    async def version(self, digest: str) -> Version:
        """Return the version with this hash, or with a hash that begins so."""
        for known, version in self._versions.items():
            if known.startswith(digest):
                return version
        found = await self._store.map_text(digest)
        if found is None:
            raise Refusal("not_found", "There is no such map here.")
        return await self._keep(*found)

    async def _keep(self, digest: str, name: str, text: str) -> Version:
        report = await asyncio.to_thread(check, text)
        if report.map is None:
            raise Refusal("broken_map", "This map can no longer be played.")
        if len(self._versions) > MOST_IN_MEMORY:
            self._forget()
        self._versions[digest] = version = Version(name, digest, text, report.map)
        return version

    def _forget(self) -> None:
        kept = {version.hash for version in self.built_in.values()}
        for digest in [digest for digest in self._versions if digest not in kept]:
            del self._versions[digest]
        self._boards.clear()

    async def named(self, name: str) -> Version:
        """Return the map that a guest names: a built-in one, or an uploaded one by its id."""
        found = find(name, self.built_in)
        if found is not None:
            await self._store.save_map(found.hash, found.id, found.text, None)
            return found
        digest = name.removeprefix(UPLOADED)
        if name.startswith(UPLOADED) and is_short(digest):
            return await self.version(digest)
        raise Refusal("not_found", str(UnknownNameError("map", name, self.built_in)))

    def finder(self, version: Version) -> BoardFinder:
        """Return what finds a match its boards; it holds on to the version, even if the atlas forgets it."""

        def find_board(name: str, digest: str, players: int, options: list[str]) -> Board:
            key = (digest, players, tuple(sorted(options)))
            if key not in self._boards:
                self._boards[key] = build_board(name, version.spec, players, options)
            return self._boards[key]

        return find_board

    async def upload(self, guest: str, text: str) -> bodies.MapReport:
        """Check a guest's map file, and keep it if it is sound."""
        report = await asyncio.to_thread(check, text)
        problems: list[Any] = msgspec.to_builtins(report.problems)
        if report.map is None:
            raise Refusal("broken_map", "This map has problems; mend them and try again.", problems=problems)
        if len(await self._store.maps_of(guest)) >= MOST_UPLOADS:
            raise Refusal("full", f"You have {MOST_UPLOADS} maps here: that is the most a guest can keep.")
        digest = hash_of(text)
        name = UPLOADED + digest[:SHORT]
        await self._store.save_map(digest, name, text, guest)
        version = self._versions.get(digest) or await self._keep(digest, name, text)
        return bodies.MapReport(problems=problems, map=version.row(yours=True))

    async def rows(self, guest: str | None) -> list[bodies.MapRow]:
        """Return all maps that a guest can play."""
        rows = [version.row() for version in self.built_in.values()]
        for digest, _, _ in await self._store.maps_of(guest) if guest else []:
            rows.append((await self.version(digest)).row(yours=True))
        return rows

    async def part(self, digest: str, get: Callable[[Version], bytes]) -> bytes:
        """Return facts, geometry or picture of a version; made in a thread the first time."""
        version = await self.version(digest)
        return await asyncio.to_thread(get, version)


def _version_of(file: MapFile) -> Version:
    return Version(file.name, hash_of(file.text), file.text, file.spec)
