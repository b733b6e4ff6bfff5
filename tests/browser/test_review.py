"""The review of a game on the page: asked for, picked through, and tried again from a moment, in both languages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

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


@pytest.mark.parametrize(("locale", "device"), [("en-GB", {}), ("fr-FR", PHONE)], ids=["laptop", "phone"])
def test_a_game_is_reviewed_and_tried_again(visit: Callable[..., Visitor], locale: str, device: dict[str, Any]) -> None:
    why, again = TEXTS[locale]
    visitor = visit(locale=locale, **device)
    page = visitor.page
    page.goto(visitor.address)
    imported = page.evaluate(
        """async (text) => (await fetch("/api/replays", {method: "POST", body: JSON.stringify({text}),
           headers: {"Content-Type": "application/json"}})).json()""",
        saved_game(),
    )
    page.goto(f"{visitor.address}/replay/{imported['game']}?review")
    page.locator("[data-act=review]").click()
    page.locator("[data-review=done]").wait_for()
    picture(visitor, f"review-{locale}")
    page.locator("ol .entry").first.click()
    assert why in page.locator("[data-why]").inner_text()
    assert page.get_by_role("button", name=again).is_visible()
    page.wait_for_url(f"**/replay/{imported['game']}")  # at the first moment of the game
    picture(visitor, f"review-picked-{locale}")
    assert visitor.accessible() == []
    page.get_by_role("button", name=again).click()
    page.wait_for_url("**/game/*")
    page.locator("[data-ticket-choice]").first.wait_for()
    picture(visitor, f"review-again-{locale}")
