"""Reviews of finished games: made in a process of their own, in turn, bounded, stored; and games tried again."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import branchline as bl
from branchline.analysis.review_data import FORMAT
from branchline.bots import warmup
from branchline.engine.game import parse_save
from branchline.engine.saves import save_text
from branchline.server.analysis import reviews
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.live.practice import practice_game
from branchline.server.refusal import Refusal
from tests.server.people import Guest
from tests.server.test_leak import new_match
from tests.server.test_match import played

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from tests.server.servers import Server

REVIEW = {"map": "london", "names": [], "seats": [], "decisions": [], "turning_points": [], "seed": 0, "format": FORMAT}


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warmup.load(warmup.SEARCH)


class _Store:
    """Keeps reviews in memory."""

    def __init__(self) -> None:
        self.saved: dict[str, str] = {}

    async def review(self, game: str, wanted: int) -> str | None:
        assert wanted == FORMAT
        return self.saved.get(game)

    async def save_review(self, game: str, made: int, body: str) -> None:
        assert made == FORMAT
        self.saved[game] = body


def with_reviews(work: Callable[[reviews.Reviews, _Store], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        store = _Store()
        site = reviews.Reviews(store)  # type: ignore[arg-type]
        try:
            await work(site, store)
        finally:
            await site.stop()

    asyncio.run(run())


def process(*messages: object, after: str = "") -> tuple[str, ...]:
    """Return the command of a process that reads a game and writes these messages."""
    lines = "\n".join(json.dumps(message) for message in messages)
    return (sys.executable, "-c", f"import sys, time; sys.stdin.read(); print({lines!r}, flush=True); {after}")


def finished(name: str = "g1") -> Match:
    match = new_match("london", 2, [])
    played(match, 10_000)
    match.id = name
    return match


async def until_done(site: reviews.Reviews, match: Match) -> Any:  # noqa: ANN401
    while (status := await site.of(match)).stage in ("waiting", "running"):  # noqa: ASYNC110 (a process works on it)
        await asyncio.sleep(0.01)
    return status


def test_a_review_is_made_stored_and_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: reviews.Reviews, store: _Store) -> None:
        match = finished()
        assert (await site.of(match)).stage == "none"
        assert (await site.ask(match, "ada")).stage == "waiting"
        status = await until_done(site, match)
        assert status.stage == "done"
        assert status.review.map == "london"
        assert list(store.saved) == ["g1"]
        monkeypatch.setattr(reviews, "COMMAND", ("no such program",))
        assert (await site.ask(match, "ada")).stage == "done"

    monkeypatch.setattr(reviews, "COMMAND", process({"done": 3, "total": 40}, {"review": REVIEW}))
    with_reviews(work)


def test_progress_is_shown_while_a_review_runs_and_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: reviews.Reviews, _: _Store) -> None:
        first, second = finished("g1"), finished("g2")
        await site.ask(first, "ada")
        await site.ask(second, "ada")
        while (status := await site.of(first)).done != 3:  # noqa: ASYNC110 (likewise)
            await asyncio.sleep(0.01)
        assert (status.stage, status.total) == ("running", 40)
        waiting = await site.of(second)
        assert (waiting.stage, waiting.before) == ("waiting", 1)
        third = finished("g3")
        assert (await site.ask(third, "ada")).before == 2
        assert (await site.ask(finished("g4"), "bob")).before == 2, "visitors take turns"
        assert (await site.of(third)).before == 3

    monkeypatch.setattr(reviews, "COMMAND", process({"done": 3, "total": 40}, after="time.sleep(600)"))
    with_reviews(work)  # stopping kills the process


def test_one_visitor_cannot_fill_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: reviews.Reviews, _: _Store) -> None:
        for number in range(reviews.MOST_OF_ONE_VISITOR):
            await site.ask(finished(f"g{number}"), "eve")
        await site.ask(finished("g0"), "eve")  # the same one again is no further one
        with pytest.raises(Refusal) as refused:
            await site.ask(finished("another"), "eve")
        assert refused.value.code == "too_many"
        assert (await site.ask(finished("hers"), "ada")).stage == "waiting"

    monkeypatch.setattr(reviews, "COMMAND", process(after="time.sleep(600)"))
    with_reviews(work)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (process({"error": "It is broken."}), "It is broken."),
        (process(), "could not be made"),
        (process("not a message"), "could not be made"),
        (("no such program",), "could not be made"),
    ],
)
def test_a_failed_review_says_so_and_can_be_asked_for_again(
    command: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(site: reviews.Reviews, _: _Store) -> None:
        match = finished()
        await site.ask(match, "ada")
        status = await until_done(site, match)
        assert status.stage == "failed"
        assert message in status.message
        monkeypatch.setattr(reviews, "COMMAND", process({"review": REVIEW}))
        await site.ask(match, "ada")
        assert (await until_done(site, match)).stage == "done"

    monkeypatch.setattr(reviews, "COMMAND", command)
    with_reviews(work)


# -- on a server -------------------------------------------------------------------------------


def saved_game() -> str:
    game, player = bl.new_game("mini", players=2, seed=4, names=["Ada", "Ben"]), bl.bot("planner")
    player.start(1)
    while not game.over:
        game.play(player.choose(game.view(game.turn)))
    return save_text(game)


def test_a_game_is_reviewed_on_a_server_and_tried_again(server: Server) -> None:
    async def work() -> None:
        async with Guest(server.address) as ada:
            game = (await ada.call("POST", "/api/replays", {"text": saved_game()}))["game"]
            path = f"/api/games/{game}/review"
            assert (await ada.call("GET", path))["stage"] == "none"
            status = await ada.call("POST", path, {})
            while status["stage"] in ("waiting", "running"):
                await asyncio.sleep(0.1)
                status = await ada.call("GET", path)
            assert status["stage"] == "done", status
            decision = status["review"]["decisions"][-1]
            assert decision["label"] in ("best", "good", "inaccuracy", "mistake", "blunder")
            made = await ada.call("POST", f"/api/games/{game}/retry", {"moves": decision["number"]})
            state = await ada.call("GET", f"/api/games/{made['id']}")
            assert state["moves"] == decision["number"]
            assert state["you"] == decision["seat"]
            assert state["legal"]
            kinds = {seat: state["seats"][str(seat)]["kind"] for seat in range(2)}
            assert kinds == {decision["seat"]: "person", 1 - decision["seat"]: "bot"}
            rows = {row["id"]: row for row in (await ada.call("GET", "/api/games?show=mine"))["games"]}
            assert rows[made["id"]]["practice"] is True
            assert "practice" not in rows[game]
            await ada.call("POST", f"/api/games/{game}/retry", {"moves": 10_000}, expect=400)

    asyncio.run(work())


# -- practice games ----------------------------------------------------------------------------


def begun_again(match: Match, moves: int) -> Match:
    again = Match("again", lambda *_: match.board)
    for seq, record in enumerate(practice_game(match, moves, "guest", "Ada")):
        again.apply(seq, 0.0, None, record)
    return again


def test_a_practice_game_begins_with_what_its_seat_knew() -> None:
    match = finished()
    for moves in (0, 1, 7, match.moves - 1):
        again, before = begun_again(match, moves), match.playing.at_start()
        for _ in range(moves):
            before.play_next(match.playing)
        mover = match.movers[moves]
        assert again.playing.log == match.playing.log[:moves]
        assert again.view(mover).to_bytes() == before.view(mover).to_bytes()
        assert again.seats_of("guest") == [mover]
        assert all(seat.kind == "bot" for number, seat in enumerate(again.seats) if number != mover)


def test_what_nobody_has_seen_is_dealt_again_in_each_practice_game() -> None:
    match = finished()

    def drawn(again: Match) -> list[str]:
        cards: list[str] = []
        game = again.playing.copy()
        while len(cards) < 12:
            game.play("draw deck")
            cards += game.dealt_cards()
        return cards

    moves = next(moves for moves in range(5, match.moves) if _begins_turn(match, moves))
    dealt = [drawn(begun_again(match, moves)) for _ in range(3)]
    assert dealt[0] != dealt[1] or dealt[1] != dealt[2]


def _begins_turn(match: Match, moves: int) -> bool:
    game = match.playing.at_start()
    for _ in range(moves):
        game.play_next(match.playing)
    return game.phase == "turn"


def test_a_practice_game_can_be_saved_and_verified_and_tried_again() -> None:
    match = finished()
    again = begun_again(match, 9)
    played(again, 10_000)
    assert again.stage == "over"
    text = save_text(again.playing)
    assert parse_save(text).game.result == again.playing.result
    third = begun_again(again, 20)
    assert third.playing.log == again.playing.log[:20]


def test_a_practice_game_is_stored_as_one() -> None:
    created = practice_game(finished(), 3, "guest", "Ada")[0]
    assert isinstance(created, r.Created)
    assert r.from_text(r.to_text(created)) == created
    assert created.practice
