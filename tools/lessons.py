"""Find the lessons that come with the package: `python -m tools.lessons` writes the sets of all built-in maps again.

Every map teaches its own rules, and the smallest one the basics as well.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

import branchline.analysis.lessons
from branchline.analysis.lessons.making import find_lessons, topics_of
from branchline.boards.library import BUILT_IN, load_map

SETS = Path(branchline.analysis.lessons.__file__).parent / "sets"
PLAYERS = 2
FEW_TOPICS = 2
"""A map with at most this many topics has two lessons about each."""


def main() -> None:
    """Write the sets."""
    names = sorted(file.stem for file in BUILT_IN.glob("*.toml"))
    boards = {name: load_map(name).board(PLAYERS) for name in names}
    smallest = min(names, key=lambda name: len(boards[name].cities))
    for name in names:
        topics = topics_of(boards[name], basics=name == smallest)
        wanted = dict.fromkeys(topics, 2 if len(topics) <= FEW_TOPICS else 1)
        lessons = list(find_lessons(name, wanted))
        (SETS / f"{name}.jsonl").write_bytes(b"".join(msgspec.json.encode(lesson) + b"\n" for lesson in lessons))


if __name__ == "__main__":
    main()
