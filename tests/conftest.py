"""Fixtures for every test: no maps from the user's own folders, and Hypothesis without deadlines."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import coverage
import pytest
from hypothesis import HealthCheck, settings

from branchline.engine.kernel import compilation

if TYPE_CHECKING:
    from collections.abc import Iterator

# A shared machine is slow at times: the duration of an example says nothing about the code.
settings.register_profile("branchline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("branchline")

# A shell starts background jobs with interrupts ignored; tests of Ctrl-C need them.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Leave the measuring of coverage in a worker to pytest, which pauses it for tests marked with `no_cover`.

    A worker is also measured as any process that a test starts is, and that would go on meanwhile.
    """
    if hasattr(config, "workerinput"):
        while (measuring := coverage.Coverage.current()) is not None:
            measuring.stop()


@pytest.fixture(autouse=True)
def _compiled_afterwards() -> Iterator[None]:
    """Compiled code must not be left replaced by plain Python: all later tests of the process would crawl."""
    was_plain = compilation.is_plain()
    yield
    assert compilation.is_plain() == was_plain


@pytest.fixture(autouse=True)
def _no_maps_of_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "XDG_DATA_HOME", str(Path(tempfile.gettempdir()) / "branchline-tests-have-no-data" / str(os.getpid()))
    )
    monkeypatch.delenv("BRANCHLINE_MAPS", raising=False)
