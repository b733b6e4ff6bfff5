"""Take the pictures of the page anew: home, a game on a laptop and on a phone."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import ARGUMENTS, found
from tests.browser.visitor import PHONE, Visitor
from tests.server.servers import Server

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
DECISIONS = 18


def main() -> None:
    """Play a little and take pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"{folder}/games.db", Path(folder) / "log") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found(), args=ARGUMENTS)
        home(browser, server.address)
        game(browser, server.address, "page-board.jpg")
        game(browser, server.address, "page-phone.jpg", color_scheme="dark", **PHONE)
        browser.close()


def home(browser: Browser, address: str) -> None:
    """The first page."""
    visitor = Visitor(browser, address)
    visitor.go()
    visitor.page.wait_for_selector("[data-map] img")
    visitor.page.wait_for_load_state("networkidle")
    take(visitor, "page-home.jpg")


def game(browser: Browser, address: str, name: str, **context: object) -> None:
    """A game after some decisions."""
    visitor = Visitor(browser, address, **context)
    visitor.play_now("usa" if "color_scheme" not in context else "london")
    visitor.play_on(DECISIONS)
    take(visitor, name)


def take(visitor: Visitor, name: str) -> None:
    """Write one picture."""
    visitor.page.wait_for_timeout(500)
    visitor.page.screenshot(path=FOLDER / name, type="jpeg", quality=82)
    print(f"  {name:16} {(FOLDER / name).stat().st_size / 1000:4.0f} kB")  # noqa: T201 (a program speaks)
    visitor.leave()


if __name__ == "__main__":
    main()
