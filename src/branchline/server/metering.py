"""How much processor time a request or message takes, wherever on the event loop or in a thread, and who sent it."""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Iterator

T = TypeVar("T")


class ThreadsInTurn(Protocol):
    """Threads that serve owners in turn."""

    async def run(self, owner: str, work: Callable[[], T], *, watched: bool) -> T:
        """Return what `work` returns."""


class Meter:
    """Adds up the processor time, in seconds, of everything that one request causes."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.on_loop, self.in_threads = 0.0, 0.0

    @property
    def seconds(self) -> float:
        """The sum of both."""
        return self.on_loop + self.in_threads


_meter: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metering(address: str) -> Iterator[Meter]:
    """Measure what is `measured` or run `in_thread` for an address inside, tasks that are started inside included."""
    meter = Meter(address)
    before = _meter.set(meter)
    try:
        yield meter
    finally:
        _meter.reset(before)


def current_address() -> str | None:
    """Return the address for which the current request or message is answered; `None` outside of any."""
    meter = _meter.get()
    return None if meter is None else meter.address


class _Measured:
    """Awaits a coroutine and adds the time of each of its steps to a meter; the time that it waits does not count."""

    def __init__(self, work: Coroutine[Any, Any, T], meter: Meter) -> None:
        self._work, self._meter = work, meter

    def __await__(self) -> Generator[Any, Any, Any]:
        step: Callable[[Any], Any] = self._work.send
        value: Any = None
        while True:
            started = time.thread_time()
            try:
                waiting_for = step(value)
            except StopIteration as done:
                return done.value
            finally:
                self._meter.on_loop += time.thread_time() - started
            try:
                step, value = self._work.send, (yield waiting_for)
            except BaseException as error:  # noqa: BLE001 (a cancellation, for instance, is the coroutine's)
                step, value = self._work.throw, error


async def measured(work: Coroutine[Any, Any, T]) -> T:
    """Await a coroutine, and add its processor time to the meter of the current request, if there is one."""
    meter = _meter.get()
    if meter is None:
        return await work
    result: T = await _Measured(work, meter)
    return result


async def in_thread(pool: ThreadsInTurn, owner: str, work: Callable[..., T], *arguments: object) -> T:
    """Run a function in a thread when it is its owner's turn, and meter its processor time."""
    meter = _meter.get() or Meter()

    def run() -> T:
        started = time.thread_time()
        try:
            return work(*arguments)
        finally:
            meter.in_threads += time.thread_time() - started

    return await pool.run(owner, run, watched=True)
