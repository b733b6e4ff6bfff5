"""Process untrusted text in a separate process, which is killed when it takes too long.

Saved games and maps of visitors are parsed, replayed and drawn here, so that no text can stop the games of others. The
process starts with the first work and uses the rules uncompiled: it need not wait for the compiler, and a saved game
takes a fraction of a second all the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import pickle
import signal
import struct
import sys
import time
from collections import Counter
from typing import IO, TYPE_CHECKING, Any, TypeVar

from branchline.errors import BranchlineError
from branchline.server.fair_queue import FairQueue
from branchline.server.logs import log
from branchline.server.refusal import Refusal
from branchline.server.token_buckets import Rate, TokenBuckets

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator, Callable

T = TypeVar("T")
PROCESSOR_SECONDS = 20.0
"""The maximum processor time that a piece of work may take."""
SECONDS = 90.0
"""The maximum time that a piece of work may take on a busy machine."""
OWNER = Rate(40.0, 0.1)
"""Seconds of processor time of one owner: enough for the largest maps, but nobody keeps the process busy for others."""
MEMORY = 1024 * 1024 * 1024
"""The most memory, in bytes, that the process may allocate; where the system can limit it."""
MOST_WAITING = 40
MOST_OF_ONE_OWNER = 8
"""How many pieces of work may wait in total, and for one owner; a page asks for all parts of a map at once."""
NICENESS = 10
_LENGTH = struct.Struct("!Q")
_DONE, _REFUSED, _FAILED = "done", "refused", "failed"


class IsolatedProcess:
    """Runs one piece of work after the other in another process."""

    def __init__(self, generosity: float = 1.0, processor_seconds: float = PROCESSOR_SECONDS) -> None:
        self._processor_seconds = processor_seconds
        self._budget = TokenBuckets(generosity)
        self._process: Process | None = None
        self._is_busy = False
        self._turns: FairQueue[asyncio.Future[None]] = FairQueue()
        self._waiting: Counter[str] = Counter()

    async def run(self, owner: str, work: Callable[..., T], *arguments: object) -> T:
        """Return what a function of a module returns for arguments that can be pickled.

        A `BranchlineError` of the function is raised here as one with the same message. A `Refusal` is raised if the
        work took too long, if too much is waiting already, of this owner or in all, or if the owner has used up the
        budget of processor time.
        """
        if self._waiting[owner] >= MOST_OF_ONE_OWNER or self._waiting.total() >= MOST_WAITING:
            raise Refusal("too_many", "Too many files are being read: try again soon.", retry_after=5.0)
        self._waiting[owner] += 1
        try:
            async with self._turn(owner):
                self._check_budget(owner)
                kind, value, seconds = await self._exchange(owner, work, arguments)
                self._budget.charge(owner, OWNER, seconds)
        finally:
            self._waiting[owner] -= 1
            self._waiting += Counter()  # drops the owners who wait for nothing
        if kind == _REFUSED:
            raise BranchlineError(value)
        if kind == _FAILED:
            log().error("isolated_work_failed", work=work.__name__, error=value)
            raise RuntimeError(f"{work.__name__} failed")
        result: T = value
        return result

    def _check_budget(self, owner: str) -> None:
        wait = self._budget.debt(owner, OWNER)
        if wait:
            message = f"Your files use too much of the server's time: try again in {max(1, wait):.0f} s."
            raise Refusal("too_busy", message, retry_after=round(max(wait, 0.1), 1))

    @contextlib.asynccontextmanager
    async def _turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for the process; owners take turns, so that nobody waits for more than one work of each of them."""
        if self._is_busy:
            turn = asyncio.get_running_loop().create_future()
            self._turns.put(owner, turn)
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():
                    self._pass_on()
                raise
        self._is_busy = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """Let the next one use the process."""
        self._is_busy = False
        while self._turns and not self._is_busy:
            turn = self._turns.take()
            if not turn.done():  # whoever waited may have gone
                self._is_busy = True
                turn.set_result(None)

    async def _exchange(
        self, owner: str, work: Callable[..., T], arguments: tuple[object, ...]
    ) -> tuple[str, Any, float]:
        """Return the kind of the reply, its value, and the processor time that the work took."""
        request = (work.__module__, work.__qualname__, arguments, self._processor_seconds)
        process = await self._running()
        started = time.monotonic()
        try:
            async with asyncio.timeout(SECONDS):
                return await _ask(process, pickle.dumps(request))
        except BaseException as error:
            await self.stop()  # it is still working
            self._budget.charge(owner, OWNER, min(time.monotonic() - started, self._processor_seconds))
            if not isinstance(error, TimeoutError | EOFError | ConnectionError):
                raise
            log().warning("isolated_work_stopped", work=work.__name__)
            raise Refusal("too_slow", "Reading this took too long, so it was stopped.") from None

    async def _running(self) -> Process:
        """Return the process, started if necessary."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                __name__,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "BRANCHLINE_JIT": "0"},
            )
        return self._process

    async def stop(self) -> None:
        """Kill the process; work that is under way is refused."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _ask(process: Process, request: bytes) -> tuple[str, Any, float]:
    """Send a request to the process and return its reply."""
    sent, received = process.stdin, process.stdout
    if sent is None or received is None:
        raise ConnectionError("the process has no pipes")
    sent.write(_LENGTH.pack(len(request)) + request)
    await sent.drain()
    (length,) = _LENGTH.unpack(await received.readexactly(_LENGTH.size))
    reply: tuple[str, Any, float] = pickle.loads(await received.readexactly(length))  # noqa: S301 (from our own process)
    return reply


# -- in the other process ----------------------------------------------------------------------


def main() -> None:
    """Do the work that arrives on the standard input, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    with contextlib.suppress(AttributeError, OSError):  # not on Windows
        os.nice(NICENESS)
    _limit_memory()
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not end up among the replies
    while request := _received(sys.stdin.buffer):
        module, name, arguments, seconds = pickle.loads(request)  # noqa: S301 (from the server that started us)
        _limit_processor_time(seconds)
        started = time.process_time()
        kind, value = _done(module, name, arguments)
        reply = pickle.dumps((kind, value, time.process_time() - started))
        _limit_processor_time(0)
        replies.write(_LENGTH.pack(len(reply)) + reply)
        replies.flush()


def _received(source: IO[bytes]) -> bytes:
    """Return the next request; empty at the end."""
    header = source.read(_LENGTH.size)
    return source.read(_LENGTH.unpack(header)[0]) if len(header) == _LENGTH.size else b""


def _limit_processor_time(seconds: float) -> None:
    """Let the system kill this process after a number of seconds of processor time; 0 lifts the limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory() -> None:
    """Let allocations fail beyond a limit, instead of taking the memory of the server."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with contextlib.suppress(OSError, ValueError):
        # Private writable memory; the address space also has what is only mapped, such as libraries and fonts.
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def _done(module: str, name: str, arguments: tuple[object, ...]) -> tuple[str, Any]:
    try:
        return _DONE, getattr(importlib.import_module(module), name)(*arguments)
    except BranchlineError as error:
        return _REFUSED, str(error)
    except MemoryError:
        return _REFUSED, "Reading this takes too much memory, so it was stopped."
    except Exception as error:  # noqa: BLE001 (reported to the server, which logs it)
        return _FAILED, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
