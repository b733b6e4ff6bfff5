"""What `make release` refuses, and what it writes. The release itself is built by `make release`."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from branchline import __version__
from tools import release

if TYPE_CHECKING:
    from pathlib import Path

ENTRY = f"# Changelog\n\n## Unreleased\n\n## {__version__} – 2026-01-31\n\n- A change.\n"


def test_a_dirty_tree_is_refused() -> None:
    release.check_tree("")
    with pytest.raises(release.ReleaseError, match=r"README\.md"):
        release.check_tree(" M README.md\n")


@pytest.mark.parametrize(
    ("changelog", "reason"),
    [
        ("# Changelog\n\n## 0.0.1 – 2026-01-01\n\n- A change.\n", f"no entry with a date for version {__version__}"),
        (ENTRY.replace(" – 2026-01-31", ""), "no entry with a date"),
        (ENTRY.replace("Unreleased\n", "Unreleased\n\n- Another change.\n"), "Unreleased"),
    ],
)
def test_a_version_that_the_changelog_does_not_describe_is_refused(changelog: str, reason: str) -> None:
    with pytest.raises(release.ReleaseError, match=reason):
        release.check_version(changelog)


def test_a_described_version_is_accepted() -> None:
    assert release.check_version(ENTRY) == __version__


def test_checksums_can_be_checked(tmp_path: Path) -> None:
    (tmp_path / "one.whl").write_bytes(b"one")
    (tmp_path / "two.tar.gz").write_bytes(b"two")
    release.write_checksums(tmp_path)
    subprocess.run(["sha256sum", "--check", "--quiet", release.CHECKSUMS], cwd=tmp_path, check=True)
    (tmp_path / "one.whl").write_bytes(b"another")
    failed = subprocess.run(["sha256sum", "--check", "--quiet", release.CHECKSUMS], cwd=tmp_path, check=False)
    assert failed.returncode != 0


def test_a_command_that_fails_stops_the_release() -> None:
    with pytest.raises(release.ReleaseError, match="failed"):
        release.run("git", "no-such-command")


def test_the_commands_of_the_readme_that_install_are_tried_by_a_release() -> None:
    venv, activate, install = release.readme_installation()
    assert venv.startswith("python3 -m venv ")
    assert activate == f"source {venv.split()[-1]}/bin/activate"
    assert install.startswith("pip install ")
