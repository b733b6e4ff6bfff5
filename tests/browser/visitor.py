"""A visitor of the page, who looks at what can be done and clicks it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Request

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
LAPTOP = {"width": 1440, "height": 900}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_MOVES = 600
MOST_PURCHASES, ENOUGH_TO_BUY = 6, 8
PATIENCE = 180_000
"""How long to wait for the page, in milliseconds: the machine may be busy."""

# What the page offers now, as far as it is on screen and not covered: where to click for each claim, which cards, ...
LOOK = """() => {
  const status = document.querySelector('[data-status]');
  const all = (what) => [...document.querySelectorAll(what)];
  const inSight = (one) => {
    const box = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  };
  const claims = all('.route.can').map((route) => {
    const [left, top] = route.dataset.place.split(' ').map(Number);
    const at = new DOMPoint(left, top).matrixTransform(route.getScreenCTM());
    const points = /(\\d+) points?$/.exec(route.getAttribute('aria-label'))?.[1] ?? 0;
    return { route: Number(route.dataset.route), points: Number(points), x: at.x, y: at.y };
  }).filter(({ x, y }) => document.elementFromPoint(x, y)?.closest('.frame'));
  return {
    status: status?.dataset.status, phase: status?.dataset.phase, rev: Number(status?.dataset.rev ?? -1), claims,
    over: document.querySelector('[data-end]') !== null,
    tickets_to_choose: all('[data-ticket-choice]').length,
    draw: all('[data-card].open').filter(inSight).map((card) => card.dataset.card),
    buy: all('[data-buy]:not([disabled])').map((button) => button.dataset.buy),
    pass: all('[data-act=pass]').some(inSight),
    tickets: all('[data-act=tickets]:not([disabled])').some(inSight),
    held: all('[data-hand]').reduce((sum, stack) => sum + Number(stack.dataset.count), 0),
  };
}"""
WAITED = """(rev) => {
  const status = document.querySelector('[data-status]');
  if (document.querySelector('[data-end], [data-act=show-hand], [data-act=hide-hand]')) return true;
  if (!status || status.dataset.busy === 'true' || Number(status.dataset.rev) === rev) return false;
  return status.dataset.status === 'mine';
}"""

# Where to click for a route, once the board has stopped moving: what is shown beside it may change its size.
SETTLED_PLACE = """async (number) => {
  let before;
  for (;;) {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const route = document.querySelector(`.route[data-route='${number}']`);
    const [left, top] = route.dataset.place.split(' ').map(Number);
    const at = new DOMPoint(left, top).matrixTransform(route.getScreenCTM());
    if (before && before[0] === at.x && before[1] === at.y) return before;
    before = [at.x, at.y];
  }
}"""


class Visitor:
    """A browser context of its own, with one page."""

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:  # noqa: ANN401 (Playwright's)
        self.address = address
        options = {"viewport": LAPTOP, "reduced_motion": "reduce", "locale": "en-GB", **context}
        self.context = browser.new_context(**options)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.bought = 0
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        # A page that adds entropy after the game has started is refused, which is nobody's fault.
        too_late = "409" in message.text and message.location["url"].endswith("/entropy")
        if message.type in ("error", "warning") and not too_late:
            self.complaints.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        asked = urlsplit(request.url)
        if asked.scheme in ("http", "https", "ws", "wss") and asked.netloc != urlsplit(self.address).netloc:
            self.complaints.append(f"a request to {asked.netloc}")

    def leave(self) -> None:
        """Close everything."""
        self.context.close()

    # ---- moving about ----------------------------------------------------------------------------
    def go(self, path: str = "/") -> None:
        """Open an address of the site."""
        self.page.goto(self.address + path)

    def act(self, name: str) -> None:
        """Click what has this `data-act`."""
        self.page.click(f"[data-act={name}]")

    def play_now(self, map_name: str) -> None:
        """Start a game against a bot with one click."""
        self.go()
        self.page.click(f"[data-map={map_name}] [data-act=play-map]")
        self.page.wait_for_selector("[data-ticket-choice]")

    @property
    def game(self) -> str:
        """The id of the game in the address."""
        found = re.search(r"/(?:game|replay)/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    # ---- playing ---------------------------------------------------------------------------------
    def look(self) -> dict[str, Any]:
        """Return what the page offers."""
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def wait_turn(self, rev: int = -1) -> None:
        """Wait until it is this visitor's turn at another revision of the game, or until the end."""
        self.page.wait_for_function(WAITED, arg=rev)

    def play_on(self, most: int = MOST_MOVES) -> int:
        """Play by clicking what is offered, for at most this many decisions; return how many it took."""
        rev = -1
        for number in range(most):
            self.wait_turn(rev)
            seen = self.look()
            if seen["over"]:
                return number
            rev = seen["rev"]
            self.decide(seen)
        self.wait_turn(rev)
        return most

    def decide(self, seen: dict[str, Any]) -> None:
        """Make one decision: choose tickets, make one of a few purchases, claim the best route, or draw a card."""
        if seen["held"] >= ENOUGH_TO_BUY and self.bought < MOST_PURCHASES and not seen["tickets_to_choose"]:
            seen = self.look_at_technologies(seen)
        if seen["tickets_to_choose"]:
            self.keep_tickets(seen["tickets_to_choose"])
        elif seen["buy"] and self.bought < MOST_PURCHASES:
            self.buy(seen["buy"][-1])
        elif seen["claims"] and (seen["held"] > 5 or not seen["draw"]):
            self.claim(max(seen["claims"], key=lambda claim: claim["points"]))
        elif seen["draw"]:
            self.page.click(f"[data-card={seen['draw'][0]}].open")
        elif seen["claims"]:
            self.claim(seen["claims"][0])
        elif seen["tickets"]:
            self.act("tickets")
        elif seen["pass"]:
            self.act("pass")
        else:
            self.look_further()
            self.decide(self.look())

    def look_at_technologies(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Open the tab of the technologies, if they are behind one, and return what the page offers then."""
        tab = self.page.locator("[data-tab=technologies][aria-selected=false]")
        if not tab.count():
            return seen
        tab.click()
        seen = self.look()
        if not seen["buy"]:
            self.page.locator("[data-tab]").first.click()
            seen = self.look()
        return seen

    def look_further(self) -> None:
        """Show the whole board, and open the first tab or, if it is open, that of the tickets."""
        first = self.page.locator("[data-tab]").first
        is_open = first.get_attribute("aria-selected") == "true"
        (self.page.locator("[data-tab=tickets]") if is_open else first).click()
        self.act("fit")

    def buy(self, technology: str) -> None:
        """Buy a technology with its first payment; what it opened must not stay highlighted."""
        self.bought += 1
        self.page.click(f"[data-buy={technology!r}]")
        self.page.click("dialog [data-pay='0']")
        self.page.wait_for_selector("dialog", state="detached")
        self.page.mouse.move(5, 5)
        self.page.wait_for_function("() => !document.querySelector('.marks .lit').getAttribute('d')")

    def keep_tickets(self, number: int) -> None:
        """Keep all offered tickets."""
        for position in range(number):
            self.page.click(f"[data-ticket-choice='{position}']")
        self.act("keep")

    def claim(self, claim: dict[str, Any]) -> None:
        """Click a route, then its cheapest payment, keeping a card for the flag where possible."""
        self.page.mouse.click(*self.page.evaluate(SETTLED_PLACE, claim["route"]))
        self.page.wait_for_selector("[data-claim] [data-pay='0']")
        keeping = self.page.query_selector("[data-claim] [data-pay-keep]")
        if keeping:
            keeping.click()
        else:
            self.page.click("[data-claim] [data-pay='0']")

    # ---- looking ---------------------------------------------------------------------------------
    def accessible(self) -> list[str]:
        """Return what axe-core finds wrong with the page."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{violation['id']}: {node['target']} {node['failureSummary']}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]
