"""Measures the page in Chromium: what it weighs, when the board shows, how soon a click answers, frames in flight.

Start a server (`branchline serve --port 8111`), then: `python -m benchmarks.page http://127.0.0.1:8111`.
"""

from __future__ import annotations

import gzip
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, found

PAGE = Path(__file__).parents[1] / "src/branchline/server/static"
VISITS, DRAWS = 5, 24
ROUTE = """() => {
  const route = document.querySelector('.route.can') ?? document.querySelector('.route');
  const [x, y] = route.dataset.place.split(' ').map(Number);
  const at = new DOMPoint(x, y).matrixTransform(route.getScreenCTM());
  return [at.x, at.y];
}"""

# The board counts as painted two frames after its last route is in the document and its pictures are drawn.
PAINTED = """() => new Promise((done) => {
  const pictures = () => [...document.querySelectorAll('.plane img')];
  const drawn = () => pictures().every((picture) => picture.complete && picture.naturalWidth);
  const look = () => document.querySelectorAll('.route').length > 10 && drawn()
    ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))) : requestAnimationFrame(look);
  look();
})"""
# The Event Timing API tells how long from a press to the next paint; frames are counted while a card flies.
WATCH = """() => {
  window.presses = []; window.frames = [];
  new PerformanceObserver((list) => list.getEntries().filter((entry) => entry.name === 'click')
    .forEach((entry) => window.presses.push(entry.duration))).observe({ type: 'event', durationThreshold: 16 });
  const tick = (at) => { if (document.querySelector('.flying')) window.frames.push(at); else window.frames.push(null);
    requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


def weight() -> dict[str, int]:
    """Return the bytes of JavaScript and CSS that the first page loads, gzipped."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    first = [file for file in (PAGE / "assets").iterdir() if file.name in index]
    return {
        kind: sum(len(gzip.compress(file.read_bytes())) for file in first if file.suffix == f".{kind}")
        for kind in ("js", "css")
    }


def new_page(browser: Browser, motion: str = "no-preference") -> Page:
    """Return a page of its own, on a laptop."""
    wishes: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": motion}
    return browser.new_context(**wishes).new_page()


def start(page: Page, address: str, map_name: str) -> None:
    """Begin a game and keep its tickets."""
    page.goto(address)
    page.click(f"[data-map={map_name}] [data-act=play-map]")
    page.wait_for_selector("[data-ticket-choice]")


def first_paints(browser: Browser, address: str, map_name: str) -> list[float]:
    """Return the milliseconds from navigation to a painted board, each with an empty cache."""
    page = new_page(browser)
    start(page, address, map_name)
    game, cookies = page.url, page.context.cookies()
    times = []
    for _ in range(VISITS):
        visitor = new_page(browser)
        visitor.context.add_cookies(cookies)  # type: ignore[arg-type]
        visitor.goto(game, wait_until="commit")
        times.append(float(visitor.evaluate(PAINTED)))
        visitor.context.close()
    return times


def clicks(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """Return the milliseconds from press to paint (cards, routes, panels), and the frames a second while cards fly."""
    page = new_page(browser)
    start(page, address, "usa")
    for place in (0, 1):
        page.click(f"[data-ticket-choice='{place}']")
    page.click("[data-act=keep]")
    page.evaluate(WATCH)
    for _ in range(DRAWS):
        page.wait_for_selector("[data-status=mine][data-busy=false]")
        if not page.locator("[data-card].open").count():
            break
        page.locator("[data-card].open").last.click()
        page.wait_for_timeout(900)
        press_route(page)
    return page.evaluate("window.presses"), rates(page.evaluate("window.frames"))


def press_route(page: Page) -> None:
    """Choose a route, which opens its panel, and close it again."""
    place = page.evaluate(ROUTE)
    page.mouse.click(*place)
    page.wait_for_selector("[data-claim]")
    page.click("[data-claim] [data-close]")


def rates(frames: list[float | None]) -> list[float]:
    """Return the frames a second of each flight."""
    flights: list[list[float]] = [[]]
    for at in frames:
        if at is not None:
            flights[-1].append(at)
        elif flights[-1]:
            flights.append([])
    return [1000 * (len(f) - 1) / (f[-1] - f[0]) for f in flights if len(f) > 5]


def main(address: str) -> None:
    """Measure and tell."""
    print("first page, gzipped:", {kind: f"{size / 1000:.1f} kB" for kind, size in weight().items()})
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=ARGUMENTS)
        for map_name in ("london", "usa", "uk"):
            times = first_paints(browser, address, map_name)
            print(f"{map_name}: board painted after {statistics.median(times):.0f} ms (worst {max(times):.0f})")
        presses, flights = clicks(browser, address)
        ordered = sorted(presses)
        worst = ordered[int(0.95 * (len(ordered) - 1))] if ordered else 0
        print(
            f"click to paint: median {statistics.median(ordered or [0]):.0f} ms, p95 {worst:.0f} ms, of {len(ordered)}"
        )
        print(f"frames a second in flight: median {statistics.median(flights or [0]):.0f}, of {len(flights)} flights")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8111")
