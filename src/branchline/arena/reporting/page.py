"""The HTML of a report. Tables are complete in it; a script adds charts, sorting and the colors of the board."""

from __future__ import annotations

import shlex
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from branchline._version import __version__
from branchline.arena.reporting import tables
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.arena.reporting.report_data import Heat, ReportData, Run

DATA_START, DATA_END = '<script type="application/json" id="data">', "</script>"
SECTIONS = {
    "results": "Results",
    "styles": "Styles",
    "scores": "Scores",
    "seats": "Seats",
    "board": "The board",
    "tickets": "Tickets",
    "routes": "Routes",
}


class NotBuiltError(BranchlineError):
    """A package without the script of reports."""


def page(data: ReportData, board: str) -> str:
    """Return the whole page."""
    run, other = data.run, data.other
    sections = {
        "results": _results(run, other),
        "styles": _noted(
            "Means per game. Blocking: the share of claims that made another player's way to a ticket longer.",
            tables.styles(run, other),
        ),
        "scores": _scores(run),
        "seats": _seats(run, other),
        "board": _board(data.heat, board),
        "tickets": _noted("Worth: the mean points gained or lost by keeping the ticket.", tables.tickets(run, other)),
        "routes": _noted(
            "Owners win: how much more often than average its owners won. Click a column to sort by it.",
            tables.routes(run, other),
        ),
    }
    body = "".join(f'<section id="{key}"><h2>{SECTIONS[key]}</h2>{html}</section>' for key, html in sections.items())
    links = "".join(f'<a href="#{key}">{title}</a>' for key, title in SECTIONS.items())
    title = f"{run.title}: {', '.join(bot.bot for bot in run.summary.bots)}"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{_asset('report.css')}</style></head><body>"
        f"<header>{_head(run, other)}<nav>{links}</nav></header><main>{body}</main>{_foot(run)}"
        f"{DATA_START}{_json(data)}{DATA_END}<script>{_asset('report.js')}</script></body></html>\n"
    )


def check_assets() -> None:
    """Raise `NotBuiltError` if no report can be written, because the script and the style were not built."""
    for name in ("report.css", "report.js"):
        _asset(name)


def _asset(name: str) -> str:
    """Return the script or the style, which are built with the page of the server."""
    try:
        text = files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
    except OSError:
        raise NotBuiltError(f"The package lacks {name} of reports: `make web` builds it.") from None
    return text.replace("</script", "<\\/script")


def _json(data: ReportData) -> str:
    """Return the data so that no text in it can end the script or begin a comment."""
    return msgspec.json.encode(data).decode().replace("<", "\\u003c")


def _head(run: Run, other: Run | None) -> str:
    summary = run.summary
    options = f", {', '.join(summary.options)}" if summary.options else ""
    lines = [f"<h1>{escape(run.title)}{escape(options)}</h1>", f"<p>{_played(run)}</p>"]
    if other is not None:
        lines.append(f"<p>Compared with <strong>{escape(other.label)}</strong>: {_played(other)}</p>")
    return "".join(lines)


def _played(run: Run) -> str:
    summary = run.summary
    return (
        f"{summary.games:,} games on {escape(run.title)} with {summary.players} players, seed {summary.seed}, "
        f"{summary.turns:.0f} turns per game."
    )


def _foot(run: Run) -> str:
    summary = run.summary
    words = ["branchline", "simulate", "--map", summary.map, "--players", ",".join(bot.bot for bot in summary.bots)]
    words += ["--games", str(summary.games), "--seed", str(summary.seed)]
    words += ["--options", ",".join(summary.options)] if summary.options else []
    words += [] if run.clock is None else ["--clock", f"{run.clock:g}"]
    return (
        f"<footer><p>Made by Branchline {escape(__version__)}. The same games again: "
        f"<code>{escape(shlex.join(words))}</code></p></footer>"
    )


def _noted(note: str, *parts: str) -> str:
    return f'<p class="note">{escape(note)}</p>{"".join(parts)}'


def _chart(name: str, label: str) -> str:
    return f'<figure class="chart" data-chart="{name}" role="img" aria-label="{escape(label)}"></figure>'


def _results(run: Run, other: Run | None) -> str:
    note = "A tied win is shared equally. Intervals are 95 % confidence intervals."
    if other is not None:
        note += " The interval of a change treats the two runs as independent."
    return _noted(note, tables.bots(run, other))


def _scores(run: Run) -> str:
    charts = [
        _noted(
            "Final scores, in percent of each bot’s games. Click a name to hide or show it.",
            _chart("scores", "Distribution of the final scores of each bot"),
        ),
        _noted("What the mean score consists of.", _chart("parts", "Parts of the mean score of each bot")),
    ]
    if run.curves:
        note = "Mean points during a game, before tickets and bonuses, over a sample of games."
        charts.append(_noted(note, _chart("curves", "Mean points of each bot during a game")))
    return _grid(charts)


def _seats(run: Run, other: Run | None) -> str:
    chart = _noted(
        "Share of wins by seat; the dashed line is the average.", _chart("seats", "Share of wins of each seat")
    )
    return chart + _noted("Each seat, and each bot in it.", tables.seats(run, other))


def _grid(parts: Iterable[str]) -> str:
    return '<div class="grid">' + "".join(f"<div>{part}</div>" for part in parts) + "</div>"


def _board(colors: list[Heat], board: str) -> str:
    choices = "".join(
        f'<label><input type="radio" name="heat" value="{number}"{" checked" if not number else ""}>'
        f"<span>{escape(heat.name)}</span></label>"
        for number, heat in enumerate(colors)
    )
    first = colors[0]
    scale = f"linear-gradient(90deg,{','.join(first.gradient)})"
    return (
        f'<div class="choices" role="radiogroup" aria-label="Color the routes by">{choices}</div>'
        f'<p class="note" id="heat-note">{escape(first.note)}</p>'
        f'<p class="scale"><span id="heat-low">{first.low}</span><i id="heat-scale" style="background:{scale}"></i>'
        f'<span id="heat-high">{first.high}</span></p>{board}<p class="note" id="heat-tip" aria-live="polite">'
        "Point at a route, or tap it, to see its figures.</p>"
    )
