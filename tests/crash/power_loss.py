"""Power failures: a machine that loses what was written but not synced, at any moment.

A process writes to a SQLite store under a shim that notes every write and sync in order, and every acknowledgement
among them. The notes are then replayed up to some moment, as a disk might hold them: what was synced, and of the rest
nothing, everything, or anything.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.server.store import Append, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

SHIM = Path(__file__).with_name("write_journal.c")
DATABASE, ACKNOWLEDGED = "games.db", "acknowledged"
GAMES, RECORDS = 4, 12
PAGE = 512
"""The bytes that a disk writes as a whole; a larger write may be torn between them."""


# -- in the process that writes ----------------------------------------------------------------


def write(folder: Path) -> None:
    """Append to several games at once, and note what is acknowledged."""
    asyncio.run(_write(folder))


async def _write(folder: Path) -> None:
    store = open_store(str(folder / DATABASE))
    with (folder / ACKNOWLEDGED).open("wb", buffering=0) as acknowledged:

        async def play(game: str) -> None:
            row = {"stage": "playing", "public": True, "created": 1.0, "updated": 1.0, "row": "{}"}
            await store.add_game([Append(game, 0, 1.0, None, "{}")], row, {})
            acknowledged.write(f"{game} 0\n".encode())
            for seq in range(1, RECORDS):
                assert await store.append(Append(game, seq, 1.0, None, "x" * (seq * 97)))
                acknowledged.write(f"{game} {seq}\n".encode())
                if seq % 4 == 0:
                    assert store._checkpointer is not None
                    await asyncio.to_thread(store._checkpointer.checkpoint)

        await asyncio.gather(*(play(f"game{number}") for number in range(GAMES)))
    store.close()


# -- replaying ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """Something that was done to a file: W write, S sync, T truncate, U unlink."""

    kind: str
    offset: int
    path: str
    data: bytes


@dataclass
class _File:
    """What is certainly on disk, and what was done since."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Entry] = field(default_factory=list)


def can_record() -> bool:
    """Return whether writes can be recorded here."""
    return sys.platform == "linux" and shutil.which("cc") is not None


def record(folder: Path) -> list[Entry]:
    """Let a process write, and return what it did to its files."""
    shim, journal, watched = folder / "shim.so", folder / "journal", folder / "disk"
    watched.mkdir()
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-w", "-o", shim, SHIM, "-ldl", "-lpthread"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(shim), "WATCHED": str(watched), "JOURNAL": str(journal)}
    subprocess.run([sys.executable, "-m", __name__, str(watched)], env=environment, check=True)
    return list(_entries(journal.read_bytes()))


def _entries(journal: bytes) -> Iterator[Entry]:
    place = 0
    while place < len(journal):
        end = journal.index(b"\n", place)
        kind, offset, length, path = journal[place:end].decode().split(" ", 3)
        place = end + 1
        data = journal[place : place + int(length)] if kind == "W" else b""
        place += len(data)
        yield Entry(kind, int(offset), Path(path).name, data)


def disks(entries: list[Entry], moment: int, dice: random.Random) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Yield what a disk may hold after a power failure at a moment: a name for it, and its files."""
    files: dict[str, _File] = {}
    for entry in entries[:moment]:
        _do(files, entry)
    yield "only what was synced", {name: bytes(file.synced) for name, file in files.items()}
    yield "everything", {name: _with(file, file.pending, dice, tear=False) for name, file in files.items()}
    for _ in range(2):
        some = {name: [entry for entry in file.pending if dice.random() < 0.5] for name, file in files.items()}
        yield "anything", {name: _with(file, some[name], dice, tear=True) for name, file in files.items()}


def _do(files: dict[str, _File], entry: Entry) -> None:
    if entry.kind == "U":
        files.pop(entry.path, None)
        return
    file = files.setdefault(entry.path, _File())
    if entry.kind == "S":
        file.synced = bytearray(_with(file, file.pending, random.Random(0), tear=False))
        file.pending.clear()
    else:
        file.pending.append(entry)


def _with(file: _File, entries: list[Entry], dice: random.Random, *, tear: bool) -> bytes:
    """Return a file after some of the entries; of a torn write only some pages arrive."""
    content = bytearray(file.synced)
    for entry in entries:
        if entry.kind == "T":
            del content[entry.offset :]
            content.extend(bytes(entry.offset - len(content)))
            continue
        for start in range(0, len(entry.data), PAGE):
            if not tear or dice.random() < 0.8:
                part, place = entry.data[start : start + PAGE], entry.offset + start
                content.extend(bytes(max(0, place + len(part) - len(content))))
                content[place : place + len(part)] = part
    return bytes(content)


def acknowledged_by(entries: list[Entry], moment: int) -> list[tuple[str, int]]:
    """Return the records that were acknowledged before a moment."""
    text = b"".join(entry.data for entry in entries[:moment] if entry.path == ACKNOWLEDGED and entry.kind == "W")
    return [(game, int(seq)) for game, seq in (line.split() for line in text.decode().splitlines())]


if __name__ == "__main__":
    write(Path(sys.argv[1]))
