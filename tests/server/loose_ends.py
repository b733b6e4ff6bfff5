"""What clients that were cut off leave behind is swept up by the test that cut them off, not by one that follows."""

from __future__ import annotations

import gc
import warnings
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def sweep_up() -> Iterator[None]:
    """Collect the sockets of clients that a test cancelled or killed: warnings of them would fail any later test."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
