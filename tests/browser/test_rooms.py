"""Every page: reachable, accessible, in light and dark, in two languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Request

    from tests.browser.visitor import Visitor


LARGEST_SCRIPT = 130_000
"""The most bytes of compressed script that the first page may load."""


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
    page.wait_for_selector("dialog")
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
    visitor.page.click("[data-tab=log]")
    english = ["Your turn", "drew", "claimed", "Tickets", "took", "Guest", " bot", "draw deck"]
    shown = visitor.page.inner_text("body") + visitor.page.locator("[placeholder]").evaluate_all(
        "fields => fields.map((field) => field.placeholder).join()"
    )
    assert [word for word in english if word in shown] == []
    assert "a choisi ses premiers billets" in shown
    assert "Robot novice" in shown
    assert "Invité" in shown
    labels = visitor.page.locator("[aria-label]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert [
        label for label in labels if re.search(r"\w:|\b[2-9] (noir|bleu|vert|blanc|gris)\b|\b1 (lieux|billets)", label)
    ] == []
    visitor.play_now("london")
    visitor.page.wait_for_function("() => document.title.endsWith('Londres')")
    painted = visitor.page.request.get(visitor.page.locator("img.ground").evaluate("image => image.src")).text()
    assert "Les bus du centre · 1965" in painted
    assert "Central buses" not in painted


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


def test_name_and_color_are_remembered_and_a_long_name_keeps_whole_words(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go()
    visitor.act("profile")
    visitor.page.fill("[data-name]", "Ada Augusta King Countess of Lovelace")
    visitor.page.check("input[value=wine]", force=True)
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("dialog", state="detached")
    visitor.page.reload()
    visitor.page.locator("[data-act=profile]").filter(has_text="Ada Augusta King…").wait_for()


def test_the_tab_shows_whose_turn_it_is(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("london")
    visitor.page.wait_for_function("() => document.title.startsWith('●')")
    visitor.page.wait_for_selector("link[rel=icon][href='/favicon-turn.svg']", state="attached")


def test_moves_are_announced_to_screen_readers(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("london")
    visitor.play_on(2)
    visitor.page.wait_for_function(
        "() => /(drew|took|claimed|kept)[^]*Your turn/.test(document.querySelector('[data-announcement]').textContent)"
    )


def test_a_replay_of_a_finished_game(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    visitor.play_now("london")
    visitor.play_on()
    totals = page.locator("[data-total]").all_inner_texts()
    assert sorted(page.locator("[data-points]").all_inner_texts()) == sorted(totals)
    picture = page.request.get(visitor.address + (page.get_attribute("[data-act=picture]", "href") or ""))
    assert picture.body()[1:4] == b"PNG"
    visitor.act("share")
    page.wait_for_function(
        "async (end) => (await navigator.clipboard.readText()).endsWith(end)", arg=f"/replay/{visitor.game}"
    )
    visitor.act("replay")
    page.wait_for_selector("[data-slider]")
    assert page.locator(".pieces").count() == 0
    for _ in range(3):
        visitor.act("next")
    page.wait_for_selector("[data-at='3']")
    page.wait_for_url("**/replay/*?at=3")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-at='2']")
    page.select_option("[data-field=viewer]", "none")
    page.wait_for_function("() => document.querySelectorAll('[data-hand]').length === 0")
    visitor.act("last")
    page.wait_for_selector("[data-end]")
    assert page.locator("[data-total]").all_inner_texts() == totals
    assert page.locator("[data-end] [data-act=replay]").count() == 0
    assert visitor.accessible() == []
    page.click("[data-tab=charts]")
    assert sorted(page.locator("[data-score]").all_inner_texts()) == sorted(totals)
    assert sorted(page.locator("[data-points]").all_inner_texts()) == sorted(totals)
    assert page.title() == "Replay: London – Branchline"
    assert visitor.accessible() == []
    page.click("[data-tab=log]")
    page.click("[data-step='5']")
    page.wait_for_selector("[data-at='6']")


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("/nowhere", "This page does not exist.", "Not found – Branchline"),
        ("/game/nothing", "This game does not exist.", "This game does not exist – Branchline"),
    ],
)
def test_an_unknown_address_says_so(visit: Callable[..., Visitor], path: str, text: str, title: str) -> None:
    visitor = visit()
    answer = visitor.page.goto(visitor.address + path)
    assert answer
    assert answer.status == 404
    visitor.page.get_by_text(text).wait_for()
    visitor.page.wait_for_function("(title) => document.title === title", arg=title)
    visitor.complaints = [text for text in visitor.complaints if "404" not in text]  # the browser reports the status


def test_every_page_has_a_title_of_its_own(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    titles = {
        "/": "Branchline",
        "/games": "My games – Branchline",
        "/watch": "Public games – Branchline",
        "/rules": "Rules – Branchline",
        "/rules/usa": "How to play USA – Branchline",
    }
    for path, title in titles.items():
        visitor.go(path)
        visitor.page.wait_for_function("(title) => document.title === title", arg=title)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_first_page_loads_little_script(visit: Callable[..., Visitor], locale: str) -> None:
    visitor = visit(locale=locale)
    scripts: list[Request] = []

    def note(request: Request) -> None:
        if request.resource_type == "script":
            scripts.append(request)

    visitor.page.on("requestfinished", note)
    visitor.go()
    visitor.page.wait_for_load_state("networkidle")
    assert len(scripts) >= 2
    assert sum(script.sizes()["responseBodySize"] for script in scripts) <= LARGEST_SCRIPT


def test_pages_can_be_printed(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("/rules/london")
    page.wait_for_selector("main img")
    page.emulate_media(media="print")
    assert not page.locator("header.bar").is_visible()
    assert page.locator("main img.board").is_visible()
    page.emulate_media(media="screen")
    visitor.play_now("mini")
    page.emulate_media(media="print")
    assert not page.locator("[data-status]").is_visible()
    assert page.locator("[data-tour=board]").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.play')).overflow") == "visible"
