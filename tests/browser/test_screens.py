"""The board on every screen: how much of it the board gets, how large its letters are, and what stays in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import TimeoutError as PageTimeoutError

import branchline as bl
from branchline.boards.draw import drawing
from branchline.boards.drawing.paint.sheets import LEGIBLE
from branchline.boards.library import load_map
from branchline.engine.saves import save_text
from tests.browser.visitor import PHONE, SETTLED_PLACE
from tests.drawing.shapes import covered_spaces, sheet_labels

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.visitor import Visitor

MAPS = ["usa", "london", "paris", "uk", "mini"]
FRENCH = {"usa", "uk"}
"""Maps that are shown in French, whose texts are longer."""
SCREENS = [(1440, 900), (1920, 1080), (820, 1180), (390, 844), (844, 390), (360, 640)]
PHONES = SCREENS[3:]
BAR = 52
"""The height of the bar at the top of the page, in pixels."""
LEAST_PART = 0.62
"""The part of a laptop's window that a landscape board gets."""
LEAST_LETTERS = 8.4
"""The least height of a label's letters, in pixels."""
ZOOMS = 3
"""How often a visitor zooms in to see every space."""
# Size and place of the board on screen, the size of its letters, and what overflows the window.
MEASURE = """async () => {
  const labels = document.querySelector('[data-labels]');
  const geometry = await (await fetch(labels.src.replace('labels.svg', 'geometry'))).json();
  const board = document.querySelector('.rim').getBoundingClientRect();
  const letters = geometry.label_sizes[Number(labels.dataset.labels)];
  const frame = document.querySelector('.board').getBoundingClientRect();
  return {
    width: board.width, height: board.height, frame: [frame.x, frame.y, frame.width, frame.height],
    portrait: geometry.height > geometry.width, aspect: geometry.width / geometry.height,
    letters: letters * board.width / geometry.width, sheet: Number(labels.dataset.labels),
    overflow: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
  };
}"""
# Whether the panel of a route leaves the spaces and the two cities of that route in sight.
UNCOVERED = """async (number) => {
  const labels = document.querySelector('[data-labels]').src;
  const geometry = await (await fetch(labels.replace('labels.svg', 'geometry'))).json();
  const facts = await (await fetch(labels.replace('labels.svg', 'facts'))).json();
  const { a, b } = facts.routes[number];
  const cities = [a, b].map((city) => [geometry.cities[city].x, geometry.cities[city].y]);
  const places = [...geometry.routes[number].spaces, ...cities];
  const matrix = document.querySelector(`.route[data-route='${number}']`).getScreenCTM();
  const panel = document.querySelector('[data-claim]').getBoundingClientRect();
  return places.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix))
    .every(({ x, y }) => x < panel.left || x > panel.right || y < panel.top || y > panel.bottom);
}"""
IN_SIGHT = """(what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect()).every(
  (box) => box.width && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight)"""

# The texts that do not fit.
CUT = """(what) => [...document.querySelectorAll(what)]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)
  .map((one) => one.textContent)"""
TICKETS_ABOVE_BUTTON = """() => {
  const footer = document.querySelector('[data-act=keep]').parentElement.getBoundingClientRect();
  const tickets = [...document.querySelectorAll('[data-ticket-choice]')];
  return tickets.every((ticket) => ticket.getBoundingClientRect().bottom <= footer.top + 1);
}"""


# Give the offered tickets the names of the map that take the most space.
LONGEST_NAMES = """async () => {
  const labels = document.querySelector('[data-labels]').src;
  const facts = await (await fetch(labels.replace('labels.svg', 'facts'))).json();
  const shown = [...document.querySelectorAll('[data-ticket-choice] .names')];
  const height = (text) => {
    shown[0].textContent = text;
    return shown[0].getBoundingClientRect().height + text.length / 1000;
  };
  const names = facts.tickets.map((ticket) => `${ticket.name_a}\\u00a0– ${ticket.name_b}`);
  const longest = names.map((text) => [height(text), text]).sort(([a], [b]) => b - a);
  shown.forEach((one, position) => { one.textContent = longest[position][1]; });
}"""


def settles(page: Page, condition: str, argument: str | None = None) -> bool:
    """Return whether a condition holds once the page has arranged itself, which takes longer on a busy machine."""
    try:
        page.wait_for_function(condition, arg=argument, timeout=20_000)
    except PageTimeoutError:
        return False
    return True


