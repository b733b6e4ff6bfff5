"""Small holes: odd paths, hosts, headers, metrics, damaged databases, and texts that change their direction."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from branchline.boards.format.check import check
from branchline.boards.library import BUILT_IN
from branchline.cli import run
from branchline.engine.kernel import compilation
from branchline.server.doctor import examine
from branchline.server.http import documentation
from branchline.server.http.security import KnownHosts
from branchline.server.settings import Settings
from branchline.server.store import StoreError, open_store
from branchline.server.store.migrate import SchemaError
from tests.server.people import PATIENCE, http_get
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("plain")
    with Server(str(folder / "games.db"), folder / "server.log", behind_proxy="true") as running:
        yield running


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 5000, "/" + "%F0%9F%9A%82" * 200, "/assets/%00.js", "/a%00.js"])
def test_an_odd_path_is_no_failure(plain: Server, path: str) -> None:
    assert http_get(plain.address + path).status_code in (200, 404)


def test_an_odd_path_of_the_documentation_is_no_failure_and_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("site/how-to", "outside"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "index.html").write_text("<html></html>", encoding="utf-8")
    (tmp_path / "site" / "index.html").write_text("<html></html>", encoding="utf-8")
    monkeypatch.setattr(documentation, "FOLDER", tmp_path / "site")
    app = Starlette(routes=[Route("/docs/{path:path}", documentation.documentation)])
    odd = ["a" * 400, "a/" * 4000, "%00", "how-to/%00", f"{tmp_path}/outside", "../outside", "%2e%2e/outside"]

    async def get(path: str) -> int:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get(f"/docs/{path}")).status_code

    assert [asyncio.run(get(path)) for path in ("", "how-to", "how-to/")] == [200, 307, 200]
    assert [asyncio.run(get(path)) for path in odd] == [404] * len(odd)


@pytest.mark.parametrize(
    "request_",
    [
        b"HEAD /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"HEAD / HTTP/1.1\r\nHost: localhost\r\n" + b"X: x\r\n" * 200 + b"\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
    ],
)
def test_a_request_that_cannot_be_read_is_no_failure_of_the_server(plain: Server, request_: bytes) -> None:
    port = int(plain.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request_)
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(PATIENCE)
        while connection.recv(65536):
            pass
    assert http_get(f"{plain.address}/healthz").status_code == 200
    logged = plain.log.read_text(encoding="utf-8")
    assert "Traceback" not in logged
    assert "error" not in logged


def test_a_request_for_another_host_is_refused(plain: Server) -> None:
    refused = http_get(f"{plain.address}/api/site", headers={"Host": "rebound.example:8111"})
    assert refused.status_code == 421
    for name in ("localhost:8111", "127.0.0.1", "192.168.1.7:8111", "[::1]:8111", "play.localhost"):
        assert http_get(f"{plain.address}/api/site", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize(
    ("settings", "host", "known"),
    [
        (Settings(), "games.example", False),
        (Settings(), "", False),
        (Settings(origin="https://games.example"), "games.example", True),
        (Settings(origin="https://games.example"), "games.example:443", True),
        (Settings(hosts="den.lan, Attic.lan"), "attic.lan:8111", True),
        (Settings(hosts="*"), "anything.example", True),
        (Settings(), "127.0.0.1.evil.example", False),
        (Settings(), "2001:db8::1", True),
        (Settings(), "127.0.0.1:1@evil.example", False),
        (Settings(hosts="*"), "any.example/path", False),
    ],
)
def test_hosts_are_known_by_address_or_by_setting(settings: Settings, host: str, known: bool) -> None:
    async def app(*_: object) -> None:
        """Do nothing."""

    assert KnownHosts(app, settings).is_known(host) is known


def test_browsers_are_told_to_use_tls_only_over_tls(plain: Server) -> None:
    header = "strict-transport-security"
    assert header not in http_get(f"{plain.address}/").headers
    secure = http_get(f"{plain.address}/", headers={"X-Forwarded-Proto": "https"})
    assert "max-age=" in secure.headers[header]


def test_metrics_are_for_this_machine_or_for_a_token(plain: Server, tmp_path: Path) -> None:
    assert http_get(f"{plain.address}/metrics").status_code == 200
    assert http_get(f"{plain.address}/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403
    assert http_get(f"{plain.address}/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403
    with Server(str(tmp_path / "games.db"), tmp_path / "server.log", metrics_token="hush") as server:
        url = f"{server.address}/metrics"
        assert http_get(url).status_code == 403
        assert http_get(url, headers={"Authorization": "Bearer wrong"}).status_code == 403
        assert http_get(url, headers={"Authorization": "Bearer hush"}).status_code == 200


@pytest.fixture
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process must not leave its compiled code replaced by plain Python."""
    monkeypatch.setattr(compilation, "start_plain", lambda: None)


def _database(path: Path) -> Path:
    open_store(str(path)).close()
    return path


@pytest.mark.usefixtures("_compiled")
def test_a_database_of_a_newer_version_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _database(tmp_path / "games.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SchemaError, match="newer version"):
        open_store(str(path))
    finding = examine(Settings(database=str(path), port=0))[0]
    assert (finding.status, "newer version" in finding.detail) == ("error", True)
    assert run(["serve", "--port", "0", "--database", str(path)]) != 0
    printed = capsys.readouterr()
    assert "newer version" in printed.err
    assert "Traceback" not in printed.err + printed.out


@pytest.mark.usefixtures("_compiled")
def test_a_damaged_database_is_found_and_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _database(tmp_path / "games.db")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + b"\xa5" * (len(whole) - len(whole) // 2))
    finding = examine(Settings(database=str(path), port=0))[0]
    assert finding.status == "error"
    path.write_bytes(b"not a database at all" * 1000)
    with pytest.raises(StoreError, match="cannot be used"):
        open_store(str(path))
    assert run(["serve", "--port", "0", "--database", str(path)]) != 0
    printed = capsys.readouterr()
    assert "cannot be used" in printed.err
    assert "Traceback" not in printed.err + printed.out


@pytest.mark.parametrize("letter", ["\u202e", "\u2066", "\u200b", "\ufeff"])
def test_no_text_of_a_map_changes_the_direction_of_writing(letter: str) -> None:
    text = (BUILT_IN / "mini.toml").read_text(encoding="utf-8")
    for found in ('= "Mini', 'summary = "'):
        assert found in text
        report = check(text.replace(found, found + letter, 1))
        assert report.map is None
        assert any("direction of writing" in problem.message for problem in report.errors)
