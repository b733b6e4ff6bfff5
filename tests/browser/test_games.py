"""Whole games through the page: by clicking what is in sight, on a laptop and on a phone, and by keyboard only.

Every map, screen and language is played, but not every combination; `BRANCHLINE_EVERY_GAME=1` plays those as well.
"""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.visitor import LAPTOP, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.visitor import Visitor

MAPS = ["usa", "london", "paris", "uk", "mini"]
SCREENS: dict[str, dict[str, Any]] = {"laptop": {"viewport": LAPTOP}, "phone": PHONE}
LOCALES = ["en-GB", "fr-FR"]
SOME_GAMES = [
    ("usa", "laptop", "en-GB"),
    ("london", "phone", "fr-FR"),
    ("paris", "phone", "en-GB"),
    ("uk", "laptop", "fr-FR"),
    ("uk", "phone", "en-GB"),
    ("mini", "phone", "fr-FR"),
]
EVERY_GAME = list(itertools.product(MAPS, SCREENS, LOCALES))
GAMES = EVERY_GAME if os.environ.get("BRANCHLINE_EVERY_GAME") else SOME_GAMES
# Remember every sentence that screen readers are given.
LISTEN = """() => {
  window.heard = [];
  const hear = (change) => change.addedNodes.forEach((node) => window.heard.push(node.textContent.trim()));
  new MutationObserver((changes) => changes.forEach(hear))
    .observe(document.querySelector('[data-announcement]'), { childList: true });
}"""


@pytest.mark.parametrize(("map_name", "screen", "locale"), GAMES)
def test_a_whole_game_by_clicking_what_is_in_sight(
    visit: Callable[..., Visitor], map_name: str, screen: str, locale: str
) -> None:
    visitor = visit(locale=locale, **SCREENS[screen])
    visitor.play_now(map_name)
    moves = visitor.play_on()
    assert moves > 5
    totals = visitor.page.locator("[data-end] [data-total]").all_inner_texts()
    assert len(totals) == 2
    assert visitor.page.locator("[data-status=over]").count() == 1
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert visitor.accessible() == []


