"""The page in Chromium: its size, the time to the painted board, click latency, and frame rates of animations.

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
from tests.browser.visitor import LAPTOP, PHONE

PAGE = Path(__file__).parents[1] / "src/branchline/server/static"
VISITS, DRAWS = 5, 24
ROUTE = """() => {
  const route = document.querySelector('.route.can') ?? document.querySelector('.route');
  const [x, y] = route.dataset.place.split(' ').map(Number);
  const at = new DOMPoint(x, y).matrixTransform(route.getScreenCTM());
  return [at.x, at.y];
}"""

# The board counts as painted two frames after its last route is in the document and its images are drawn.
PAINTED = """() => new Promise((done) => {
  const pictures = () => [...document.querySelectorAll('.plane img')];
  const drawn = () => pictures().every((picture) => picture.complete && picture.naturalWidth);
  const look = () => document.querySelectorAll('.route').length > 10 && drawn()
    ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))) : requestAnimationFrame(look);
  look();
})"""
# The Event Timing API gives the time from a press to the next paint, if it is more than 16 ms. Frames are counted while
# a card is moving.
WATCH = """() => {
  window.latencies = []; window.frames = [];
  new PerformanceObserver((list) => list.getEntries().filter((entry) => entry.name === 'click')
    .forEach((entry) => window.latencies.push(entry.duration))).observe({ type: 'event', durationThreshold: 16 });
  const tick = (at) => { if (document.querySelector('.flying')) window.frames.push(at); else window.frames.push(null);
    requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


def weight() -> dict[str, int]:
    """Return the gzipped bytes of JavaScript and CSS that the first page loads."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    first = [file for file in (PAGE / "assets").iterdir() if file.name in index]
    return {
        kind: sum(len(gzip.compress(file.read_bytes())) for file in first if file.suffix == f".{kind}")
        for kind in ("js", "css")
    }


def new_page(browser: Browser, **screen: Any) -> Page:  # noqa: ANN401 (what Playwright takes)
    """Return a page in a new context, by default with the viewport of a laptop."""
    options: dict[str, Any] = {"viewport": LAPTOP, "reduced_motion": "no-preference", **screen}
    return browser.new_context(**options).new_page()


def start(page: Page, address: str, map_name: str) -> None:
    """Start a game, up to the choice of tickets."""
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


def clicks(browser: Browser, address: str, **screen: Any) -> tuple[list[float], list[float]]:  # noqa: ANN401 (likewise)
    """Return the milliseconds from a press to the next paint, and the frames per second of each animation."""
    page = new_page(browser, **screen)
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
        click_route(page)
    return page.evaluate("window.latencies"), rates(page.evaluate("window.frames"))


def click_route(page: Page) -> None:
    """Select a route, which opens its panel, and close the panel."""
    place = page.evaluate(ROUTE)
    page.mouse.click(*place)
    page.wait_for_selector("[data-claim]")
    page.click("[data-claim] [data-close]")


def rates(frames: list[float | None]) -> list[float]:
    """Return the frames per second of each animation."""
    animations: list[list[float]] = [[]]
    for at in frames:
        if at is not None:
            animations[-1].append(at)
        elif animations[-1]:
            animations.append([])
    return [1000 * (len(f) - 1) / (f[-1] - f[0]) for f in animations if len(f) > 5]


def main(address: str) -> None:
    """Measure and print."""
    print("first page, gzipped:", {kind: f"{size / 1000:.1f} kB" for kind, size in weight().items()})
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=ARGUMENTS)
        for map_name in ("london", "usa", "uk"):
            times = first_paints(browser, address, map_name)
            print(f"{map_name}: board painted after {statistics.median(times):.0f} ms (worst {max(times):.0f})")
        for name, screen in (("laptop", {}), ("phone", PHONE)):
            latencies, animations = clicks(browser, address, **screen)
            ordered = sorted(latencies)
            worst = ordered[int(0.95 * (len(ordered) - 1))] if ordered else 0
            middle = statistics.median(ordered or [0])
            print(f"{name}: press to paint: median {middle:.0f} ms, p95 {worst:.0f} ms, of {len(ordered)}")
            rate = statistics.median(animations or [0])
            print(f"{name}: frames per second: median {rate:.0f}, of {len(animations)} animations")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8111")
