"""Puzzles and the daily game on the page, in both languages, on a laptop and on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import LAPTOP, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.visitor import Visitor

SCREENS: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": LAPTOP, "locale": "en-GB"},
    "phone": {**PHONE, "locale": "fr-FR"},
}
OVERFLOW = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("screen", SCREENS)
def test_the_puzzle_of_the_day_is_answered_and_explained(visit: Callable[..., Visitor], screen: str) -> None:
    visitor = visit(**SCREENS[screen])
    visitor.go()
    visitor.act("puzzles")
    visitor.page.click("a[href='/puzzles/today']")
    choices = visitor.page.locator("[data-choice]")
    expect(choices.first).to_be_visible()
    assert choices.count() >= 3
    expect(visitor.page.locator(".why")).to_have_count(0)
    choices.first.click()
    expect(visitor.page.locator("[data-answer]")).to_be_visible()
    expect(visitor.page.locator(".choice.best")).to_have_count(1)
    reasons = visitor.page.locator(".why li").all_inner_texts()
    assert reasons
    assert all(re.search(r"\d", reason) for reason in reasons)
    assert visitor.page.evaluate(OVERFLOW) <= 0
    visitor.go("/puzzles")
    expect(visitor.page.locator("[data-answered]")).to_have_count(1)  # it is remembered


@pytest.mark.parametrize("screen", SCREENS)
def test_the_daily_game_starts_and_is_found_again(visit: Callable[..., Visitor], screen: str) -> None:
    visitor = visit(**SCREENS[screen])
    visitor.go()
    visitor.act("daily")
    visitor.page.click("[data-daily=mini] [data-act=play-daily]")
    visitor.page.wait_for_url("**/game/day*")
    expect(visitor.page.locator("[data-ticket-choice]").first).to_be_visible()
    game = visitor.page.url
    visitor.go("/daily")
    expect(visitor.page.locator("[data-daily=mini]")).to_have_attribute("data-stage", "playing")
    assert visitor.page.evaluate(OVERFLOW) <= 0
    visitor.page.click("[data-daily=mini] [data-act=play-daily]")
    visitor.page.wait_for_url(game)