def test_targets_on_a_phone_are_large_enough_for_a_finger(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    visitor.play_now("paris")
    visitor.play_on(3)
    visitor.wait_turn()
    flags = visitor.page.get_by_role("group", name="Flag").all_inner_texts()
    assert [text.count("of 3, 4 points") for text in flags] == [1, 1]
    small = visitor.page.evaluate(
        """() => [...document.querySelectorAll('button, a, select, input')]
          .filter((one) => one.checkVisibility() && !one.matches('.skip, .visually-hidden'))
          .map((one) => ({ box: one.getBoundingClientRect(), html: one.outerHTML.slice(0, 120) }))
          .filter(({ box }) => box.width && (box.height < 43.5 || box.width < 40))
          .map(({ box, html }) => `${box.width}×${box.height} ${html}`)"""
    )
    assert small == []


def test_a_whole_game_by_keyboard_only(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go()
    page.wait_for_selector("[data-act=play-now]")
    tab_to(visitor, "[data-act=play-now]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ticket-choice]")
    page.evaluate(LISTEN)
    rev = -1
    for _ in range(300):
        visitor.wait_turn(rev)
        seen = visitor.look()
        if seen["over"]:
            break
        rev = seen["rev"]
        decide_by_key(visitor, seen)
    assert page.locator("[data-total]").count() == 2
    page.wait_for_function("() => window.heard.some((text) => / wins?[.!]| share /.test(text))")
    heard = " ".join(page.evaluate("window.heard"))
    lines = page.locator("[data-line] a, [data-line] > span:last-child").all_inner_texts()
    moves = [line for line in lines if "started" not in line and "first tickets" not in line]  # before this listened
    assert [line for line in moves if line not in heard] == []
    assert heard.count("Your turn.") > 5


def decide_by_key(visitor: Visitor, seen: dict) -> None:  # type: ignore[type-arg]
    keyboard = visitor.page.keyboard
    if seen["tickets_to_choose"]:
        tab_to(visitor, "[data-ticket-choice='0']")
        keyboard.press("Space")
        tab_to(visitor, "[data-act=keep]")
        keyboard.press("Enter")
    elif seen["claims"] and (seen["held"] > 5 or not seen["draw"]):
        keyboard.press("c")
        visitor.page.wait_for_selector("[data-find]")
        tab_to(visitor, "[data-find]")
        keyboard.press("Enter")
        visitor.page.wait_for_selector("[data-pay]:focus")
        keyboard.press("Enter")
    elif "deck" in seen["draw"]:
        keyboard.press("d")
    elif seen["draw"]:
        market = visitor.page.locator("[data-fly^=slot-]").evaluate_all(
            "cards => cards.map((card) => card.dataset.card)"
        )
        keyboard.press(str(market.index(seen["draw"][0]) + 1))
    elif seen["tickets"]:
        keyboard.press("t")
    else:
        keyboard.press("p")


def tab_to(visitor: Visitor, target: str) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(120):
        if visitor.page.evaluate("(what) => document.activeElement?.matches(what) ?? false", target):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reached {target}")


def test_a_move_can_be_typed(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("london")
    visitor.play_on(1)
    visitor.wait_turn()
    before = visitor.look()["held"]
    visitor.page.keyboard.press("n")
    visitor.page.wait_for_selector("[data-notation=dialog]:focus")
    visitor.page.fill("[data-notation=dialog]", "draw deck")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("[data-phase='second card']")
    visitor.page.click("[data-tab=log]")
    visitor.page.fill("[data-notation=log]", "draw deck")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_function("() => !document.querySelector('[data-notation=log]').value")
    visitor.wait_turn()
    assert visitor.look()["held"] == before + 2


def test_a_wrong_move_is_refused_with_a_reason(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("london")
    visitor.play_on(1)
    visitor.wait_turn()
    visitor.page.keyboard.press("n")
    visitor.page.fill("[data-notation=dialog]", "claim Nowhere–Big Ben blue×3")
    visitor.page.keyboard.press("Enter")
    assert "Nowhere" in visitor.page.inner_text("[data-notice]")
    below = """() => {
      const { left, top, width, height } = document.querySelector('[data-notice]').getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2).closest('[data-notice]') === null;
    }"""
    assert visitor.page.evaluate(below), "the notice keeps clicks from what it covers"


def test_a_route_that_cannot_be_claimed_says_why(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("uk")
    visitor.play_on(1)
    visitor.wait_turn()
    box = visitor.page.evaluate(
        """() => {
          const route = document.querySelector('.route[data-open]');
          const [left, top] = route.dataset.place.split(' ').map(Number);
          const at = new DOMPoint(left, top).matrixTransform(route.getScreenCTM());
          return [at.x, at.y];
        }"""
    )
    visitor.page.mouse.click(*box)
    visitor.page.wait_for_selector("[data-why]")
    visitor.page.wait_for_function("() => document.querySelector('[data-why]').textContent.endsWith('.')")
    assert len(visitor.page.inner_text("[data-why]")) > 10


def test_undo_takes_back_a_choice_but_not_what_showed_a_hidden_card(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("london")
    visitor.play_on(1)
    visitor.wait_turn()
    visitor.act("undo")
    visitor.page.wait_for_selector("[data-ticket-choice]")
    visitor.play_on(1)
    visitor.wait_turn()
    seen = visitor.look()
    visitor.page.click("[data-card=deck].open")
    visitor.wait_turn(seen["rev"])
    visitor.page.click("[data-act=undo][aria-disabled=true]", force=True)
    visitor.page.wait_for_selector("text=showed you a hidden card or ticket")
    assert visitor.look()["held"] == seen["held"] + 1


def test_a_hint_can_be_played(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("london")
    visitor.play_on(1)
    visitor.wait_turn()
    visitor.act("hint")
    visitor.page.click("[data-hint='0'][aria-pressed]")
    visitor.page.wait_for_selector("[data-hint='0'][aria-pressed=true]")
    seen = visitor.look()
    visitor.page.click("[data-hint-play='0']")
    visitor.wait_turn(seen["rev"])


def test_a_claimed_route_says_by_whom(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    visitor.play_now("mini")
    visitor.play_on(3)
    while not visitor.page.locator(".pieces").count():
        visitor.play_on(1)
    visitor.wait_turn()
    place = visitor.page.evaluate(
        """() => {
          const route = document.querySelector('.route:not(.can):not([data-open])');
          const [left, top] = route.dataset.place.split(' ').map(Number);
          const at = new DOMPoint(left, top).matrixTransform(route.getScreenCTM());
          return [at.x, at.y];
        }"""
    )
    visitor.page.mouse.click(*place)
    assert visitor.page.inner_text("[data-claim] p >> nth=1").startswith(("Claimed by", "Closed"))
