"""The report of a simulation in a browser: charts, sorting and colors, on every screen, without requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import branchline as bl
from tests.browser.visitor import AXE, PHONE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

LEGIBLE = """() => [...document.querySelectorAll('.chart svg text')].map((text) => getComputedStyle(text).fill)"""

CUT_OFF = """() => [...document.querySelectorAll('.chart svg')].filter((chart) => {
    const { right, bottom } = chart.getBoundingClientRect();
    const texts = [...chart.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
    return texts.some((text) => text.right > right + 1 || text.bottom > bottom + 1);
}).length"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of a run that is compared with another one."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    first, second = (bl.simulate("mini", ["greedy", "random"], games=40, seed=seed, logs=True) for seed in (1, 2))
    bl.write_report(first, file, second)
    return file


@pytest.fixture(params=["laptop", "phone", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser, report: Path) -> Iterator[Page]:
    """The open report, which must have asked for nothing and complained about nothing."""
    screens: dict[str, dict[str, Any]] = {"laptop": {}, "phone": PHONE, "dark": {"color_scheme": "dark"}}
    context = browser.new_context(**screens[request.param])
    page = context.new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda asked: heard.append(asked.url) if not asked.url.startswith("file:") else None)
    page.goto(report.as_uri())
    page.locator("[data-chart=seats] svg").wait_for()
    yield page
    context.close()
    assert heard == []


def test_a_report_can_be_read_and_used(page: Page) -> None:
    assert page.locator(".chart svg").count() == page.locator(".chart").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper not in page.evaluate(LEGIBLE)

    tickets = page.locator("#tickets")
    tickets.get_by_role("button", name="points").click()
    points = [int(text) for text in tickets.locator("tbody td:nth-child(2)").all_inner_texts()]
    assert points == sorted(points, reverse=True)

    route = page.locator("svg.board .heat path").first
    before = [route.get_attribute("stroke"), page.locator("#heat-note").inner_text()]
    page.locator(".choices").get_by_text("Change").click()
    assert page.locator("#heat-note").inner_text() != before[1]
    page.locator("svg.board .heat path").evaluate_all("all => all.at(-1).dispatchEvent(new Event('click'))")
    assert "claimed" in page.locator("#heat-tip").inner_text()

    page.add_script_tag(path=AXE)
    faults = page.evaluate("() => axe.run().then((result) => result.violations.map((fault) => fault.id))")
    assert faults == []


def test_a_name_in_a_legend_hides_its_line(page: Page) -> None:
    chart = page.locator("[data-chart=curves]")
    lines = "svg path[fill=none][stroke-width='2.5']"
    shown = chart.locator(lines).count()
    chart.get_by_text("greedy, this run").click(force=True)
    page.wait_for_function(
        "([chart, lines, shown]) => chart.querySelectorAll(lines).length < shown",
        arg=[chart.element_handle(), lines, shown],
    )


def test_a_printed_report_has_no_buttons_and_keeps_the_charts(page: Page) -> None:
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert not page.locator(".choices").is_visible()
    assert page.locator("[data-chart=scores] svg").is_visible()
    assert page.evaluate(CUT_OFF) == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.chart svg text')).fill") == "rgb(34, 37, 42)"
