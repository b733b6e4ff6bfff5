"""Matches, tournaments and reports in one call, for scripts and notebooks."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.arena import simulation
from branchline.arena.match import MatchError, new_match
from branchline.arena.reporting import report
from branchline.arena.runners import make_runner
from branchline.arena.tournament import Folder, Plan, TournamentError, check_plan, play_tournament
from branchline.arena.warmup import warm_up_match
from branchline.boards.library import MapFile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

    from branchline.arena.results import Results
    from branchline.arena.runners import Runner
    from branchline.arena.tournament import Standings


def simulate(  # noqa: PLR0913 (each is a keyword)
    map: str | Path | MapFile,  # noqa: A002 (the word for it)
    bots: Sequence[str],
    games: int = 1000,
    *,
    seed: int | None = None,
    options: Sequence[str] = (),
    clock: float | None = None,
    runner: str = "auto",
    jobs: int | None = None,
    address: str | None = None,
    logs: bool = False,
    progress: Callable[[Results], None] | None = None,
) -> Results:
    """Play games between bots, one spec per seat; every deal is played in every seating.

    The same seed gives the same games, wherever they are played. Without a runner, compiled bots play on all cores,
    and others in this process; with `jobs=4`, they play in four processes, which a script must guard with
    `if __name__ == "__main__":`. With `logs=True` the results include every action. Ctrl-C keeps the finished games.

    >>> results = simulate("mini", ["greedy", "random"], games=100, seed=7)
    >>> results.games, results.summary().bots[0].win_rate > 0.7
    (100, True)
    """
    match = new_match(map, _specs(bots), _seed(seed), options, clock)
    warm_up_match(match)
    workers = _runner(runner, jobs, address, in_kernel=match.in_kernel)
    results = simulation.simulate(match, games, workers, logs=logs, progress=progress)
    if results.problem:
        raise MatchError(results.problem)
    return results


def tournament(  # noqa: PLR0913 (each is a keyword)
    bots: Sequence[str],
    map: str | Path | MapFile = "usa",  # noqa: A002 (the word for it)
    games: int = 100,
    *,
    players: int | Sequence[int] = 2,
    seed: int | None = None,
    options: Sequence[str] = (),
    clock: float | None = None,
    runner: str = "auto",
    jobs: int | None = None,
    address: str | None = None,
    folder: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Standings:
    """Let bots meet in every group and seating, and rate them; `games` is the number of games of each group.

    With a folder, finished games are kept there, and the same call resumes an interrupted tournament.

    >>> standings = tournament(["planner", "greedy", "random"], "mini", games=40, seed=7)
    >>> [rating.bot for rating in standings.ratings]
    ['planner', 'greedy', 'random']
    """
    name = str(map.path) if isinstance(map, MapFile) else str(map)
    numbers = (players,) if isinstance(players, int) else tuple(players)
    plan = Plan(name, _specs(bots), numbers, games, _seed(seed), tuple(options), clock)
    check_plan(plan)
    kept = None if folder is None else Folder(Path(folder))
    if kept is not None:
        plan = kept.open(plan)
    matches = plan.matches()
    if not matches:
        raise TournamentError("A tournament needs at least two bots and a number of players.")
    for match in matches:
        warm_up_match(match)
    workers = _runner(runner, jobs, address, in_kernel=all(match.in_kernel for match in matches))
    return play_tournament(plan, workers, kept, progress)


def write_report(
    results: Results, path: str | PathLike[str], compare: Results | str | PathLike[str] | None = None
) -> None:
    """Write an HTML page about a match, with charts, tables and the board; it needs no network.

    `compare` is another run that is shown beside this one: its results, or the report of an earlier one.

    >>> from tempfile import TemporaryDirectory
    >>> before = simulate("mini", ["random", "random"], games=100, seed=7)
    >>> after = simulate("mini", ["greedy", "random"], games=100, seed=7)
    >>> with TemporaryDirectory() as folder:
    ...     write_report(after, f"{folder}/report.html", compare=before)
    """
    report.write_report(results, Path(path), compare)


def _specs(bots: Sequence[str]) -> tuple[str, ...]:
    """Return the specs of bots; refuse anything but a list of texts."""
    if isinstance(bots, str) or not all(isinstance(spec, str) for spec in bots):
        raise MatchError(f'Name the bots in a list of texts, such as ["planner", "my_bot.py:MyBot"], not as {bots!r}.')
    return tuple(bots)


def _seed(seed: int | None) -> int:
    return secrets.randbits(31) if seed is None else seed


def _runner(name: str, jobs: int | None, address: str | None, *, in_kernel: bool) -> Runner:
    """Return a runner; unlike on the command line, no process is started unless asked for."""
    if name == "auto" and not in_kernel and jobs is None:
        name = "inline"
    return make_runner(name, jobs, address, in_kernel=in_kernel)
