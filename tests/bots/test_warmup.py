"""The rules and the bots are compiled once: a second process loads them from disk, and plays."""

from __future__ import annotations

import subprocess
import sys

from branchline.bots import warmup
from branchline.engine.kernel.compilation import COMPILED


def test_a_second_process_plays_with_what_the_first_compiled() -> None:
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", warmup.__name__, warmup.PLAY.name], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
    assert warmup.PLAY.is_compiled


def test_without_names_everything_that_a_server_needs_is_compiled() -> None:
    warmup.main([])
    assert all(part.is_compiled and part.is_fast for part in warmup.USES)


def test_an_unknown_part_is_refused_with_the_nearest() -> None:
    done = subprocess.run([sys.executable, "-m", warmup.__name__, "serch"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'Did you mean "search"?' in done.stderr
    assert COMPILED or not warmup.PLAY._mark.exists()
