"""The maps of a server: the built-in ones, the host's own, and those that guests upload; each version by its hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.boards.build import build_board
from branchline.boards.format.check import check
from branchline.boards.library import BrokenMapError, MapFile, UnreadableMapError, find_maps
from branchline.names import UnknownNameError, find
from branchline.server.metering import current_address
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.boards.format.schema import Map
    from branchline.server.isolation import IsolatedProcess
    from branchline.server.live.match import BoardFinder
    from branchline.server.store import Store

SHORT = 16
"""The number of digits of a hash that addresses use."""
UPLOADED = "map-"
"""How the id of an uploaded map begins; its short hash follows."""
MOST_UPLOADS = 20
MOST_IN_MEMORY = 200
MOST_BOARDS = 300
"""Boards in memory: a map has one for each number of players and set of options that somebody asks for."""


@dataclass(frozen=True, eq=False)
class MapVersion:
    """One version of a map, compared by identity."""

    id: str
    hash: str
    text: str
    spec: Map

    @property
    def short(self) -> str:
        """The hash as addresses use it."""
        return self.hash[:SHORT]


@dataclass(frozen=True)
class Upload:
    """An uploaded map, and the warnings of the checker."""

    version: MapVersion
    problems: list[Any]


def hash_of(text: str) -> str:
    """Return the hash of a map file's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_short_hash(digest: str) -> bool:
    """Return whether a text can be the part of a hash that addresses use."""
    return len(digest) == SHORT and set(digest) <= set("0123456789abcdef")


class MapStore:
    """All maps, each read and checked once."""

    def __init__(self, store: Store, isolated: IsolatedProcess) -> None:
        self._store = store
        self._isolated = isolated
        self._versions: dict[str, MapVersion] = {}
        self._boards: dict[tuple[str, int, tuple[str, ...]], Board] = {}
        self.built_in: dict[str, MapVersion] = {}
        self._used: set[str] = set()
        """The uploaded maps that were used since the store was last told."""

    def read_library(self) -> None:
        """Read the built-in maps and the host's own; broken ones are left out."""
        for file in find_maps():
            try:
                version = _version_of(file)
            except (BrokenMapError, UnreadableMapError):
                continue
            self.built_in[version.id] = self._versions[version.hash] = version

    async def version(self, digest: str) -> MapVersion:
        """Return the version with this hash, or with a hash that begins with it; it counts as used."""
        found = await self._find(digest)
        if found.id not in self.built_in:
            self._used.add(found.hash)
        return found

    async def _find(self, digest: str) -> MapVersion:
        for known, version in self._versions.items():
            if known.startswith(digest):
                return version
        found = await self._store.map_text(digest)
        if found is None:
            raise Refusal("not_found", "There is no such map here.")
        return await self._checked_again(*found)

    async def _checked_again(self, digest: str, name: str, text: str) -> MapVersion:
        report = await self._isolated.run(current_address() or digest, check, text)
        if report.map is None:
            raise Refusal("broken_map", "This map can no longer be played.")
        return self._remember(MapVersion(name, digest, text, report.map))

    def _remember(self, version: MapVersion) -> MapVersion:
        """Return the version in memory with the hash of this one."""
        if len(self._versions) > MOST_IN_MEMORY:
            self._evict()
        return self._versions.setdefault(version.hash, version)

    def _evict(self) -> None:
        """Forget all versions but the built-in ones; they are read from the store again when needed."""
        self._versions = {version.hash: version for version in self.built_in.values()}
        self._boards.clear()

    async def named(self, name: str) -> MapVersion:
        """Return the map that a guest names: a built-in one, or an uploaded one by its id."""
        found = find(name, self.built_in)
        if found is not None:
            return found
        digest = name.removeprefix(UPLOADED)
        if name.startswith(UPLOADED) and is_short_hash(digest):
            return await self.version(digest)
        raise Refusal("not_found", str(UnknownNameError("map", name, self.built_in)))

    async def to_play(self, name: str, guest: str) -> MapVersion:
        """Return the map that a guest names, and keep its text, so that the game can always be replayed."""
        found = await self.named(name)
        # An uploaded map may have expired while it was still in memory.
        await self._store.save_map(found.hash, found.id, found.text, None if found.id in self.built_in else guest)
        return found

    async def save_uses(self) -> None:
        """Tell the store which maps were used, so that they do not expire."""
        used = set(self._used)
        await self._store.mark_maps_used(used)
        self._used -= used

    async def uploaded_by(self, guest: str) -> list[MapVersion]:
        """Return the maps that a guest uploaded and that can still be played, oldest first."""
        versions = []
        for digest in await self._store.maps_of(guest):
            try:
                versions.append(await self.version(digest))
            except Refusal as refusal:
                if refusal.code != "broken_map":
                    raise
        return versions

    async def upload(self, guest: str, address: str, text: str) -> Upload:
        """Check a guest's map file, and keep it if it can be played."""
        report = await self._isolated.run(address, check, text)
        problems: list[Any] = msgspec.to_builtins(report.problems)
        if report.map is None:
            raise Refusal("broken_map", "This map has problems; fix them and try again.", problems=problems)
        if len(await self._store.maps_of(guest)) >= MOST_UPLOADS:
            raise Refusal("full", f"You have {MOST_UPLOADS} maps here: that is the most a guest can keep.")
        digest = hash_of(text)
        name = UPLOADED + digest[:SHORT]
        await self._store.save_map(digest, name, text, guest)
        return Upload(self._remember(MapVersion(name, digest, text, report.map)), problems)

    def finder(self, version: MapVersion) -> BoardFinder:
        """Return the function with which a match finds its boards; it works even after the version was evicted."""

        def find_board(name: str, digest: str, players: int, options: list[str]) -> Board:
            key = (digest, players, tuple(sorted(options)))
            if key not in self._boards:
                if len(self._boards) >= MOST_BOARDS:
                    del self._boards[next(iter(self._boards))]  # the games on it keep it
                self._boards[key] = build_board(name, version.spec, players, options)
            return self._boards[key]

        return find_board


def _version_of(file: MapFile) -> MapVersion:
    return MapVersion(file.name, hash_of(file.text), file.text, file.spec)
