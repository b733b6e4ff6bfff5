"""An event loop that is stuck is reported with what it is doing, and its process ends if that lasts."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from branchline.server import watchdog
from branchline.server.watchdog import EXIT_CODE, Watchdog

STUCK = """
import asyncio, time
from branchline.server.watchdog import Watchdog

async def main():
    Watchdog(asyncio.get_running_loop(), tick_seconds=0.1, report_ticks=5, end_ticks=10)
    await asyncio.sleep(0.3)
    print("answers", flush=True)
    be_stuck()

def be_stuck():
    time.sleep(600)

asyncio.run(main())
"""


def test_a_process_whose_loop_is_stuck_says_where_and_ends() -> None:
    done = subprocess.run([sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=200, check=False)
    assert done.stdout.startswith("answers")
    assert done.returncode == EXIT_CODE
    logged = done.stdout + done.stderr
    assert "loop_stuck" in logged
    assert "be_stuck" in logged


def test_a_loop_that_answers_again_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    ended = threading.Event()

    def note(line: str, **_: object) -> None:
        logged.append(line)

    async def work() -> None:
        watched = Watchdog(
            asyncio.get_running_loop(), tick_seconds=0.1, report_ticks=5, end_ticks=10_000, end=ended.set
        )
        time.sleep(0.5)  # noqa: ASYNC251 (this is what stalls the loop)
        while not logged:  # on a busy machine
            time.sleep(0.05)  # noqa: ASYNC251
        await asyncio.sleep(0.1)
        reports = len(logged)
        await asyncio.sleep(0.5)
        watched.stop()
        assert len(logged) == reports

    monkeypatch.setattr(watchdog, "log", lambda: SimpleNamespace(error=note, critical=note))
    asyncio.run(work())
    assert set(logged) == {"loop_stuck"}
    assert not ended.is_set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process")
def test_a_process_that_was_stopped_for_long_goes_on() -> None:
    program = STUCK.replace("end_ticks=10", "end_ticks=20").replace(
        "be_stuck()\n\ndef", "await asyncio.sleep(0.5)\n\ndef"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"answers\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(3.0)  # thirty ticks
        process.send_signal(signal.SIGCONT)
        assert process.wait(200) == 0
