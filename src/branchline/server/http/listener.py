"""The socket on which a server listens."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from branchline.server.settings import SettingsError

if TYPE_CHECKING:
    from branchline.server.settings import Settings


def listen(settings: Settings) -> socket.socket:
    """Return a socket bound to the address of the settings; report a port that is already in use."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise SettingsError(
            f"Cannot listen on {settings.host}, port {settings.port}: {error.strerror}. "
            "Choose another port with --port; 0 takes a free one."
        ) from None
    return listener


def inherited(descriptor: int) -> socket.socket:
    """Return the listening socket that this process got from another one; the processes it starts do not get it.

    uvloop closes no descriptors in the processes that it starts. One of them that outlives a crash of the server would
    keep the port from the next start, and those that work on foreign text have no business with it.
    """
    listener = socket.socket(fileno=descriptor)
    listener.set_inheritable(False)
    return listener


def url_of(listener: socket.socket) -> str:
    """Return the URL at which a browser on this machine reaches the server."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 (shown, not bound)
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
