"""The server's own players: levels by name, and who plays while bots are being compiled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import branchline as bl
from branchline.bots import warmup
from branchline.bots.base import KernelBot
from branchline.bots.levels import ExpertBot, HardBot
from branchline.bots.planner.bot import PlannerBot
from branchline.bots.policies import GreedyBot
from branchline.bots.registry import CHARACTERS, LEVELS, bot_class, built_in
from branchline.bots.search.bot import SearchBot
from branchline.server.live import bot_players

if TYPE_CHECKING:
    import pytest


def test_every_level_chooses_something_legal() -> None:
    view = bl.new_game("london", players=2, seed=3).view(0)
    for level in (*LEVELS, *CHARACTERS):
        assert bot_players.choose(level, view, 0.05) in view.legal.codes


def test_the_quick_bot_plays_for_a_search_that_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    view = bl.new_game("paris", players=2, seed=3).view(0)
    monkeypatch.setattr(warmup, "PLANNER", SimpleNamespace(is_fast=True))
    for level in ("hard", "expert"):
        monkeypatch.setattr(warmup, "SEARCH", SimpleNamespace(is_fast=False))
        assert isinstance(bot_players._player(level, view), PlannerBot)
        monkeypatch.setattr(warmup, "SEARCH", SimpleNamespace(is_fast=True))
        assert isinstance(bot_players._player(level, view), SearchBot)


def test_the_search_plays_for_a_guided_one_that_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    view = bl.new_game("paris", players=2, seed=3).view(0)
    monkeypatch.setattr(warmup, "SEARCH", SimpleNamespace(is_fast=True))
    monkeypatch.setattr(warmup, "GUIDED", SimpleNamespace(is_fast=False))
    assert isinstance(bot_players._player("expert", view), HardBot)
    assert not bot_players.is_instant("expert")
    monkeypatch.setattr(warmup, "GUIDED", SimpleNamespace(is_fast=True))
    assert isinstance(bot_players._player("expert", view), ExpertBot)


def test_the_simple_bot_plays_for_a_planner_that_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    view = bl.new_game("paris", players=2, seed=3).view(0)
    monkeypatch.setattr(warmup, "SEARCH", SimpleNamespace(is_fast=False))
    monkeypatch.setattr(warmup, "PLANNER", SimpleNamespace(is_fast=False))
    for level in (*LEVELS, *CHARACTERS):
        assert isinstance(bot_players._player(level, view), GreedyBot)
    monkeypatch.setattr(warmup, "PLANNER", SimpleNamespace(is_fast=True))
    assert isinstance(bot_players._player("medium", view), PlannerBot)


def test_every_bot_that_plays_inside_the_kernel_is_instant() -> None:
    inside = {name for name in built_in() if issubclass(bot_class(name), KernelBot)}
    assert {"random", "greedy", "casual", "planner"} <= inside
    assert {name for name in inside if not bot_players.is_instant(name)} == set()
