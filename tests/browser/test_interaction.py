"""How the page behaves: dragging, animations, sound, notifications, highlights, installing, waiting for the rules."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.visitor import Visitor

SECOND = "[data-phase='second card'][data-busy=false]"
LIT = "() => document.querySelector('.marks .lit').getAttribute('d').length > 0"
# Stand-ins that record what the page asks of the browser.
NOTIFICATIONS = """
window.notifications = [];
window.Notification = class { static permission = 'granted'; static async requestPermission() { return 'granted'; }
  constructor(title, more) { window.notifications.push(title + ': ' + more.body); } close() {} };
Object.defineProperty(document, 'hidden', { get: () => true });
localStorage.setItem('branchline', JSON.stringify({ notify: true }));
"""
TONES = """
window.tones = 0;
const old = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones += 1; return old.call(this); };
"""
# Whether every disclosure has a mark.
MARKED = """() => [...document.querySelectorAll('summary')].every(
  (summary) => getComputedStyle(summary, '::before').borderRightWidth === '2px')"""
FLIGHTS = """() => {
  window.flights = 0;
  const isCard = (node) => Number(node.className === 'flying');
  const count = (change) => change.addedNodes.forEach((node) => { window.flights += isCard(node); });
  new MutationObserver((changes) => changes.forEach(count)).observe(document.body, { childList: true });
}"""

# Skip the final scoring as soon as it begins: it would not wait for a slow test.
SKIP = """() => {
  const observer = new MutationObserver(() => {
    const skip = document.querySelector('[data-end][data-scored=false] [data-act=skip-scoring]');
    if (!skip) return;
    observer.disconnect();
    window.skipped = true;
    skip.click();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}"""


def at_turn(visitor: Visitor, map_name: str = "london") -> Page:
    """Start a game and wait for the first turn."""
    visitor.play_now(map_name)
    visitor.play_on(1)
    visitor.wait_turn()
    return visitor.page


def middle(page: Page, target: str) -> tuple[float, float]:
    """Return the middle of an element on screen."""
    box = page.locator(target).first.bounding_box()
    assert box, target
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# ---- drawing by dragging -------------------------------------------------------------------------
def test_a_card_is_drawn_by_dragging_it_with_the_mouse(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor)
    before = visitor.look()["held"]
    for target, drawn in ((".board", 0), (".hand", 1)):  # a card dropped beside the hand goes back
        page.mouse.move(*middle(page, "[data-card=deck]"))
        page.mouse.down()
        page.mouse.move(*middle(page, target), steps=6)
        page.wait_for_selector(".flying")
        page.mouse.up()
        page.wait_for_selector(".flying", state="detached")
        if drawn:
            page.wait_for_selector(SECOND)
        assert visitor.look()["held"] == before + drawn


def test_a_card_is_drawn_by_dragging_it_with_a_finger(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    page = at_turn(visitor)
    before = visitor.look()["held"]
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(page, "[data-card=deck]"), middle(page, ".hand")
    places = [(x + (to_x - x) * part / 5, y + (to_y - y) * part / 5) for part in range(6)]
    for number, (left, top) in enumerate(places):
        kind = "touchStart" if number == 0 else "touchMove"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": left, "y": top}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector(SECOND)
    assert visitor.look()["held"] == before + 1


# ---- the second card -----------------------------------------------------------------------------
def test_the_second_card_is_easy_to_see(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor)
    page.click("[data-card=deck].open")
    page.wait_for_selector(SECOND)
    assert page.locator(".market h2").inner_text() == "Second card"
    wilds = page.locator("[data-card=wild]")
    assert wilds.count() == page.locator("[data-card=wild].barred:disabled").count()


# ---- animations, sound, notifications ------------------------------------------------------------
def test_cards_fly_only_where_motion_is_wanted(visit: Callable[..., Visitor]) -> None:
    for motion, flies in (("no-preference", True), ("reduce", False)):
        visitor = visit(reduced_motion=motion)
        page = at_turn(visitor)
        page.evaluate(FLIGHTS)
        page.click("[data-card=deck].open")
        page.wait_for_selector(SECOND)
        if flies:
            page.wait_for_function("() => window.flights > 0")
        else:
            assert page.evaluate("window.flights") == 0


def test_the_final_scoring_runs_unless_it_is_skipped(visit: Callable[..., Visitor]) -> None:
    visitor = visit(reduced_motion="no-preference")
    page = at_turn(visitor)
    page.evaluate(SKIP)
    visitor.act("resign")
    page.click("dialog .button.main")
    page.wait_for_selector("[data-end][data-scored=true] [data-act=rematch]")
    assert page.evaluate("window.skipped")


def test_sound_is_on_until_it_is_muted_with_one_press(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.page.add_init_script(TONES)
    page = at_turn(visitor)
    page.click("[data-card=deck].open")
    page.wait_for_function("() => window.tones > 0")
    page.wait_for_selector(SECOND)
    visitor.act("mute")
    before, rev = page.evaluate("window.tones"), visitor.look()["rev"]
    page.click("[data-card=deck].open")
    visitor.wait_turn(rev)
    assert page.evaluate("window.tones") == before
    page.reload()
    page.wait_for_selector("[data-act=mute][aria-pressed=true]")


def test_the_end_is_celebrated_where_motion_is_wanted(visit: Callable[..., Visitor]) -> None:
    for motion, celebrations in (("no-preference", 1), ("reduce", 0)):
        visitor = visit(reduced_motion=motion)
        page = at_turn(visitor)
        page.evaluate(SKIP)
        visitor.act("resign")
        assert page.inner_text("[data-resign]") == "Resign from this game? It ends at once, and Novice bot wins."
        page.click("dialog .button.main")
        page.wait_for_selector("[data-end][data-scored=true]")
        assert page.locator("[data-celebration]").count() == celebrations


def test_a_player_in_another_tab_is_notified(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.page.add_init_script(NOTIFICATIONS)
    visitor.play_now("london")
    visitor.page.wait_for_function("() => window.notifications.includes('Your turn: London')")


def test_notifications_are_enabled_in_the_settings(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.page.add_init_script(NOTIFICATIONS.replace("notify: true", "notify: false"))
    visitor.go()
    visitor.page.click("button[aria-label=Settings]")
    checkbox = visitor.page.get_by_label("Notify me")
    assert not checkbox.is_checked()
    checkbox.check()
    visitor.page.wait_for_function("() => JSON.parse(localStorage.getItem('branchline')).notify === true")


# ---- highlights on the board ---------------------------------------------------------------------
def test_a_ticket_highlights_its_places_and_a_path(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    visitor.play_now("london")
    page.hover("[data-ticket-choice='0']")
    page.wait_for_function(LIT)
    assert page.locator(".rings .ring").count() >= 2
    visitor.play_on(1)
    visitor.wait_turn()
    page.hover("[data-tour=tickets] li button")
    page.wait_for_function(LIT)
    assert page.locator(".rings .ring").count() >= 2
    page.mouse.move(5, 5)
    page.wait_for_function(f"() => !({LIT})()")


def test_a_line_of_the_log_highlights_its_route_and_later_links_to_the_replay(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor, "mini")
    page.click("[data-tab=log]")
    for _ in range(60):
        if page.locator("button[data-step]").filter(has_text="claimed").count():
            break
        visitor.play_on(1)
    line = page.locator("button[data-step]").filter(has_text="claimed").last
    line.focus()
    page.wait_for_function(LIT)
    visitor.act("resign")
    page.click("dialog .button.main")
    page.wait_for_selector("[data-end]")
    page.locator("a[data-step]").filter(has_text="claimed").first.click()
    page.wait_for_selector("[data-slider]")
    page.wait_for_function("() => document.querySelectorAll('.pieces').length === 1")


# ---- paying on a map where any cards make a wild -------------------------------------------------
def test_choosing_cards_says_what_is_missing(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor, "uk")
    page.keyboard.press("c")
    page.click("[data-find]")
    visitor.act("pick")
    said = page.locator("[data-missing]")
    while page.locator("[data-pick]:enabled").count() and not page.locator("[data-act=pay-picked]:enabled").count():
        page.locator("[data-pick]:enabled").first.click()
        page.wait_for_function("() => !document.querySelector('[data-missing]').textContent.includes('so far')")
        assert said.inner_text().endswith(".")


def test_a_technology_shows_what_it_opens_without_a_hover(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    page = at_turn(visitor, "uk")
    page.click("[data-tab=technologies]")
    page.tap("[data-technology='Scotland Concession']")
    page.wait_for_function(LIT)


# ---- windows and history --------------------------------------------------------------------------
def test_back_closes_a_dialog_and_stays_in_the_game(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor)
    address = page.url
    for key in ("?", "n", "c"):
        page.keyboard.press(key)
        page.wait_for_selector("dialog")
        page.go_back()
        page.wait_for_selector("dialog", state="detached")
        assert page.url == address
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function("() => history.state === null")
    page.go_back()  # nothing is open: this leaves the game
    page.wait_for_selector("[data-act=play-now]")


def test_a_dialog_that_was_closed_does_not_close_the_next_one(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor)
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    # The next dialog opens before the browser reports that the first is closed, which it does in a task of its own.
    page.evaluate("""async () => {
      document.querySelector("dialog .head button").click();
      while (document.querySelector("dialog")) await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    }""")
    page.wait_for_selector("dialog")
    page.evaluate("() => new Promise((reported) => setTimeout(reported, 50))")
    assert page.locator("dialog").count() == 1


def test_the_page_of_a_map_with_technologies_does_not_scroll_into_blank(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor, "uk")
    assert page.locator("[data-technology]").count() == 11  # the advanced ones are not part of this game
    assert page.get_by_text("sold out").count() == 0
    page.mouse.move(*middle(page, "[data-technology]"))
    page.mouse.wheel(0, 4000)
    page.wait_for_timeout(100)
    assert page.evaluate("[scrollY, document.documentElement.scrollHeight <= innerHeight]") == [0, True]


def test_what_a_technology_opens_is_shown_no_longer_than_it_is_looked_at(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor, "uk")
    page.hover("[data-technology='Scotland Concession']")
    page.wait_for_function(LIT)
    page.mouse.move(*middle(page, "[data-technology='Wales Concession']"))
    page.mouse.move(5, 5)  # away again before the server has answered
    page.wait_for_function(f"() => !({LIT})()")
    page.wait_for_timeout(300)
    assert not page.evaluate(f"({LIT})()")


def test_the_board_is_large_also_at_twice_the_zoom(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport={"width": 720, "height": 450}, device_scale_factor=2)
    visitor.play_now("uk")
    box = visitor.page.locator("[data-tour=board]").bounding_box()
    assert box
    assert box["height"] > 300
    # At four times the zoom there is no room for everything at once, and the page scrolls.
    visitor.page.set_viewport_size({"width": 320, "height": 256})
    visitor.page.locator("[data-act=keep]").scroll_into_view_if_needed()
    visitor.page.click("[data-ticket-choice='0']")
    visitor.page.wait_for_selector("[data-ticket-choice='0'][aria-pressed=true]")


def test_letters_of_twice_the_size_leave_all_tabs_in_reach(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    page = at_turn(visitor, "uk")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for tab in ("chat", "log", "technologies", "tickets", "cards"):
        x, y = middle(page, f"[data-tab={tab}]")
        page.mouse.click(x, y)
        page.wait_for_selector(f"[data-tab={tab}][aria-selected=true]")


def test_four_players_have_names_on_a_phone_and_numbers_in_a_narrow_column(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    visitor.go()
    visitor.act("friends")
    visitor.page.get_by_text("Against bots").last.click()
    visitor.page.select_option("[data-field=map]", "london")
    visitor.page.select_option("[data-field=players]", "4")
    assert visitor.page.evaluate(MARKED)
    visitor.act("create")
    visitor.page.wait_for_selector("[data-ticket-choice]")
    names = visitor.page.locator("[data-seat] .name")
    assert [name.is_visible() for name in names.all()] == [True] * 4
    assert all((name.bounding_box() or {"width": 0})["width"] > 60 for name in names.all())
    visitor.page.set_viewport_size({"width": 1440, "height": 900})
    visitor.page.wait_for_selector(".columns .strip")
    assert visitor.page.evaluate(
        """() => [...document.querySelectorAll('[data-seat] .stats > *')].every((number) =>
          number.getBoundingClientRect().right <= number.closest('.player').getBoundingClientRect().right)"""
    )


def test_hints_asked_for_at_once_after_a_card_are_not_lost(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = at_turn(visitor)
    for _ in range(3):
        page.click("[data-card=deck].open")
        visitor.act("hint")  # before or after the server has answered
        page.wait_for_selector("[data-hints]")
        page.wait_for_selector(SECOND)
        chances = page.locator("[data-hint-chance]").all_inner_texts()
        percent = [int(text.partition("%")[0]) for text in chances]
        assert percent == sorted(percent, reverse=True)
        rev = visitor.look()["rev"]
        page.click("[data-card=deck].open")
        visitor.wait_turn(rev)


# ---- the rest ------------------------------------------------------------------------------------
def test_the_page_can_be_installed(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go()
    asked = visitor.page.context.new_cdp_session(visitor.page)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["errors"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        assert visitor.page.request.get(visitor.address + icon["src"]).ok, icon
    errors = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_a_game_waits_for_the_rules_and_says_so(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    real = page.request.get(visitor.address + "/api/site").json()
    page.route("**/api/site", lambda route: route.fulfill(json={**real, "ready": False, "compiling": True}))
    visitor.go()
    page.wait_for_selector("[data-compiling]")
    page.click("[data-map=london] [data-act=play-map]")
    assert "as soon as it is ready" in page.inner_text("[data-compiling]")
    page.unroute("**/api/site")
    page.wait_for_selector("[data-ticket-choice]")


def test_the_board_is_moved_by_keys_wheel_and_two_taps(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    page = at_turn(visitor)
    scale = "() => Number(/scale\\((.*)\\)/.exec(document.querySelector('.plane').style.transform)[1])"
    page.keyboard.press("+")
    page.wait_for_function(f"() => ({scale})() > 1")
    page.keyboard.press("0")
    page.wait_for_function(f"() => ({scale})() === 1")
    x, y = middle(page, ".frame")
    finger, now = page.context.new_cdp_session(page), time.time()
    for kind, points, after in (("touchStart", [{"x": x, "y": y}], 0), ("touchEnd", [], 0.01)) * 2:
        # Both taps carry times close to each other, however slowly they are sent.
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": now + after})
    page.wait_for_function(f"() => ({scale})() > 2")
