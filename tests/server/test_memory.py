"""What a server forgets: the garbage collector runs rarely, so whatever waits for it is memory that grows."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from branchline.server.live.presence import Presence
from branchline.server.projection.state import Projector, Viewer
from tests.server.test_leak import new_match
from tests.server.test_match import played

if TYPE_CHECKING:
    from collections.abc import Callable


def garbage_of(work: Callable[[], object]) -> int:
    """Return how many objects only the garbage collector can free after some work."""
    gc.collect()
    gc.disable()
    try:
        work()
        return gc.collect()
    finally:
        gc.enable()


def test_moves_and_what_players_see_of_them_leave_nothing_to_the_garbage_collector() -> None:
    match = new_match("usa", 2, [])
    projector = Projector(match)

    def play(moves: int) -> None:
        for _ in range(moves):
            played(match, 1)
            projector.public(Presence(set(), 0))
            for chair in (0, 1):
                projector.private(Viewer(chair))
            assert len(list(match.view(match.deciding[0]).legal)) > 0

    play(10)  # fills caches
    assert garbage_of(lambda: play(40)) == 0
