"""Real servers for the tests: each a process of its own on a free port, stopped by its process id."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path

READY_SECONDS = 600
"""Enough for a first compilation on a busy machine."""


class Server:
    """A server process."""

    def __init__(self, database: str, log: Path, **settings: object) -> None:
        self.database = database
        self.log = log
        self.settings = {"limits": 0, "bot_pause": 0, **settings}
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.seconds_to_ready = 0.0

    def start(self) -> Self:
        """Start and wait until games can be played."""
        started = time.monotonic()
        self.start_only()
        self.wait_ready()
        self.seconds_to_ready = time.monotonic() - started
        return self

    def start_only(self) -> Self:
        """Start and wait for the address."""
        settings = {f"BRANCHLINE_{name.upper()}": str(value) for name, value in self.settings.items()}
        port = self.address.rstrip("/").rpartition(":")[2] or "0"
        command = [sys.executable, "-m", "branchline", "serve", "--json", "--port", port, "--database", self.database]
        environment = {**os.environ, "PYTHONUNBUFFERED": "", **settings}  # the address must arrive all the same
        with self.log.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        lines = ""
        while "}" not in lines:
            line = self.process.stdout.readline()
            assert line, f"the server did not start: {self.log.read_text(encoding='utf-8')[-2000:]}"
            lines += line
        self.address = json.loads(lines)["address"].rstrip("/")
        return self

    def wait_ready(self) -> None:
        """Wait until games can be played."""
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")[-2000:]
            with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
                if urllib.request.urlopen(f"{self.address}/readyz", timeout=60).status == 200:
                    return
            time.sleep(0.02)
        raise AssertionError("the server did not become ready")

    def kill(self) -> None:
        """Kill without warning, as a crash would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop gracefully; returns the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(120)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.stop()
