"""Each setting has a source, and `branchline doctor` reports what is wrong."""

from __future__ import annotations

import json
import socket
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from branchline.cli import run
from branchline.server.doctor import examine, shown_address
from branchline.server.settings import ABOUT, Settings, SettingsError, load

if TYPE_CHECKING:
    from pathlib import Path


def test_a_flag_wins_over_the_environment_and_that_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('port = 1\nname = "File"\nlimits = 2\n')
    monkeypatch.setenv("BRANCHLINE_PORT", "2")
    monkeypatch.setenv("BRANCHLINE_NAME", "Environment")
    sourced = load({"port": 3, "host": None}, file)
    assert (sourced.settings.port, sourced.settings.name, sourced.settings.limits) == (3, "Environment", 2.0)
    assert sourced.sources["port"] == "--port"
    assert sourced.sources["name"] == "BRANCHLINE_NAME"
    assert sourced.sources["limits"] == str(file)
    assert sourced.sources["host"] == "default"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prt = 1", 'no setting "prt". Did you mean "port"'),
        ("port = 99999", "port = 99999"),
        ("log = 'xml'", "log = 'xml'"),
        ("port = ", "is not TOML"),
    ],
)
def test_a_bad_setting_names_itself_and_its_source(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as error:
        load({}, file)
    assert message in str(error.value)
    assert str(file) in str(error.value)


def test_every_setting_is_explained_here_and_in_the_docs() -> None:
    from pathlib import Path

    assert set(ABOUT) == set(Settings.__struct_fields__)
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    for name in ABOUT:
        assert f"`{name}`" in page


def test_the_doctor_finds_nothing_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json", "--port", "0", "--database", str(tmp_path / "games.db")]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {setting["name"] for setting in printed["settings"]} == set(ABOUT)
    assert not [finding for finding in printed["findings"] if finding["status"] == "error"]


def test_the_doctor_says_what_is_wrong_and_how_to_fix_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        (tmp_path / "games.db").write_text("not a database at all, but long enough to be taken for one " * 10)
        assert run(["doctor", "--port", port, "--database", str(tmp_path / "games.db")]) == 1
    printed = capsys.readouterr().out
    assert "error   database" in printed
    assert f"error   port {port}" in printed
    assert "--port" in printed


def test_the_doctor_sees_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("BEGIN IMMEDIATE")
    store = examine(Settings(database=str(tmp_path / "games.db"), port=0))[0]
    other.close()
    assert store.status == "error"
    assert "locked" in store.detail
    assert store.fix
    assert examine(Settings(database=str(tmp_path / "games.db"), port=0))[0].status == "ok"


def test_the_doctor_warns_of_a_database_that_a_server_is_using(tmp_path: Path) -> None:
    from branchline.server.store import open_store

    store = open_store(str(tmp_path / "games.db"))
    found = examine(Settings(database=str(tmp_path / "games.db"), port=0))[0]
    store.close()
    assert found.status == "warning"
    assert "Another server is using" in found.detail


def test_a_server_that_cannot_open_its_database_prints_no_address(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "branchline", "serve", "--port", "0", "--database", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("branchline: The database cannot be used: ")


def test_a_password_is_never_shown() -> None:
    assert "secret" not in shown_address("postgresql://ada:secret@host/games")
    assert "ada" in shown_address("postgresql://ada:secret@host/games")
    assert shown_address("sqlite:///games.db") == "sqlite:///games.db"
