"""Compiling what a match needs before it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.arena.jobs import Job, play
from branchline.bots.warmup import MATCHES, warm_up

if TYPE_CHECKING:
    from branchline.arena.match import Match


def warm_up_match(match: Match) -> None:
    """Compile what the match needs before time is measured, so that workers load it from the cache."""
    if match.in_kernel:
        MATCHES.compile_once(lambda: play(Job(match, 0, 0, 1)))
    else:
        warm_up(match.make_bots(), match.board)
