"""After a power failure at any moment, everything that was acknowledged is in the database."""

from __future__ import annotations

import random
import sqlite3
from typing import TYPE_CHECKING

import pytest

from tests.crash import power_loss

if TYPE_CHECKING:
    from pathlib import Path

    from tests.crash.power_loss import Entry

MOMENTS = 25


def records_of(folder: Path, files: dict[str, bytes]) -> set[tuple[str, int]]:
    """Return the records in a database as a disk holds it; its tables must be sound."""
    folder.mkdir()
    for name, content in files.items():  # of the database, and of the notes about it, which do no harm
        (folder / name).write_bytes(content)
    connection = sqlite3.connect(folder / power_loss.DATABASE)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return set(connection.execute("SELECT game, seq FROM records"))
    finally:
        connection.close()


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """What a process did to the files of its database."""
    if not power_loss.can_record():
        pytest.skip("needs Linux and a C compiler")
    return power_loss.record(tmp_path_factory.mktemp("recorded"))


def test_nothing_acknowledged_is_lost_with_what_was_not_synced(entries: list[Entry], tmp_path: Path) -> None:
    dice = random.Random(1)
    everything = power_loss.acknowledged_by(entries, len(entries))
    assert len(everything) == power_loss.GAMES * power_loss.RECORDS
    acknowledgements = [place + 1 for place, entry in enumerate(entries) if entry.path == power_loss.ACKNOWLEDGED]
    moments = {*dice.sample(acknowledgements, MOMENTS), *dice.sample(range(acknowledgements[0], len(entries)), MOMENTS)}
    incomplete = 0
    for moment in sorted(moments):
        expected = set(power_loss.acknowledged_by(entries, moment))
        for number, (kind, files) in enumerate(power_loss.disks(entries, moment, dice)):
            found = records_of(tmp_path / f"{moment}-{number}", files)
            assert expected <= found, (kind, moment, expected - found)
            incomplete += len(found) < len(everything)
    assert incomplete > MOMENTS  # the failures were in the middle of something


def test_the_check_notices_a_log_that_is_not_synced(entries: list[Entry], tmp_path: Path) -> None:
    careless = [entry for entry in entries if not (entry.kind == "S" and entry.path.endswith("-wal"))]
    moment = max(place for place, entry in enumerate(careless) if entry.path == power_loss.ACKNOWLEDGED) + 1
    _, files = next(power_loss.disks(careless, moment, random.Random(1)))
    found = records_of(tmp_path / "disk", files)
    assert not set(power_loss.acknowledged_by(careless, moment)) <= found
