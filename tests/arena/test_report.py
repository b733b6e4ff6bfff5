"""The report of a match: a page without requests, the real board, tables with values, two runs compared."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.arena.match import new_match
from branchline.arena.reporting.page import SECTIONS, NotBuiltError
from branchline.arena.reporting.report import ReportError, read_run, report
from branchline.arena.reporting.report_data import run_of
from branchline.arena.simulation import simulate
from branchline.cli import run

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.arena.results import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return simulate(new_match("london", ["greedy", "random"], 2), 40, logs=True)


@pytest.fixture(scope="module")
def page(results: Results) -> str:
    return report(results)


class Tags(HTMLParser):
    """Checks that tags are closed, and collects what a page fetches."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for key, value in attrs if key in {"src", "href", "xlink:href"}]
        if tag not in {"meta", "link", "input"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def cells(page: str, section: str) -> list[list[str]]:
    """Return the cells of the table of a section."""
    table = page.partition(f'<section id="{section}">')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)]


def test_a_report_is_one_self_contained_page(page: str) -> None:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert [address for address in tags.fetched if not address.startswith("#")] == []
    assert not re.search(r"url\(['\"]?https?:|@import", page.partition("</style>")[0])
    for key, title in SECTIONS.items():
        assert f'<section id="{key}"><h2>{title}</h2>' in page


def test_its_tables_have_the_figures_of_the_results(page: str, results: Results) -> None:
    summary = results.summary()
    assert [row[:2] for row in cells(page, "results")] == [[bot.bot, f"{bot.win_rate:.1%}"] for bot in summary.bots]
    assert [row[1] for row in cells(page, "seats")] == [f"{share:.1%}" for share in summary.seats]
    assert len(cells(page, "tickets")) == len(results.match.board.tickets)
    assert len(cells(page, "routes")) == len(results.match.board.routes)


def test_it_shows_the_real_board_with_every_route_colored(page: str, results: Results) -> None:
    board = page.partition('<svg class="board"')[2].partition('<svg class="board"')[0]
    heat = board.partition('<g class="heat"')[2].partition("</g>")[0]
    assert heat.count("<path ") == len(results.match.board.routes)
    assert 'aria-label="Waterloo"' in board  # the names of the drawing
    assert len(set(re.findall(r'stroke="(#\w+)"', heat))) > 5


def test_it_names_the_command_that_plays_the_same_games(page: str) -> None:
    assert "branchline simulate --map london --players greedy,random --games 40 --seed 2" in page


def test_a_name_cannot_end_the_script_of_the_data(results: Results) -> None:
    data = report(results).partition('id="data">')[2].partition("</script>")[0]
    assert "<" not in data
    assert json.loads(data)["run"]["summary"]["games"] == 40


# -- comparisons -------------------------------------------------------------------------------


def test_a_run_is_read_from_its_report(results: Results, tmp_path: Path) -> None:
    file = tmp_path / "before.html"
    bl.write_report(results, file)
    assert read_run(file) == run_of(results, "before.html")


def test_two_runs_are_compared(results: Results) -> None:
    other = simulate(new_match("london", ["greedy", "random"], 3), 40)
    page = report(results, other)
    assert "Compared with <strong>the other run</strong>" in page
    assert [row[1] for row in cells(page, "results")] == ["this run", "this run", "the other run", "the other run"]
    now, before = results.summary().bots[0].win_rate, other.summary().bots[0].win_rate
    assert cells(page, "results")[0][4].startswith(f"{now - before:+.1%} (")
    assert ">Change</span>" in page
    assert all(len(row) == 7 for row in cells(page, "routes"))


def test_a_changed_bot_is_compared_with_the_one_whose_place_it_took(results: Results) -> None:
    other = simulate(new_match("london", ["planner", "random"], 3), 40)
    assert [bot.bot for bot in results.summary().bots] == ["greedy", "random"]
    first, second, *_ = [row[4] for row in cells(report(results, other), "results")]
    assert first.endswith(")<span>from planner</span>")
    assert second.endswith(")")


def test_runs_on_different_boards_are_compared_without_their_routes(results: Results) -> None:
    page = report(results, simulate(new_match("mini", ["greedy", "random"], 3), 20))
    assert "20 games on Mini" in page
    assert ">Change</span>" not in page
    assert all(len(row) == 5 for row in cells(page, "routes"))


def test_the_command_compares_with_an_earlier_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "-m", "mini", "-p", "greedy,random", "-n", "20", "--report"]
    assert run([*words, str(tmp_path / "a.html"), "--seed", "1"]) == 0
    assert run([*words, str(tmp_path / "b.html"), "--seed", "2", "--compare", str(tmp_path / "a.html")]) == 0
    assert "Compared with <strong>a.html</strong>" in (tmp_path / "b.html").read_text(encoding="utf-8")
    capsys.readouterr()
    assert run([*words[:-1], "--compare", str(tmp_path / "a.html")]) == 2
    assert "needs --report FILE" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read"),
        ("<html></html>", "is not a report"),
        ('<script type="application/json" id="data">{}</script>', "is not a report of this version"),
    ],
)
def test_a_file_that_is_no_report_is_refused(content: str | None, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(ReportError, match=reason):
        read_run(file)


def test_what_is_neither_results_nor_a_report_is_refused(results: Results, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    with pytest.raises(ReportError, match=r"shows the results that `simulate` returns, not 'x'\."):
        bl.write_report("x", file)  # type: ignore[arg-type]
    with pytest.raises(ReportError, match=r"results of `simulate` or the path of a report, not with 7\."):
        bl.write_report(results, file, compare=7)  # type: ignore[arg-type]
    assert not file.exists()


def test_a_package_without_the_script_says_what_builds_it(
    results: Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("branchline.arena.reporting.page.files", lambda _: tmp_path)
    with pytest.raises(NotBuiltError, match="make web"):
        report(results)


def test_a_report_that_cannot_be_written_is_refused_before_the_games_are_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("branchline.arena.reporting.page.files", lambda _: tmp_path)
    monkeypatch.setattr("branchline.arena.simulation.simulate", lambda *_, **__: pytest.fail("games were played"))
    assert run(["simulate", "--map", "mini", "--report", str(tmp_path / "report.html")]) == 1
    assert "make web" in capsys.readouterr().err


def test_a_report_of_a_map_in_a_file_is_written(tmp_path: Path) -> None:
    file = tmp_path / "town.toml"
    file.write_text(bl.load_map("mini").text.replace('"Mini"', '"A <b> town"', 1), encoding="utf-8")
    page = report(simulate(new_match(file, ["greedy", "random"], 1), 20))
    assert "<h1>A &lt;b&gt; town</h1>" in page