def resize(page: Page, width: int, height: int) -> dict[str, Any]:
    page.set_viewport_size({"width": width, "height": height})
    before: dict[str, Any] = {}
    while True:  # until the page has settled
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found: dict[str, Any] = page.evaluate(MEASURE)
        if found == before:
            return found
        before = found


@pytest.mark.parametrize("map_name", MAPS)
def test_the_longest_ticket_names_fit_on_phones(visit: Callable[..., Visitor], map_name: str) -> None:
    visitor = visit(locale="fr-FR")
    visitor.play_now(map_name)
    for screen in PHONES:
        resize(visitor.page, *screen)
        visitor.page.evaluate(LONGEST_NAMES)
        assert settles(visitor.page, TICKETS_ABOVE_BUTTON), screen
        assert settles(visitor.page, IN_SIGHT, "[data-ticket-choice], [data-act=keep]"), screen


@pytest.mark.parametrize("map_name", MAPS)
def test_the_board_gets_the_space_and_its_letters_can_be_read(visit: Callable[..., Visitor], map_name: str) -> None:
    visitor = visit(locale="fr-FR" if map_name in FRENCH else "en-GB")
    visitor.play_now(map_name)
    visitor.page.click("[data-ticket-choice='1']")
    choosing = {}
    for screen in SCREENS:
        choosing[screen] = resize(visitor.page, *screen)
        assert settles(visitor.page, IN_SIGHT, "[data-ticket-choice], [data-act=keep], [data-hand]"), screen
        assert settles(visitor.page, TICKETS_ABOVE_BUTTON), screen
        chosen = visitor.page.locator("[data-ticket-choice][aria-pressed=true]")
        assert chosen.evaluate_all("all => all.map((one) => one.dataset.ticketChoice)") == ["1"], screen
    visitor.page.click("[data-ticket-choice='1']")
    visitor.page.set_viewport_size({"width": 1440, "height": 900})
    visitor.play_on(1)
    visitor.wait_turn()
    for screen in SCREENS:
        seen = resize(visitor.page, *screen)
        assert seen["letters"] >= LEAST_LETTERS, (screen, seen)
        assert max(seen["overflow"]) <= 0, (screen, seen)
        assert seen["frame"] == choosing[screen]["frame"], "a panel changed the size of the board"
        assert settles(visitor.page, IN_SIGHT, "[data-fly^=slot-], [data-fly=deck], [data-hand]"), screen
    board = drawing(load_map(map_name).spec)
    phone = resize(visitor.page, 390, 844)
    assert covered_spaces(board, sheet_labels(board, phone["sheet"])) == []
    for _ in range(ZOOMS):
        visitor.page.locator(".zoom button").first.click()
    closer = resize(visitor.page, 390, 844)
    assert closer["letters"] >= LEAST_LETTERS
    assert covered_spaces(board, sheet_labels(board, closer["sheet"])) == []
    visitor.page.click("[data-act=fit]")
    laptop = resize(visitor.page, 1440, 900)
    assert covered_spaces(board, sheet_labels(board, laptop["sheet"])) == []
    part = laptop["width"] * laptop["height"] / (1440 * 900)
    assert part >= LEAST_PART or laptop["height"] >= 900 - BAR - 10, laptop
    assert part >= LEAST_PART or laptop["aspect"] < 1.1, laptop


