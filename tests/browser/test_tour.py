"""The tour: a first game that teaches by playing, to its end, on a laptop and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.visitor import PHONE, WAITED

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.visitor import Visitor

TAUGHT = {
    "tickets",
    "hand",
    "wilds",
    "draw",
    "gray",
    "claim",
    "points",
    "doubles",
    "missed",
    "tickets2",
    "count",
    "play",
}
# How much of what the card explains it covers, from 0 to 1.
COVERED = """() => {
  const card = document.querySelector('[data-tour-step]').getBoundingClientRect();
  const target = document.querySelector('.tour-target')?.getBoundingClientRect();
  if (!target) return 0;
  const width = Math.min(card.right, target.right) - Math.max(card.left, target.left);
  const height = Math.min(card.bottom, target.bottom) - Math.max(card.top, target.top);
  return width > 0 && height > 0 ? (width * height) / (target.width * target.height) : 0;
}"""


def step_of(visitor: Visitor) -> str:
    """Return the name of the tour's step."""
    return visitor.page.get_attribute("[data-tour-step]", "data-tour-step") or ""


def play_step(visitor: Visitor, step: str) -> None:
    """Do what a step asks for."""
    if visitor.page.locator("[data-act=tour-next]").count():
        visitor.act("tour-next")
        visitor.page.wait_for_function(
            "(old) => document.querySelector('[data-tour-step]').dataset.tourStep !== old", arg=step
        )
        return
    visitor.page.wait_for_function(f"() => document.querySelector('[data-act=tour-next]') || ({WAITED})(-1)")
    seen = visitor.look()
    if seen["status"] == "mine" and not visitor.page.locator("[data-act=tour-next]").count():
        if step == "play":
            visitor.page.wait_for_selector("[data-advice]")
        seen["held"] += 9 * (step in ("claim", "play"))  # claim as soon as possible
        visitor.decide(seen)
        visitor.wait_turn(seen["rev"])
    visitor.page.wait_for_timeout(50)  # the tour follows shortly after the move


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_tour_is_played_to_its_end_and_never_rewinds(visit: Callable[..., Visitor], size: str) -> None:
    visitor = visit(**(PHONE if size == "phone" else {}))
    visitor.go()
    visitor.act("tour")
    visitor.page.wait_for_selector("[data-tour-step=tickets]")
    reached: list[str] = []
    for _ in range(200):
        step = step_of(visitor)
        if step not in reached:
            reached.append(step)
            visitor.page.wait_for_function(f"() => ({COVERED})() < 0.1")
            assert step not in ("tickets", "points") or visitor.accessible() == []
        assert step == reached[-1], f"the tour went back from {reached[-1]} to {step}"
        if step == "doubles":  # a reload goes on where the tour was
            visitor.page.reload()
            visitor.page.wait_for_selector("[data-tour-step=doubles]")
        if step == "points":
            assert visitor.page.locator("[data-tour-step] td").all_inner_texts() == list("12341247")
        if step == "result":
            break
        play_step(visitor, step)
    assert reached[-3:] == ["count", "play", "result"]
    assert set(reached) >= TAUGHT
    visitor.act("tour-lessons")
    visitor.page.wait_for_selector("[data-toured=true]")  # it is remembered


def test_the_tour_can_be_left_and_is_found_again(visit: Callable[..., Visitor]) -> None:
    visitor = visit(locale="fr-FR")
    visitor.go("/lessons")
    visitor.act("tour")
    visitor.page.wait_for_selector("[data-tour-step=tickets] [data-advice=tickets]")
    game = visitor.game
    visitor.go("/lessons")
    visitor.page.click(f"a[href='/game/{game}?tour']")
    visitor.page.wait_for_selector("[data-tour-step=tickets]")
    visitor.act("tour-skip")
    visitor.page.wait_for_selector("[data-tour-step]", state="detached")
    visitor.go(f"/game/{game}")
    visitor.page.wait_for_selector("[data-ticket-choice]")
    assert visitor.page.locator("[data-tour-step]").count() == 0
