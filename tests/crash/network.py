"""A network between a server and its PostgreSQL that can be cut, and that can lead to another database."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from typing import TYPE_CHECKING, Self

from sqlalchemy import make_url

if TYPE_CHECKING:
    from pathlib import Path


class Network:
    """Passes bytes between TCP clients and the socket file of a PostgreSQL, in a thread."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        self._is_cut = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._thread.join()
        self.drop_all()
        self._listener.close()

    def address_of(self, database: str) -> str:
        """Return the address of a database as it is reached through this network."""
        url = make_url(database)
        host, port = self._listener.getsockname()
        return url.set(host=host, port=port, query={}).render_as_string(hide_password=False)

    def cut(self) -> None:
        """Pass nothing any more; connections stay open, and new ones are accepted and not answered."""
        self._is_cut.set()

    def restore(self) -> None:
        """Pass everything again."""
        self._is_cut.clear()

    def drop_all(self) -> None:
        """Close every connection, as when a machine is switched off."""
        for key in list(self._selector.get_map().values()):
            if key.data is not None:
                self._drop(key.data)
                self._drop(key.fileobj)  # type: ignore[arg-type]

    def _run(self) -> None:
        while not self._closing.is_set():
            if self._is_cut.is_set():
                self._closing.wait(0.02)
                continue
            for key, _ in self._selector.select(0.02):
                if key.data is None:
                    self._connect()
                else:
                    self._pass(key.fileobj, key.data)  # type: ignore[arg-type]

    def _connect(self) -> None:
        client, _ = self._listener.accept()
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(str(self.target))
        except OSError:
            client.close()
            return
        for one, other in ((client, server), (server, client)):
            self._selector.register(one, selectors.EVENT_READ, other)

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        try:
            data = source.recv(65536)
            target.sendall(data)
        except OSError:
            data = b""
        if not data:
            self._drop(source)
            self._drop(target)

    def _drop(self, connection: socket.socket) -> None:
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(connection)
        connection.close()
