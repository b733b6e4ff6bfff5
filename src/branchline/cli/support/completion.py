"""Names that the shell completes: maps, bots and fixed tasks."""

from __future__ import annotations


def map_names(incomplete: str) -> list[str]:
    """Return the maps, and the map files of this folder, whose names begin as typed."""
    from pathlib import Path

    from branchline.boards.format.files import SUFFIX
    from branchline.boards.library import find_maps

    files = sorted(str(path) for path in Path().glob(f"*{SUFFIX}"))
    return _matching(incomplete, [map_.name for map_ in find_maps()] + files)


def bot_names(incomplete: str) -> list[str]:
    """Return the bots whose names begin as typed."""
    from branchline.bots.registry import installed_bots

    return _matching(incomplete, list(installed_bots()))


def bot_lists(incomplete: str) -> list[str]:
    """Complete the last bot of a list that is separated by commas."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in bot_names(last)]


def task_names(incomplete: str) -> list[str]:
    """Return the fixed tasks whose names begin as typed."""
    from branchline.arena.evaluation.tasks import tasks

    return _matching(incomplete, list(tasks()))


def _matching(incomplete: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
