"""The process that reviews one game: a saved game on its standard input, progress and the review on its output.

It yields to everything else on the machine, so that no live game is slower for it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import IO

import msgspec

from branchline.analysis.review_data import Review
from branchline.errors import BranchlineError

NICENESS = 15
THREADS = min(2, os.cpu_count() or 1)


class Message(msgspec.Struct, omit_defaults=True):
    """A line of the output: how many of all actions are judged, or the review, or why there is none."""

    done: int = 0
    total: int = 0
    review: Review | None = None
    error: str | None = None


def main() -> None:
    """Review the game on the standard input."""
    from branchline.analysis.review import review  # the server, which reads our messages, need not import the search
    from branchline.engine.game import parse_save
    from branchline.engine.kernel import compilation

    compilation.announcing = False
    with contextlib.suppress(AttributeError, OSError):  # not on Windows
        os.nice(NICENESS)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not end up among the replies

    def progress(done: int, total: int) -> None:
        _write(replies, Message(done=done, total=total))

    try:
        game = parse_save(sys.stdin.buffer.read().decode()).game
        _write(replies, Message(review=review(game, threads=THREADS, progress=progress)))
    except BranchlineError as error:
        _write(replies, Message(error=str(error)))


def _write(replies: IO[bytes], message: Message) -> None:
    replies.write(msgspec.json.encode(message) + b"\n")
    replies.flush()


if __name__ == "__main__":
    main()
