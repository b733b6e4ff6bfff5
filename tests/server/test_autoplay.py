"""The seats that the server plays: what goes wrong while a bot thinks or waits must not stop or disturb a game."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.server.live import autoplay, commands
from branchline.server.live import records as r
from branchline.server.live.autoplay import Autoplayer
from branchline.server.live.match import Match
from branchline.server.live.presence import Presence
from branchline.server.live.thinking import ThinkingPool
from branchline.server.settings import Settings
from tests.server.test_leak import new_room
from tests.server.test_thinking import wait_until

if TYPE_CHECKING:
    from branchline.engine.views import View

BOARD = bl.load_map("mini").board(2)


def started(*seats: r.SeatSetup) -> Match:
    match = Match("game", lambda *_: BOARD)
    match.apply(0, 0.0, None, r.Created("mini", "hash", "Mini", list(seats), "Ada"))
    match.apply(1, 0.0, None, r.Started(bytes(32).hex(), [0, 1]))
    return match


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(autoplay, "log", lambda: SimpleNamespace(error=lambda line, **_: lines.append(line)))
    return lines


def test_a_bot_that_is_stuck_is_played_for_and_later_not_even_asked(
    monkeypatch: pytest.MonkeyPatch, logged: list[str]
) -> None:
    released, asked = threading.Event(), []

    def choose_or_hang(level: str, view: View, seconds: float, seed: int | None = None) -> int:
        del seconds, seed
        asked.append(level)
        if level == "hanging":
            released.wait()
        return int(view.legal.codes[0])

    async def play() -> Match:
        match = started(r.SeatSetup("bot", "Hanging", "", "hanging"), r.SeatSetup("bot", "Easy", "", "easy"))
        player = Autoplayer(Settings(bot_pause=0))
        player.check(new_room(match))
        await wait_until(lambda: match.stage == "over")
        await player.stop()
        return match

    monkeypatch.setattr(autoplay, "choose", choose_or_hang)
    monkeypatch.setattr(autoplay, "ThinkingPool", partial(ThinkingPool, stuck_seconds=1.0))
    try:
        match = asyncio.run(play())
    finally:
        released.set()
    assert asked.count("hanging") == autoplay.MOST_STUCK
    assert set(match.movers) == {0, 1}
    assert logged == ["bot_failed"] * autoplay.MOST_STUCK


def test_a_move_taken_back_during_the_pause_of_a_bot_is_no_failure(logged: list[str]) -> None:
    async def play() -> int:
        match = started(r.SeatSetup("person", "Ada", "", guest="Ada"), r.SeatSetup("bot", "Easy", "", "easy"))
        for seat in (0, 1):
            match.apply(match.seq + 1, 0.0, None, r.Acted(seat, match.playing.code_of(f"keep 1 2 @{seat + 1}")))
        player = Autoplayer(Settings(bot_pause=0.3))
        room = new_room(match, player.check)
        room.listeners.append(Watching())
        claim = next(action for action in match.view(0).legal if isinstance(action, bl.Claim))
        await room.submit(None, lambda now: commands.act(now, 0, now.rev, claim))
        await asyncio.sleep(0.01)
        assert match.waiting_for_server == 1
        await room.submit(None, lambda now: commands.ask_undo(now, 0))
        await asyncio.sleep(0.4)
        await player.stop()
        return len(match.movers)

    assert asyncio.run(play()) == 2
    assert logged == []


class Watching:
    """A listener through which Ada is connected, so that bots pause before they move."""

    presence = Presence({0})

    def record_applied(self, entry: object) -> None:
        """Do nothing."""

    def presence_changed(self) -> None:
        """Do nothing."""

    def room_broke(self, reason: object) -> None:
        """Do nothing."""
