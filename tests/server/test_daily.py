"""The daily game: the same deal and the same answers for everyone, once per day and map."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

from branchline.boards.library import load_map
from branchline.server.analysis.daily_levels import play_deal
from branchline.server.http.api.daily import scores_of
from branchline.server.live import daily
from branchline.server.live.game_ids import is_game_id
from branchline.server.projection import wire
from tests.server.people import Guest, http_get, play_seat

if TYPE_CHECKING:
    from tests.server.servers import Server

DAY, KEY = "2026-11-18", "secret"


def test_the_deal_of_a_day_depends_on_the_day_the_map_and_the_secret_key() -> None:
    seeds = {
        daily.seed_of_day(key, day, name)
        for key in (KEY, "other")
        for day in (DAY, "2026-11-19")
        for name in ("usa", "uk")
    }
    assert len(seeds) == 8
    assert daily.seed_of_day(KEY, DAY, "usa") == daily.seed_of_day(KEY, DAY, "usa")


def test_everybody_has_one_game_per_day_and_map() -> None:
    mine, again, other = (daily.daily_id(KEY, DAY, "usa", guest) for guest in ("ada", "ada", "bob"))
    assert mine == again != other
    assert mine.startswith(daily.id_prefix(KEY, DAY, "usa"))
    assert other.startswith(daily.id_prefix(KEY, DAY, "usa"))
    assert not mine.startswith(daily.id_prefix(KEY, "2026-11-19", "usa"))
    assert is_game_id(mine)
    assert daily.is_daily(mine)


def test_a_level_scores_the_same_on_a_deal_with_the_same_dice() -> None:
    board, seed = load_map("mini").board(daily.PLAYERS), daily.seed_of_day(KEY, DAY, "mini")
    assert play_deal(board, seed, "strong", 1) == play_deal(board, seed, "strong", 1)
    scores = {play_deal(board, seed, "novice", number) for number in range(6)}
    assert len(scores) > 1


async def finish(guest: Guest, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play a daily game with fixed dice; return its first state and what the site says about it."""
    while (await guest.call("GET", "/api/site"))["compiling"]:  # noqa: ASYNC110 (another process)
        await asyncio.sleep(0.2)
    game = (await guest.call("POST", f"/api/daily/{name}"))["game"]
    assert (await guest.call("POST", f"/api/daily/{name}"))["game"] == game, "there is one a day"
    assert (await guest.call("GET", f"/api/daily/{name}"))["stage"] == "playing", "it has no table to change"
    first = await guest.call("GET", f"/api/games/{game}")
    assert not first["hints"]
    player = await guest.open(game)
    await play_seat(player, random.Random(3))
    await player.close()
    while True:
        found = await guest.call("GET", f"/api/daily/{name}")
        if found.get("levels"):
            return first, found
        await asyncio.sleep(0.05)


def test_two_guests_who_play_alike_get_the_same_deal_the_same_answers_and_the_same_score(server: Server) -> None:
    asyncio.run(compare_two_guests(server))


async def compare_two_guests(server: Server) -> None:
    """Let two guests play alike, and compare what they get."""
    async with Guest(server.address) as ada, Guest(server.address) as bob:
        before = await ada.call("GET", "/api/daily/mini")
        assert "scores" not in before, "what others scored is shown after one's own game"
        (first, mine), (other, theirs) = await finish(ada, "mini"), await finish(bob, "mini")
    assert first["commitment"] == other["commitment"]
    assert first.get("market") == other.get("market")
    assert mine["score"] == theirs["score"]
    assert theirs["scores"] == [mine["score"]] * 2
    assert list(mine["levels"]) == ["novice", "beginner", "easy", "medium", "strong"]
    assert all(len(scores) == 10 and scores == sorted(scores) for scores in mine["levels"].values())


def test_ones_own_score_is_listed_once_and_a_game_that_was_given_up_never() -> None:
    def row(game: str, score: int, *, resigned: bool | None = None) -> wire.GameRow:
        seats = [wire.SeatRow(kind="person", name=game, color="red", score=score, resigned=resigned)]
        return wire.GameRow(
            id=game, map="mini", title="Mini", stage="over", public=False, created=0, updated=0, seats=seats, options=[]
        )

    mine, others = row("mine", 30), [row("ada", 40), row("bob", 20)]
    assert scores_of([mine, *others], 0) == scores_of([mine, *others, mine], 0) == [40, 30, 20]
    given_up = row("eve", 50, resigned=True)
    assert scores_of([mine, *others, given_up], 0) == [40, 30, 20]


def test_two_tabs_that_start_the_daily_game_at_once_get_the_same_game(server: Server) -> None:
    asyncio.run(start_in_two_tabs(server))


async def start_in_two_tabs(server: Server) -> None:
    """Start the daily game of a guest several times at once."""
    async with Guest(server.address) as ada:
        while (await ada.call("GET", "/api/site"))["compiling"]:  # noqa: ASYNC110 (another process)
            await asyncio.sleep(0.2)
        replies = await asyncio.gather(*(ada.call("POST", "/api/daily/usa") for _ in range(3)))
    assert len({reply["game"] for reply in replies}) == 1


def test_a_daily_game_is_for_built_in_maps_only(server: Server) -> None:
    assert http_get(f"{server.address}/api/daily/nowhere").status_code == 404
