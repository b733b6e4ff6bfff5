"""The watchdog: reports an event loop that no longer answers, and ends a process whose loop never may again."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from typing import TYPE_CHECKING

from branchline.server.logs import log

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

TICK_SECONDS = 1.0
REPORT_TICKS = 10
END_TICKS = 120
"""The ticks without an answer of the event loop after which its stack is logged, and after which the process ends.

Whoever runs the server, such as systemd or a container, then starts it again. Nothing acknowledged is lost."""
EXIT_CODE = 70


def _end_process() -> None:
    os._exit(EXIT_CODE)


class Watchdog:
    """A thread that asks the event loop for an answer at every tick.

    It counts its own ticks: a process that is stopped for a while, as the whole machine may be, does not count them.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        tick_seconds: float = TICK_SECONDS,
        report_ticks: int = REPORT_TICKS,
        end_ticks: int = END_TICKS,
        end: Callable[[], None] = _end_process,
    ) -> None:
        """Watch the running loop of this thread."""
        self._loop, self._thread_id = loop, threading.get_ident()
        self._tick_seconds, self._report_ticks, self._end_ticks = tick_seconds, report_ticks, end_ticks
        self._end = end
        self._silent = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopping.set()

    def _answer(self) -> None:
        self._silent = 0

    def _run(self) -> None:
        while not self._stopping.wait(self._tick_seconds):
            if self._silent >= self._report_ticks and self._silent % self._report_ticks == 0:
                log().error("loop_stuck", seconds=round(self._silent * self._tick_seconds), stack=self._stack())
            if self._silent >= self._end_ticks:
                log().critical("loop_given_up")
                self._end()
                return
            self._silent += 1
            try:
                self._loop.call_soon_threadsafe(self._answer)
            except RuntimeError:  # the loop is closed
                return

    def _stack(self) -> str:
        """Return what the thread of the loop is doing."""
        frame = sys._current_frames().get(self._thread_id)  # noqa: SLF001 (there is no public name)
        return "" if frame is None else "".join(traceback.format_stack(frame))
