"""`inline`: one job after another, in the calling thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.arena.runners.work import perform

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from branchline.arena.runners.work import Done, Work


class InlineRunner:
    """Plays in the calling thread, for few games and for tests."""

    def run(self, jobs: Sequence[Work[Done]]) -> Iterator[Done]:
        """Play every job in order."""
        yield from map(perform, jobs)
