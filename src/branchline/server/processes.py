"""Several processes of one site on this machine, which share a port and a PostgreSQL database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

from branchline.server.logs import configure, log
from branchline.server.settings import PREFIX, Settings, SettingsError, load
from branchline.server.store import open_store
from branchline.server.store.engines import parse_address

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

DESCRIPTOR = "BRANCHLINE_LISTENER"
"""The environment variable with the file descriptor on which a process is to listen."""
RESTART_SECONDS = 1.0
"""How long to wait before a process that has ended is started again."""
STOP_SECONDS = 20.0
"""How long a process may take to finish what it is writing."""


def check(settings: Settings) -> None:
    """Refuse settings with which several processes cannot run."""
    if parse_address(settings.address).get_backend_name() != "postgresql":
        raise SettingsError(
            f"processes = {settings.processes} needs a database that processes can share: "
            "--database postgresql://user@host/name. A SQLite file is for one process."
        )
    if sys.platform == "win32":
        raise SettingsError("Processes cannot share a port on Windows: start one.")


class Supervisor:
    """Starts the processes, replaces those that end, and stops them all."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings, self._listener = settings, listener
        self._children: list[subprocess.Popen[bytes]] = []
        self._stopping = threading.Event()

    def run(self, on_ready: Callable[[], None] | None = None) -> None:
        """Run the processes until a signal stops them."""
        for wanted in (signal.SIGINT, signal.SIGTERM):
            signal.signal(wanted, lambda *_: self._stopping.set())
        self._children = [self._start() for _ in range(self._settings.processes)]
        if on_ready is not None:
            on_ready()
        while not self._stopping.wait(RESTART_SECONDS):
            for number, child in enumerate(self._children):
                if child.poll() is not None:
                    log().error("process_ended", code=child.returncode)
                    self._children[number] = self._start()
        self._stop()

    def _start(self) -> subprocess.Popen[bytes]:
        values = {name: getattr(self._settings, name) for name in Settings.__struct_fields__}
        values["processes"] = 1
        environment = {f"{PREFIX}{name.upper()}": str(value) for name, value in values.items()}
        descriptor = self._listener.fileno()
        return subprocess.Popen(  # noqa: S603 (this program again)
            [sys.executable, "-m", __name__],
            env={**os.environ, **environment, DESCRIPTOR: str(descriptor)},
            pass_fds=[descriptor],
            process_group=0,  # Ctrl-C reaches this process, which then stops the others
        )

    def _stop(self) -> None:
        for child in self._children:
            child.terminate()
        end = time.monotonic() + STOP_SECONDS
        for child in self._children:
            try:
                child.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def run_all(settings: Settings, listener: socket.socket, on_ready: Callable[[], None] | None = None) -> None:
    """Serve with several processes until a signal stops them."""
    check(settings)
    configure(settings)
    open_store(settings.address).close()  # migrates it once, and reports a database that cannot be used
    Supervisor(settings, listener).run(on_ready)


def main() -> None:
    """Be one of the processes: serve on the descriptor and with the settings of the environment."""
    from branchline.engine.kernel.compilation import start_plain

    start_plain()
    from branchline.server.app import run
    from branchline.server.http.listener import inherited

    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    run(load({}).settings, inherited(int(os.environ[DESCRIPTOR])))


def _end_with(parent: int) -> None:
    """Stop this process gracefully when its supervisor is gone, which would no longer stop or replace it."""
    while os.getppid() == parent:
        time.sleep(RESTART_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
