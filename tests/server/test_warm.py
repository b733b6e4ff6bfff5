"""The rules are compiled once: a second process loads them from the disk, and plays."""

from __future__ import annotations

import subprocess
import sys


def test_a_second_process_plays_with_what_the_first_compiled() -> None:
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "branchline.server.warm"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
