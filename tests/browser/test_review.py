"""The review of a game on the page: asked for, picked through, and tried again from a moment, in both languages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import branchline as bl
from branchline.engine.saves import save_text
from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.visitor import Visitor

TEXTS = {
    "en-GB": ("Queenstown – St Helens costs more than it brings", "Try again from here"),
    "fr-FR": ("coûte plus qu’il ne rapporte", "Réessayer à partir d’ici"),
}
PICTURES = os.environ.get("BRANCHLINE_TEST_PICTURES")
"""A folder for pictures of what a person sees, while working on the page."""


def saved_game() -> str:
    """Return a game whose first player keeps a ticket that the map has too few pieces for."""
    game, player = bl.new_game("mini", players=2, seed=4, names=["Ada", "Ben"]), bl.bot("planner")
    player.start(1)
    game.play("keep 1 2")
    while not game.over:
        game.play(player.choose(game.view(game.turn)))
    return save_text(game)


def picture(visitor: Visitor, name: str) -> None:
    if PICTURES:
        visitor.page.screenshot(path=Path(PICTURES) / f"{name}.png")


def test_a_game_is_reviewed_and_tried_again(visit: Callable[..., Visitor]) -> None:
    first, second = visit(locale="en-GB"), visit(locale="fr-FR", **PHONE)
    first.page.goto(first.address)
    imported = first.page.evaluate(
        """async (text) => (await fetch("/api/replays", {method: "POST", body: JSON.stringify({text}),
           headers: {"Content-Type": "application/json"}})).json()""",
        saved_game(),
    )
    game = imported["game"]
    first.page.goto(f"{first.address}/replay/{game}?review")
    first.page.locator("[data-act=review]").click()
    # A review has the lowest priority: beside other tests it takes much longer than its seconds of processor time.
    first.page.locator("[data-review=done]").wait_for(timeout=240_000)
    check_review(first, game, "en-GB")
    # It is stored with the game: the same person finds it on another device.
    second.page.context.add_cookies(first.page.context.cookies())  # type: ignore[arg-type]
    second.page.goto(f"{second.address}/replay/{game}?review")
    check_review(second, game, "fr-FR")


def check_review(visitor: Visitor, game: str, locale: str) -> None:
    """Pick the costliest decision of a review, read why it was one, and try again from there."""
    page, (why, again) = visitor.page, TEXTS[locale]
    page.locator("[data-review=done]").wait_for()
    picture(visitor, f"review-{locale}")
    page.locator("ol .entry").first.click()
    assert why in page.locator("[data-why]").inner_text()
    assert page.get_by_role("button", name=again).is_visible()
    page.wait_for_url(f"**/replay/{game}")  # at the first moment of the game
    picture(visitor, f"review-picked-{locale}")
    assert visitor.accessible() == []
    page.get_by_role("button", name=again).click()
    page.wait_for_url("**/game/*")
    page.locator("[data-ticket-choice]").first.wait_for()
    picture(visitor, f"review-again-{locale}")
