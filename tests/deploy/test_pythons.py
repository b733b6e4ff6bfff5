"""The versions of Python that the package claims are those that `make pythons` tests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tools import pythons

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]


def test_the_claimed_versions_are_what_the_pages_say() -> None:
    versions = pythons.claimed()
    assert len(versions) > 1
    said = f"{', '.join(versions[:-1])} or {versions[-1]}"
    for page in ("README.md", "docs/index.md"):
        assert f"Python {said}" in (ROOT / page).read_text(encoding="utf-8")


def test_an_interpreter_that_is_named_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONS", f"/no/such/python:{sys.executable}")
    assert pythons.interpreter(f"{sys.version_info[0]}.{sys.version_info[1]}") == sys.executable


def test_every_folder_that_is_tested_exists() -> None:
    assert [place for place in pythons.TESTS if not (ROOT / place).exists()] == []


def test_a_version_without_an_interpreter_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pythons, "interpreter", lambda _: None)
    assert pythons.main() == 1
    assert f"Python {', '.join(pythons.claimed())}" in capsys.readouterr().err
