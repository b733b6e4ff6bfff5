"""Structured logs. They contain ids of games and codes, but never cards, seeds, secrets or chat."""

from __future__ import annotations

import contextlib
import logging
import sys
from typing import TYPE_CHECKING, Any, TextIO, cast

import structlog

if TYPE_CHECKING:
    from branchline.server.settings import Settings

REDACTED = ("seed", "token", "secret", "cookie", "hand", "cards", "text", "body")
"""Fields whose values are never logged."""


def _redact(logger: Any, method: str, line: Any) -> Any:  # noqa: ANN401
    del logger, method
    return {name: "(redacted)" if name in REDACTED else value for name, value in line.items()}


class _Stderr:
    """The current stderr; a line that cannot be written is lost, because a full disk must not stop the server."""

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.flush()


def _to_stderr(*names: object) -> structlog.WriteLogger:
    """Return a logger to the current stderr, which may have been replaced since the logs were configured."""
    del names
    return structlog.WriteLogger(cast("TextIO", _Stderr()))


def configure(settings: Settings) -> None:
    """Set the format and level of the logs of this process."""
    as_json = settings.log == "json" or (settings.log == "auto" and not sys.stderr.isatty())
    renderer: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _redact,
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[settings.log_level.upper()]),
        logger_factory=_to_stderr,
        cache_logger_on_first_use=False,
    )

    # It warns in plain text, and without saying whom, of every request that cannot be read.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def log() -> Any:  # noqa: ANN401 (structlog's own type is a protocol of everything)
    """Return the logger."""
    return structlog.get_logger()
