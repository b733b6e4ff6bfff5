"""Playing a match to its end, or until it is interrupted, with any runner."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from branchline.arena.jobs import split
from branchline.arena.match import Match, check_number_of_games
from branchline.arena.results import Results
from branchline.arena.runners.inline import InlineRunner
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.arena.runners import Runner


def simulate(
    match: Match,
    games: int,
    runner: Runner | None = None,
    *,
    logs: bool = False,
    progress: Callable[[Results], None] | None = None,
) -> Results:
    """Play the games of a match; after an interruption or a failure of a bot, the finished games are kept."""
    check_number_of_games(games)
    results = Results(match)
    started = time.perf_counter()
    try:
        for batch in (runner or InlineRunner()).run(split(match, games, logs=logs)):
            results.add(batch)
            results.seconds = time.perf_counter() - started
            if progress is not None:
                progress(results)
    except KeyboardInterrupt:
        results.interrupted = True
    except BranchlineError as error:
        results.problem = str(error)
    results.seconds = time.perf_counter() - started
    return results
