"""`make test` runs commands side by side: it must fail if any of them does, and keep their outputs apart."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest


def command(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def run(*commands: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "tools.side_by_side", *commands]
    return subprocess.run(program, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("codes", "expected"), [((0, 0), 0), ((0, 3), 1), ((1, 0), 1), ((2, 5), 1)], ids=["none", "second", "first", "both"]
)
def test_it_fails_if_any_command_fails(codes: tuple[int, int], expected: int) -> None:
    commands = [command(f"raise SystemExit({code})") for code in codes]

    ran = run(*commands)

    assert ran.returncode == expected
    for name, code in zip(commands, codes, strict=True):
        assert (f"{name} failed" in ran.stderr) == bool(code)


def test_the_output_of_the_second_command_stands_in_one_piece_after_that_of_the_first() -> None:
    slow = command("import time; print('a', flush=True); time.sleep(0.5); print('b')")
    quick = command("import sys; print('c', flush=True); print('d', file=sys.stderr)")

    ran = run(slow, quick)

    assert ran.stdout.splitlines() == ["a", "b", "", f"{quick}:", "c", "d"]
