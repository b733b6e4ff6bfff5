"""Fixtures for every test: no maps from the user's own folders, and Hypothesis without deadlines."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A shared machine is slow at times: the duration of an example says nothing about the code.
settings.register_profile("branchline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("branchline")

# A shell starts background jobs with interrupts ignored; tests of Ctrl-C need them.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_maps_of_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "XDG_DATA_HOME", str(Path(tempfile.gettempdir()) / "branchline-tests-have-no-data" / str(os.getpid()))
    )
    monkeypatch.delenv("BRANCHLINE_MAPS", raising=False)
