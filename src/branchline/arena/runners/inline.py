"""`inline`: one job after another, in the calling thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.arena.jobs import play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from branchline.arena.jobs import Batch, Job


class InlineRunner:
    """Plays in the calling thread, for few games and for tests."""

    def run(self, jobs: Sequence[Job]) -> Iterator[Batch]:
        """Play every job in order."""
        yield from map(play, jobs)