def test_names_that_had_no_room_are_enlarged_on_a_phone_while_they_matter(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    visitor.play_now("uk")
    visitor.play_on(1)
    visitor.wait_turn()
    page, board = visitor.page, drawing(load_map("uk").spec)
    small = {
        city
        for city, label in enumerate(sheet_labels(board, 2))
        if label.lines[0].size < LEGIBLE * board.geometry.label_sizes[2]
    }
    named = "() => [...document.querySelectorAll('[data-named]')].map((one) => Number(one.dataset.named))"
    routes = load_map("uk").spec.routes.tracks
    names = list(load_map("uk").spec.cities)
    route = next(number for number, track in enumerate(routes) if names.index(track.a) in small)
    page.touchscreen.tap(*page.evaluate(SETTLED_PLACE, route))
    city = names.index(routes[route].a)
    assert settles(page, f"() => ({named})().includes({city})")
    assert set(page.evaluate(named)) <= small
    page.go_back()
    for _ in range(ZOOMS):
        page.locator(".zoom button").first.click()
    assert settles(page, f"() => ({named})().length === 0"), "closer up, labels can be read"


@pytest.mark.parametrize(("map_name", "players"), [("usa", 3), ("london", 4)])
def test_a_large_hand_all_names_and_the_totals_are_in_sight(
    visit: Callable[..., Visitor], map_name: str, players: int
) -> None:
    visitor = visit()
    stacks = open_with_many_colors(visitor, map_name, players)
    for screen in SCREENS:
        resize(visitor.page, *screen)
        assert visitor.page.locator("[data-hand]").count() == stacks
        assert settles(visitor.page, IN_SIGHT, "[data-fly^=slot-], [data-fly=deck], [data-hand]"), screen
        assert visitor.page.evaluate(CUT, "[data-seat] .name") == [], screen
    visitor.act("resign")
    visitor.page.click("dialog .button.main")
    visitor.page.wait_for_selector("[data-end]")
    for screen in SCREENS:
        resize(visitor.page, *screen)
        assert visitor.page.evaluate(IN_SIGHT, "[data-end] h2, [data-total]"), screen


def open_with_many_colors(visitor: Visitor, map_name: str, players: int) -> int:
    """Open a practice game with the hand of most colors that some bots had in a game; return how many these are."""
    game, bot = bl.new_game(map_name, players=players, seed=11), bl.bot("planner")
    bot.start(1)
    hands = []
    while not game.over:
        view = game.view(game.turn)
        hands.append(sum(map(bool, view.hand.values())) if game.phase == "turn" else 0)
        game.play(bot.choose(view))
    visitor.go()
    post = """async ([path, body]) => (await fetch(path, { method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" } })).json()"""
    replay = visitor.page.evaluate(post, ["/api/replays", {"text": save_text(game)}])["game"]
    most = max(hands)
    made = visitor.page.evaluate(post, [f"/api/games/{replay}/retry", {"moves": hands.index(most)}])
    visitor.go(f"/game/{made['id']}")
    visitor.wait_turn()
    return most


def test_a_panel_beside_a_route_neither_covers_it_nor_moves_the_board(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("usa")
    visitor.play_on(1)
    visitor.wait_turn()
    before = visitor.page.evaluate(MEASURE)
    claim = visitor.look()["claims"][0]
    visitor.page.mouse.click(claim["x"], claim["y"])
    visitor.page.wait_for_selector("[data-claim] [data-pay='0']")
    assert visitor.page.inner_text("[data-pay='0']").startswith("Claim with ")
    assert visitor.page.evaluate(UNCOVERED, claim["route"])
    assert visitor.page.evaluate(MEASURE)["frame"] == before["frame"]
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_selector(f".route[data-route='{claim['route']}']:focus")


def test_back_closes_the_panel_of_a_route_and_the_hints(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("mini")
    visitor.play_on(1)
    page, address = visitor.page, visitor.page.url
    visitor.wait_turn()
    while not visitor.look()["claims"]:  # the first hand may pay for nothing
        visitor.play_on(1)
    claim = visitor.look()["claims"][0]
    page.mouse.click(claim["x"], claim["y"])
    page.wait_for_selector("[data-claim]")
    page.go_back()
    page.wait_for_selector("[data-claim]", state="detached")
    page.wait_for_function("() => history.state === null")
    visitor.act("hint")
    page.wait_for_selector("[data-hints]")
    page.go_back()
    page.wait_for_selector("[data-hints]", state="detached")
    assert page.url == address


@pytest.mark.parametrize("map_name", ["usa", "uk"])
def test_a_replay_gives_the_board_as_much_space_as_a_game(visit: Callable[..., Visitor], map_name: str) -> None:
    visitor = visit()
    visitor.play_now(map_name)
    visitor.play_on(1)
    visitor.wait_turn()
    in_game = {screen: resize(visitor.page, *screen) for screen in SCREENS}
    resize(visitor.page, 1440, 900)
    visitor.act("resign")
    visitor.page.click("dialog .button.main")
    visitor.page.wait_for_selector("[data-end]")
    ended = resize(visitor.page, 390, 844)
    assert ended["height"] <= ended["frame"][3], "a part of the final board is out of sight"
    visitor.act("replay")
    visitor.page.wait_for_selector("[data-slider]")
    for screen in SCREENS:
        seen = resize(visitor.page, *screen)
        assert max(seen["overflow"]) <= 0, (screen, seen)
        assert seen["letters"] >= LEAST_LETTERS, (screen, seen)
        before = in_game[screen]
        shown, shown_before = min(seen["height"], seen["frame"][3]), min(before["height"], before["frame"][3])
        assert shown >= 0.98 * shown_before, (screen, seen)
        assert visitor.page.evaluate(IN_SIGHT, "[data-slider], [data-act=play-pause]"), screen


def test_the_board_follows_whose_routes_are_shown(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("mini")
    while not visitor.page.locator(".pieces").count():
        visitor.play_on(1)
    page = visitor.page
    visitor.wait_turn()
    dimmed = {}
    for shown in ("all", "mine", "theirs", "open"):
        assert page.locator("[data-act=shown]").get_attribute("data-shown") == shown
        dimmed[shown] = page.locator(".pieces.dim").count()
        visitor.act("shown")
    pieces = page.locator(".pieces").count()
    assert dimmed["all"] == 0
    assert dimmed["open"] == pieces
    assert dimmed["mine"] + dimmed["theirs"] == pieces


def test_a_card_of_the_hand_and_a_ticket_show_what_they_are_good_for(visit: Callable[..., Visitor]) -> None:
    lit = "() => document.querySelector('.marks .lit').getAttribute('d').length"
    visitor = visit()
    visitor.play_now("london")
    visitor.play_on(1)
    visitor.wait_turn()
    page = visitor.page
    assert page.locator("[data-ticket-end=open]").count() >= 2
    wild = page.locator("[data-hand-card]").last
    wild.click()
    page.wait_for_function(f"() => ({lit})() > 0")
    wild.click()
    page.mouse.move(5, 5)
    page.wait_for_function(f"() => ({lit})() === 0")
    ticket = page.locator("[data-ticket]").first
    ticket.click()
    page.mouse.move(5, 5)
    page.wait_for_function(f"() => ({lit})() > 0")
    spaces = page.locator("[data-needs] b").all_inner_texts()
    togo = page.locator("[data-ticket] .state").first.inner_text()
    assert sum(map(int, spaces)) == int(togo.split()[0])


def test_rings_and_marks_lie_below_the_letters(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("uk")
    visitor.play_on(1)
    visitor.wait_turn()
    above = """(what) => Boolean(document.querySelector('[data-labels]')
      .compareDocumentPosition(document.querySelector(what)) & Node.DOCUMENT_POSITION_PRECEDING)"""
    for below in (".rings", ".glow"):
        assert visitor.page.evaluate(above, below), below


def test_technologies_are_in_sight_and_shown_on_the_board_only_while_looked_at(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.play_now("uk")
    visitor.play_on(1)
    visitor.wait_turn()
    page = visitor.page
    assert page.evaluate(IN_SIGHT, "[data-technology]")
    page.hover("[data-technology='Wales Concession']")
    page.wait_for_function("() => document.querySelector('.marks .lit').getAttribute('d').length > 0")
    assert "Wales" in page.inner_text("[data-technology-detail]")
    page.mouse.move(5, 5)
    page.wait_for_function("() => document.querySelector('.marks .lit').getAttribute('d').length === 0")
    assert "Wales" not in page.inner_text("[data-technology-detail]")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_of_a_game_is_accessible_on_every_screen(visit: Callable[..., Visitor], scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    page = visitor.page
    visitor.play_now("paris")
    screens = [(1440, 900), (390, 844), (844, 390)]
    for screen in screens:
        resize(page, *screen)
        assert visitor.accessible() == [], screen
    resize(page, 1440, 900)
    visitor.play_on(1)
    while not visitor.look()["claims"]:  # the first hand may pay for nothing
        visitor.play_on(1)
    for screen in screens:
        resize(page, *screen)
        assert visitor.accessible() == [], screen
        page.keyboard.press("c")
        page.click("[data-find]")
        page.wait_for_selector("[data-claim] [data-pay='0']")
        assert visitor.accessible() == [], screen
        page.keyboard.press("Escape")
        page.wait_for_selector("[data-claim]", state="detached")


def test_at_night_boards_cards_and_tickets_are_dimmed(visit: Callable[..., Visitor]) -> None:
    visitor = visit(color_scheme="dark")
    visitor.go()
    visitor.page.wait_for_selector("[data-map=london] img")
    home = visitor.page.evaluate("getComputedStyle(document.querySelector('[data-map=london] img')).filter")
    assert "brightness" in home
    visitor.play_now("london")
    for bright in (".plane", ".ticket", ".card"):
        dimmed = visitor.page.evaluate("(what) => getComputedStyle(document.querySelector(what)).filter", bright)
        assert "brightness" in dimmed, bright
