"""Every page: reachable, accessible, in light and dark, in two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.visitor import Visitor


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_every_page_is_accessible(visit: Callable[..., Visitor], scheme: str, size: str) -> None:
    visitor = visit(color_scheme=scheme, **(PHONE if size == "phone" else {}))
    page = visitor.page
    found: dict[str, list[str]] = {}
    visitor.go()
    page.wait_for_selector("[data-map=usa]")
    found["home"] = visitor.accessible()
    page.click("[data-act=profile]")
    found["profile"] = visitor.accessible()
    page.keyboard.press("Escape")
    visitor.act("friends")
    found["new game"] = visitor.accessible()
    visitor.act("create")
    page.wait_for_selector("[data-act=start]")
    found["table"] = visitor.accessible()
    for path, sign in (
        ("/games", "[data-game]"),
        ("/watch", "main .empty, main h2"),
        ("/rules", "main img"),
        ("/rules/uk", "dl"),
    ):
        visitor.go(path)
        page.wait_for_selector(sign)
        found[path] = visitor.accessible()
    visitor.play_now("uk" if size == "laptop" else "paris")
    found["tickets"] = visitor.accessible()
    visitor.play_on(3)
    visitor.wait_turn()
    found["board"] = visitor.accessible()
    page.keyboard.press("?")
    found["settings"] = visitor.accessible()
    assert {page: violations for page, violations in found.items() if violations} == {}


def test_french_is_complete(visit: Callable[..., Visitor]) -> None:
    visitor = visit(locale="fr-FR")
    visitor.go()
    visitor.page.get_by_text("Posez votre ligne avant les autres.").wait_for()
    assert visitor.page.get_attribute("html", "lang") == "fr"
    visitor.play_now("paris")
    visitor.page.get_by_text("Quels billets gardez-vous").wait_for()
    visitor.play_on(4)
    visitor.wait_turn()
    english = ["Your turn", "drew", "claimed", "Tickets", "took"]
    shown = visitor.page.inner_text("body")
    assert [word for word in english if word in shown] == []
    assert "a choisi ses premiers billets" in shown


@pytest.mark.parametrize(("locale", "reading"), [("en-GB", "our reading"), ("fr-FR", "notre lecture")])
def test_maps_say_what_is_our_own_reading(visit: Callable[..., Visitor], locale: str, reading: str) -> None:
    visitor = visit(locale=locale)
    visitor.go()
    for map_name in ("paris", "uk"):
        visitor.page.locator(f"[data-map={map_name}] [data-note]").filter(has_text=reading).wait_for()
    for map_name in ("paris", "uk"):
        visitor.go(f"/rules/{map_name}")
        visitor.page.locator("[data-note]").filter(has_text=reading).wait_for()


def test_the_language_can_be_chosen(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go()
    visitor.page.click("button[aria-label=Settings]")
    visitor.page.select_option("dialog select >> nth=0", "fr")
    visitor.page.get_by_text("Réglages").wait_for()
    visitor.page.reload()
    visitor.page.get_by_text("Posez votre ligne avant les autres.").wait_for()


def test_name_and_color_are_remembered(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go()
    visitor.act("profile")
    visitor.page.fill("[data-name]", "Ada")
    visitor.page.check("input[value=purple]", force=True)
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("dialog", state="detached")
    visitor.page.reload()
    assert "Ada" in visitor.page.inner_text("[data-act=profile]")


def test_the_tab_shows_whose_turn_it_is(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("london")
    visitor.page.wait_for_function("() => document.title.startsWith('●')")
    assert visitor.page.get_attribute("link[rel=icon]", "href") == "/favicon-turn.svg"


def test_moves_are_announced_to_screen_readers(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("london")
    visitor.play_on(2)
    visitor.page.wait_for_function(
        "() => /drew|took|claimed|kept/.test(document.querySelector('[data-announcement]').textContent)"
    )


def test_the_tour_teaches_by_playing(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go()
    visitor.act("tour")
    visitor.page.wait_for_selector("[data-tour-step='0']")
    reached = 0
    for _ in range(120):
        step = visitor.page.locator("[data-tour-step]")
        if not step.count():
            break
        reached = max(reached, int(step.get_attribute("data-tour-step") or 0))
        if visitor.page.locator("[data-act=tour-end]").count():
            visitor.act("tour-end")
            break
        if visitor.page.locator("[data-act=tour-next]").count():
            visitor.act("tour-next")
            continue
        seen = visitor.look()
        if seen["status"] == "mine":
            seen["held"] += 5 * (reached >= 5)  # claim as soon as the tour asks for it
            visitor.decide(seen)
            visitor.wait_turn(seen["rev"])
        visitor.page.wait_for_timeout(50)  # the tour follows shortly after the move
    assert reached == 7
    assert "tour" not in visitor.page.url


def test_a_replay_of_a_finished_game(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    visitor.play_now("london")
    visitor.play_on()
    totals = page.locator("[data-total]").all_inner_texts()
    visitor.act("replay")
    page.wait_for_selector("[data-slider]")
    assert page.locator(".pieces").count() == 0
    for _ in range(3):
        visitor.act("next")
    assert page.locator("[data-at='3']").count() == 1
    assert "at=3" in page.url
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-at='2']")
    page.select_option("[data-field=eyes]", "none")
    page.wait_for_function("() => document.querySelectorAll('[data-hand]').length === 0")
    visitor.act("last")
    page.wait_for_selector("[data-end]")
    assert page.locator("[data-total]").all_inner_texts() == totals
    assert sorted(page.locator("[data-score]").all_inner_texts()) == sorted(totals)
    assert visitor.accessible() == []
    page.click("[data-step='5']")
    page.wait_for_selector("[data-at='6']")


def test_an_unknown_address_says_so(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/nowhere")
    visitor.page.get_by_text("This page does not exist.").wait_for()
