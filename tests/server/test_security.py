"""Requests that are cross-site, too large, too many or malformed are refused with a code and a sentence."""

from __future__ import annotations

import asyncio
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
import websockets

from branchline.server.http import identity, rate_limits
from branchline.server.http.rate_limits import Limits
from branchline.server.logs import REDACTED, configure, log
from branchline.server.refusal import Refusal
from branchline.server.settings import Settings
from branchline.server.token_buckets import Rate, TokenBuckets
from tests.server.people import Guest, Player, http_get, http_post, http_put
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its usual limits."""
    folder = tmp_path_factory.mktemp("limited")
    with Server(str(folder / "games.db"), folder / "server.log", limits=1) as running:
        yield running


def refusal(answer: httpx.Response) -> str:
    """Check that an answer is a proper refusal, and return its code."""
    body = answer.json()
    assert set(body) >= {"code", "message"}
    assert body["message"].endswith((".", "?"))
    assert "Traceback" not in answer.text
    return str(body["code"])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "SELF"}, 200),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "SELF"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_other_sites_cannot_change_anything(limited: Server, headers: dict[str, str], status: int) -> None:
    sent = {name: value.replace("SELF", limited.address) for name, value in headers.items()}
    answer = http_put(f"{limited.address}/api/me", json={"name": "Ada"}, headers=sent)
    assert answer.status_code == status
    if status != 200:
        assert refusal(answer) == "cross_site"


def test_other_sites_cannot_open_sockets(limited: Server) -> None:
    async def play() -> None:
        async with Guest(limited.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot"}], start=True)
            url = f"{limited.address.replace('http', 'ws', 1)}/api/games/{made['id']}/socket"
            for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await websockets.connect(url, additional_headers={"Cookie": ada.cookie, **headers})
                assert refused.value.response.status_code == 403

    asyncio.run(play())


def test_the_cookie_is_strict_and_signed(limited: Server) -> None:
    first = http_get(f"{limited.address}/api/me")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    value = first.cookies["branchline"]
    assert http_get(f"{limited.address}/api/me", cookies={"branchline": value}).json() == first.json()
    forged = http_get(
        f"{limited.address}/api/me", cookies={"branchline": value[:-1] + ("0" if value[-1] != "0" else "1")}
    )
    assert forged.json()["id"] != first.json()["id"]


def test_every_answer_has_the_strict_headers(limited: Server) -> None:
    for path in ("/", "/api/site", "/api/docs", "/nothing", "/api/nothing"):
        policy = http_get(limited.address + path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        (b"{", "application/json", "bad_request"),
        (b'{"name": 3}', "application/json", "bad_request"),
        (b'{"nome": "x"}', "application/json", "bad_request"),
        (b'{"name": "' + b"x" * 41 + b'"}', "application/json", "bad_request"),
        (b'{"name": "\\u202e"}', "application/json", "bad_request"),
        (b'{"name": "x"}', "text/plain", "wrong_type"),
        (b"[" * 9000, "application/json", "bad_request"),
        (b" " * 20_000, "application/json", "too_large"),
        (b"\xff\xfe", "application/json", "bad_request"),
    ],
)
def test_a_malformed_body_is_refused(limited: Server, body: bytes, kind: str, code: str) -> None:
    answer = http_put(f"{limited.address}/api/me", content=body, headers={"Content-Type": kind})
    assert refusal(answer) == code
    assert answer.status_code < 500


def test_a_map_with_problems_is_refused_with_all_of_them(limited: Server) -> None:
    answer = http_post(f"{limited.address}/api/maps", json={"text": "[about]\nname = 3\n"})
    assert refusal(answer) == "broken_map"
    assert len(answer.json()["problems"]) > 1


def test_an_uploaded_map_can_be_played(limited: Server) -> None:
    from branchline.boards.library import BUILT_IN

    async def play() -> None:
        text = (BUILT_IN / "london.toml").read_text(encoding="utf-8").replace('name    = "London"', 'name = "My town"')
        async with Guest(limited.address) as ada:
            mine = (await ada.call("POST", "/api/maps", {"text": text}))["map"]
            assert mine["id"] in [row["id"] for row in (await ada.call("GET", "/api/maps"))["maps"]]
            made = await ada.make(mine["id"], [{"kind": "me"}, {"kind": "bot"}], start=True)
            state = await ada.call("GET", f"/api/games/{made['id']}")
            facts = await ada.call("GET", f"/api/maps/{state['map']['id']}/{state['map']['hash']}/facts")
            assert len(facts["cities"]) == 17

    asyncio.run(play())


def test_a_large_frame_closes_the_socket_and_nothing_else(limited: Server) -> None:
    async def play() -> None:
        async with Guest(limited.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot"}], start=True)
            player = await ada.open(made["id"])
            with pytest.raises(websockets.ConnectionClosed):
                await _send_too_much(player)
            again = await ada.open(made["id"])
            assert again.state["game"] == made["id"]
            await again.close()

    asyncio.run(play())


async def _send_too_much(player: Player) -> None:
    await player.socket.send("x" * 10_000_000)
    while True:
        await player.take()


def test_a_rate_limited_request_says_when_to_retry(limited: Server) -> None:
    async def play() -> None:
        async with Guest(limited.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot"}], start=True)
            player = await ada.open(made["id"])
            replies = [await player.tell("chat", text="hello") for _ in range(12)]
            assert replies[0]["t"] == "ack"
            assert replies[-1]["code"] == "too_many"
            assert replies[-1]["retry_after"] > 0
            await player.close()
            codes = []
            for _ in range(20):
                body = {"map": "london", "seats": [{"kind": "me"}, {"kind": "open"}]}
                codes.append((await ada.http.post("/api/games", json=body)).status_code)
            assert codes[0] == 201
            assert codes[-1] == 429

    asyncio.run(play())


def test_tokens_are_regained_over_time() -> None:
    now = [0.0]
    buckets, rate = TokenBuckets(clock=lambda: now[0]), Rate(burst=3, per_second=2)
    assert [buckets.spend("a", rate) > 0 for _ in range(4)] == [False, False, False, True]
    assert buckets.spend("b", rate) == 0
    now[0] = 1.0
    assert [buckets.spend("a", rate) > 0 for _ in range(3)] == [False, False, True]


def test_a_new_identity_does_not_escape_the_limit_of_its_address() -> None:
    limits, rate = Limits(), Rate(burst=2, per_second=0.01)
    for guest in range(10):
        limits.check_guest(f"guest {guest}", "203.0.113.9", rate)
    with pytest.raises(Refusal):
        limits.check_guest("one more", "203.0.113.9", rate)
    limits.check_guest("one more", "203.0.113.10", rate)


def test_sockets_are_limited_by_address_until_they_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "SOCKETS_PER_ADDRESS", 2)
    limits = Limits()
    limits.open_socket("a")
    limits.open_socket("a")
    limits.open_socket("b")
    with pytest.raises(Refusal) as refused:
        limits.open_socket("a")
    assert refused.value.code == "too_many"
    limits.close_socket("a")
    limits.open_socket("a")


def test_without_limits_nothing_is_refused() -> None:
    limits, rate = Limits(0), Rate(burst=1, per_second=0.01)
    for _ in range(500):
        limits.check("a", rate)
        limits.check_guest("ada", "a", rate)
        limits.open_socket("a")


def test_a_name_keeps_no_hidden_characters() -> None:
    assert identity.clean("\u202eA\u0000d\u200ba\n\t B", 24) == "Ada B"
    assert identity.clean("\u202e\u200b", 24) == ""
    assert identity.clean("x" * 100, 24) == "x" * 23 + "…"


def test_the_log_keeps_secrets_out(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log="json"))
    log().info("something", **dict.fromkeys(REDACTED, "hush"), game="abc")
    line: dict[str, Any] = json.loads(capsys.readouterr().err)
    assert line["game"] == "abc"
    assert "hush" not in line.values()


def test_the_log_follows_stderr(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with monkeypatch.context() as earlier:
        closed = io.StringIO()
        earlier.setattr("sys.stderr", closed)
        configure(Settings(log="json"))
        closed.close()
    log().info("something", game="abc")
    assert json.loads(capsys.readouterr().err)["game"] == "abc"


def test_nothing_secret_was_logged(limited: Server) -> None:
    async def play() -> str:
        async with Guest(limited.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot"}], start=True)
            player = await ada.open(made["id"])
            await player.tell("resign")
            seed = str(player.state["seed"])
            await player.close()
            return f"{seed} {made['invite']}"

    text = limited.log.read_text(encoding="utf-8")
    for secret in asyncio.run(play()).split():
        assert secret not in text


def test_a_person_who_taps_for_hints_is_not_refused() -> None:
    limits = Limits()
    for _ in range(25):  # some minutes of a game, all at once
        limits.check_guest("ada", "203.0.113.9", rate_limits.HINTING)


def test_a_long_name_is_cut_after_a_whole_word() -> None:
    assert identity.clean("Isambard Kingdom Brunel the Younger", identity.LONGEST_NAME) == "Isambard Kingdom Brunel…"
    assert identity.clean("Ada Lovelace", identity.LONGEST_NAME) == "Ada Lovelace"
    long_word = identity.clean("Taumatawhakatangihangakoauau", identity.LONGEST_NAME)
    assert (len(long_word), long_word[-1]) == (identity.LONGEST_NAME, "…")
