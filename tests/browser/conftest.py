"""A server, a Chromium, and visitors whose pages must stay clean: no error in the console, no request elsewhere."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import ARGUMENTS, found
from tests.browser.visitor import PATIENCE, Visitor
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose bots answer at once."""
    running = os.environ.get("BRANCHLINE_TEST_ADDRESS")  # one that runs already, while working on the page
    if running:
        yield running
        return
    folder = tmp_path_factory.mktemp("page")
    with Server(str(folder / "games.db"), folder / "server.log", bot_seconds=0.1) as server:
        yield server.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium for this worker."""
    program = found()
    assert program, "No Chromium: `make setup` gets one."
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Let somebody in; at the end every visitor's page must have stayed clean."""
    visitors: list[Visitor] = []

    def enter(**context: Any) -> Visitor:  # noqa: ANN401 (what Playwright takes)
        visitors.append(Visitor(browser, address, **context))
        return visitors[-1]

    yield enter
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        assert visitor.complaints == []
