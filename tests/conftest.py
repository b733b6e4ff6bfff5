"""What every test stands on: no maps of the user's own, and Hypothesis without a stop-watch."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A shared, busy machine is slow at times: how long an example takes says nothing about the code.
settings.register_profile("branchline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("branchline")


@pytest.fixture(autouse=True)
def _no_maps_of_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "XDG_DATA_HOME", str(Path(tempfile.gettempdir()) / "branchline-tests-have-no-data" / str(os.getpid()))
    )
    monkeypatch.delenv("BRANCHLINE_MAPS", raising=False)
