"""`inline`: one job after another, right here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.arena.match import play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from branchline.arena.match import Batch, Job


class InlineRunner:
    """Plays in the calling thread."""

    def run(self, jobs: Sequence[Job]) -> Iterator[Batch]:
        """Play every job in order."""
        yield from map(play, jobs)
