"""Puzzles, lessons and the daily game on the page, in both languages, on a laptop and on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from branchline.analysis.lessons.lesson import shipped_lessons
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
    assert visitor.accessible() == []
    expect(visitor.page.locator(".why")).to_have_count(0)
    choices.first.click()
    expect(visitor.page.locator("[data-answer]")).to_be_visible()
    expect(visitor.page.locator(".choice.best")).to_have_count(1)
    reasons = visitor.page.locator(".why li").all_inner_texts()
    assert reasons
    assert all(re.search(r"\d", reason) for reason in reasons)
    assert visitor.page.evaluate(OVERFLOW) <= 0
    assert visitor.accessible() == []
    visitor.go("/puzzles")
    expect(visitor.page.locator("[data-answered]")).to_have_count(1)  # it is remembered
    assert visitor.accessible() == []


@pytest.mark.parametrize("screen", SCREENS)
def test_a_lesson_explains_wrong_answers_and_remembers_the_right_one(
    visit: Callable[..., Visitor], screen: str
) -> None:
    visitor = visit(**SCREENS[screen])
    visitor.go()
    visitor.act("lessons")
    link = visitor.page.locator("[data-lesson^=mini-gray]")
    name = link.get_attribute("data-lesson") or ""
    lesson = shipped_lessons()[name]
    link.click()
    right = [lesson.verdict(choice).right for choice in range(len(lesson.choices))].index(True)
    visitor.page.focus(f"[data-choice='{1 if right == 0 else 0}']")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".choice.missed .small")).to_be_visible()  # why it is not allowed
    expect(visitor.page.locator("[data-why]")).to_have_count(0)
    assert visitor.accessible() == []
    visitor.page.click(f"[data-choice='{right}']")
    expect(visitor.page.locator("[data-answer=true] [data-why]")).to_be_visible()
    assert visitor.page.evaluate(OVERFLOW) <= 0
    visitor.act("next-lesson")
    expect(visitor.page.locator(f"[data-lesson='{name}']")).to_have_count(0)
    visitor.go("/lessons")
    expect(visitor.page.locator(f"[data-lesson='{name}']")).to_have_attribute("data-answered", "true")
    assert visitor.page.locator("[data-map]").count() == 5
    assert visitor.accessible() == []


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
    assert visitor.accessible() == []
    assert visitor.page.evaluate(OVERFLOW) <= 0
    visitor.page.click("[data-daily=mini] [data-act=play-daily]")
    visitor.page.wait_for_url(game)
    visitor.play_on()
    visitor.go("/daily")
    expect(visitor.page.locator("[data-daily=mini] [data-level]")).to_have_count(5)  # the levels on the same deal
    assert visitor.accessible() == []
    assert visitor.page.evaluate(OVERFLOW) <= 0


def test_the_daily_games_come_while_the_server_is_being_prepared(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    # Until a server can play, the page loads the maps again every second; the daily games take longer than that.
    visitor.page.add_init_script(
        """const load = fetch;
        window.fetch = async (address, options) => {
          if (String(address).includes("/api/daily")) await new Promise((done) => setTimeout(done, 1500));
          const answer = await load(address, options);
          if (!String(address).endsWith("/api/site")) return answer;
          return Response.json({ ...(await answer.json()), ready: false });
        };"""
    )
    visitor.go("/daily")
    expect(visitor.page.locator("[data-daily=mini] [data-act=play-daily]")).to_be_enabled()


def test_another_level_is_suggested_after_two_losses(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go()
    for _ in range(2):
        game = visitor.page.evaluate(
            """async (body) => (await (await fetch("/api/games", {method: "POST", body: JSON.stringify(body),
               headers: {"Content-Type": "application/json"}})).json()).id""",
            {"map": "mini", "seats": [{"kind": "me"}, {"kind": "bot", "level": "beginner"}], "start": True},
        )
        visitor.go(f"/game/{game}")
        visitor.act("resign")
        visitor.page.locator("dialog .button.main").click()
        visitor.page.wait_for_selector("[data-end]")
    visitor.act("next-level")
    visitor.page.wait_for_selector("[data-ticket-choice]")
    expect(visitor.page.get_by_text("Novice bot").first).to_be_visible()
    visitor.go()
    expect(visitor.page.locator("[data-level]")).to_have_text("Your opponent: Novice (one level down after two losses)")
