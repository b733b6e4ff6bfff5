"""Take the screenshots of docs/pictures: home, a game on a laptop and on a phone, a replay."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.chromium import ARGUMENTS, found
from tests.browser.visitor import PHONE, Visitor
from tests.server.servers import Server

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
DECISIONS = 26
MOMENT = 0.75
"""The part of a replay after which its screenshot is taken."""
CHANCES_TIMEOUT = 180_000
"""Milliseconds to wait for the win chances."""
SEEK = """(part) => {
  const scrubber = document.querySelector('[data-slider]');
  scrubber.value = Math.floor(scrubber.max * part);
  scrubber.dispatchEvent(new Event('input', { bubbles: true }));
}"""


def main() -> None:
    """Play on a temporary server and take the screenshots."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"{folder}/games.db", Path(folder) / "log", bot_seconds=0.5) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found(), args=ARGUMENTS)
        home(browser, server.address)
        game(browser, server.address, "page-board.jpg", "usa")
        game(browser, server.address, "page-phone.jpg", "london", color_scheme="dark", **PHONE)
        replay(browser, server.address)
        browser.close()


def home(browser: Browser, address: str) -> None:
    """Take the home page."""
    visitor = named(browser, address)
    visitor.go()
    visitor.page.wait_for_selector("[data-map] img")
    visitor.page.wait_for_load_state("networkidle")
    take(visitor, "page-home.jpg")


def game(browser: Browser, address: str, name: str, map_name: str, **context: object) -> None:
    """Take a game after some decisions, with the path of a ticket highlighted."""
    visitor = named(browser, address, **context)
    visitor.play_now(map_name)
    visitor.play_on(DECISIONS if map_name == "usa" else DECISIONS // 2)
    if not context:
        visitor.page.hover("[data-tour=tickets] li button")
    take(visitor, name)


def replay(browser: Browser, address: str) -> None:
    """Take the replay of a finished game, with its charts."""
    visitor = named(browser, address)
    visitor.play_now("paris")
    visitor.play_on()
    visitor.act("replay")
    visitor.page.wait_for_selector("[data-slider]")
    visitor.page.click("[data-tab=charts]")
    with contextlib.suppress(PlaywrightTimeout):  # a fresh machine compiles the search first
        visitor.page.wait_for_selector("[data-chances=true]", timeout=CHANCES_TIMEOUT)
    visitor.page.evaluate(SEEK, MOMENT)
    take(visitor, "page-replay.jpg")


def named(browser: Browser, address: str, **context: object) -> Visitor:
    """Return a visitor with a name and a color."""
    visitor = Visitor(browser, address, **context)
    visitor.go()
    visitor.act("profile")
    visitor.page.fill("[data-name]", "Ada")
    visitor.page.check("input[value=wine]", force=True)
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("dialog", state="detached")
    return visitor


def take(visitor: Visitor, name: str) -> None:
    """Write one screenshot."""
    visitor.page.wait_for_timeout(500)
    visitor.page.screenshot(path=FOLDER / name, type="jpeg", quality=84)
    print(f"  {name:16} {(FOLDER / name).stat().st_size / 1000:4.0f} kB")  # noqa: T201 (a program prints)
    visitor.leave()


if __name__ == "__main__":
    main()
