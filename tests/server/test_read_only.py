"""A server runs as an ordinary user who can write nothing but the folders that docs/hosting.md names."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.server.people import http_get

ORDINARY = 65534
"""The user "nobody"; used if the tests run as root, whom no permission stops."""
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
_AS_ORDINARY_USER = [
    *("setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups"),
    # Python itself may be installed in root's home: reading is allowed everywhere, writing is not.
    *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search", "--bounding-set=-all,+dac_read_search"),
]
pytestmark = pytest.mark.skipif(
    not hasattr(os, "getuid") or (IS_ROOT and shutil.which("setpriv") is None), reason="no way to drop privileges"
)


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, Path]:
    """A home that is read-only, and folders that the server may write."""
    made = {name: tmp_path / name for name in ("home", "cache", "data", "tmp")}
    for folder in made.values():
        folder.mkdir()
        if IS_ROOT:
            os.chown(folder, ORDINARY, ORDINARY)
    made["home"].chmod(0o555)
    for parent in tmp_path.parents:
        if IS_ROOT and parent.owner() == "root" and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011)
    return made


def command(*args: str) -> list[str]:
    return [*(_AS_ORDINARY_USER if IS_ROOT else ()), sys.executable, "-m", "branchline", *args]


def environment(folders: dict[str, Path], **more: str) -> dict[str, str]:
    # Coverage would be written into the tests' own folder, which this user cannot write either.
    left_out = ("XDG_", "BRANCHLINE_", "COVERAGE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    return {**kept, "HOME": str(folders["home"]), "TMPDIR": str(folders["tmp"]), **more}


def start(folders: dict[str, Path], **more: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server and return it with its address."""
    line = command("serve", "--json", "--port", "0", "--database", str(folders["data"] / "games.db"))
    server = subprocess.Popen(
        line, env=environment(folders, **more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/"
    )
    assert server.stdout is not None
    assert server.stderr is not None
    said = ""
    while "}" not in said:
        text = server.stdout.readline()
        assert text, server.stderr.read()
        said += text
    address = said.partition('"address": "')[2].partition('"')[0]
    return server, address.rstrip("/")


def wait_until_it_listens(server: subprocess.Popen[str], address: str) -> None:
    while server.poll() is None:
        with contextlib.suppress(httpx.ConnectError):
            assert http_get(f"{address}/healthz").status_code == 200
            return
        time.sleep(0.05)
    raise AssertionError("the server has stopped")


def written(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_only_the_cache_and_the_database_are_written(folders: dict[str, Path]) -> None:
    server, address = start(folders, BRANCHLINE_CACHE=str(folders["cache"]), BRANCHLINE_JIT="0")
    try:
        wait_until_it_listens(server, address)
        assert http_get(f"{address}/api/maps").status_code == 200
    finally:
        server.terminate()
        server.communicate()
    assert "games.db" in written(folders["data"])
    assert written(folders["home"]) == []


def test_compiled_code_is_cached_where_the_setting_says(folders: dict[str, Path]) -> None:
    script = "from branchline.engine.kernel.compilation import cache_folder; print(cache_folder())"
    env = environment(folders, BRANCHLINE_CACHE=str(folders["cache"]))
    done = subprocess.run([*command()[:-2], "-c", script], env=env, capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.startswith(f"{folders['cache']}/kernel-")
    assert done.stderr == ""


def test_without_a_cache_that_can_be_written_compiled_code_is_kept_in_a_temporary_folder(
    folders: dict[str, Path],
) -> None:
    script = (
        "import branchline.engine.entry_points\n"  # Numba looks for its cache where a function is decorated
        "from branchline.engine.kernel.compilation import cache_folder; print(cache_folder())"
    )
    done = subprocess.run(
        [*command()[:-2], "-c", script], env=environment(folders), capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{folders['tmp']}/branchline-")
    assert "cannot be written, so compiled code is kept in" in done.stderr
    assert "BRANCHLINE_CACHE" in done.stderr


def test_a_temporary_folder_of_somebody_else_is_not_used(folders: dict[str, Path]) -> None:
    user = ORDINARY if IS_ROOT else os.getuid()
    planted = folders["tmp"] / f"branchline-{user}"
    planted.mkdir(mode=0o777)
    planted.chmod(0o777)
    script = "from branchline.engine.kernel.compilation import cache_folder; print(cache_folder())"
    done = subprocess.run(
        [*command()[:-2], "-c", script], env=environment(folders), capture_output=True, text=True, check=True, cwd="/"
    )
    assert not done.stdout.startswith(f"{planted}/")


def test_no_place_at_all_is_reported_in_one_sentence(folders: dict[str, Path]) -> None:
    folders["tmp"].chmod(0o555)
    script = (
        f"import tempfile; tempfile.tempdir = {str(folders['tmp'])!r}\n"
        "from branchline.cli import run; raise SystemExit(run(['replay', 'nothing']))"
    )
    done = subprocess.run(
        [*command()[:-2], "-c", script], env=environment(folders), capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 1
    assert "Compiled code can be kept neither in" in done.stderr
    assert "Traceback" not in done.stderr
