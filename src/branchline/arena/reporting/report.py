"""A match as one self-contained HTML page: results, scores, seats, tickets, and the board colored by its use."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from branchline.arena.reporting.charts import bars, board_picture, histogram, lines
from branchline.arena.reporting.export import ExportError
from branchline.arena.reporting.fingerprints import fingerprints
from branchline.arena.reporting.insights import final_scores, route_insights, score_curves, ticket_insights

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from branchline.arena.results import Results, Summary

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fffdf8}
h1{font-size:1.7rem;margin-bottom:0}h2{margin-top:2.2rem;font-size:1.2rem;border-bottom:1px solid #ddd}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.25rem .7rem;text-align:right}
th{border-bottom:2px solid #bbb;font-weight:600}td:first-child,th:first-child{text-align:left}
tr:nth-child(even) td{background:#f3efe6}svg{max-width:100%;height:auto;font:12px system-ui,sans-serif}
p.note{color:#555;margin-top:.3rem}.scroll{overflow-x:auto}
@media(prefers-color-scheme:dark){body{background:#1c1b19;color:#eee}tr:nth-child(even) td{background:#292724}
p.note{color:#aaa}}
"""


def write_report(results: Results, path: Path) -> None:
    """Write the page to a file."""
    page = report(results)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ExportError(f"The report cannot be written to {path}: {error.strerror or error}.") from None


def report(results: Results) -> str:
    """Return the page as HTML."""
    summary = results.summary()
    parts = [
        _head(summary),
        _section(
            "Results", _results(summary), "A tied win is shared equally. Intervals are 95 % confidence intervals."
        ),
        _section(
            "Styles",
            _styles(results),
            "Means per game. Blocking: the share of claims that made another player's way to a ticket longer.",
        ),
        _section("Scores", histogram(_names(summary), final_scores(results))),
        _section(
            "Seats",
            bars(*_seats(summary), 1 / summary.players),
            "Share of wins by seat; the dashed line is the average.",
        ),
        _curves(results, summary),
        _section("Claimed routes", _board(results, edge=False), "The wider and darker, the more often it was claimed."),
        _section(
            "Winning routes", _board(results, edge=True), "Blue: owners win more often than average. Red: less often."
        ),
        _section("Tickets", _tickets(results), "Worth: the mean points gained or lost by keeping the ticket."),
        _section("All routes", _routes(results)),
    ]
    title = f"{escape(summary.map)}: {escape(', '.join(_names(summary)))}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><body>{''.join(parts)}</body></html>\n"
    )


def _head(summary: Summary) -> str:
    options = f", {', '.join(summary.options)}" if summary.options else ""
    return (
        f"<h1>{escape(summary.map)}{escape(options)}</h1>"
        f"<p>{summary.games:,} games with {summary.players} players, seed {summary.seed}, "
        f"{summary.turns:.0f} turns per game.</p>"
    )


def _section(title: str, body: str, note: str = "") -> str:
    small = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<h2>{escape(title)}</h2>{small}<div class="scroll">{body}</div>'


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _names(summary: Summary) -> list[str]:
    return [bot.bot for bot in summary.bots]


def _results(summary: Summary) -> str:
    parts = [name for name in summary.bots[0].parts if any(bot.parts[name] for bot in summary.bots)]
    rows = [
        [
            bot.bot,
            f"{bot.win_rate:.1%}",
            f"{bot.interval[0]:.1%} – {bot.interval[1]:.1%}",
            f"{bot.score:.1f}",
            *(f"{bot.parts[name]:.1f}" for name in parts),
            f"{bot.tickets_made:.2f}",
            f"{bot.tickets_missed:.2f}",
        ]
        for bot in summary.bots
    ]
    return _table(["bot", "wins", "interval", "score", *parts, "made", "missed"], rows)


def _styles(results: Results) -> str:
    rows = [
        [
            style.bot,
            f"{style.turns:.0f}",
            f"{style.routes:.1f}",
            f"{style.route_length:.2f}",
            f"{style.tickets:.2f}",
            f"{style.missed:.2f}",
            f"{style.ticket_draws:.2f}",
            f"{style.blocking:.0%}",
        ]
        for style in fingerprints(results)
    ]
    columns = ["bot", "turns", "routes", "spaces per route", "tickets", "missed", "ticket draws", "blocking"]
    return _table(columns, rows)


def _seats(summary: Summary) -> tuple[list[str], list[float]]:
    return [f"seat {seat + 1}" for seat in range(summary.players)], summary.seats


def _curves(results: Results, summary: Summary) -> str:
    curves = score_curves(results)
    if not curves:
        return ""
    steps = [[(100 * step / (len(curve) - 1), points) for step, points in enumerate(curve)] for curve in curves]
    picture = lines(_names(summary), steps, "% of the game", "points")
    return _section("Scores during a game", picture, "Mean points before tickets and bonuses, over a sample of games.")


def _board(results: Results, *, edge: bool) -> str:
    from branchline.boards.draw import DrawingError, drawing
    from branchline.boards.format.check import check

    routes = route_insights(results)
    spec = check(results.match.map_text).map
    if spec is None:
        return ""
    try:
        drawn = drawing(spec)
    except DrawingError as error:
        return f"<p>The board cannot be drawn: {escape(str(error))}</p>"
    notes = [f"{r.name}: claimed in {r.claimed:.0%} of games, owners win {r.edge:+.1%}" for r in routes]
    return board_picture(drawn, [r.edge if edge else r.claimed for r in routes], notes, diverging=edge)


def _tickets(results: Results) -> str:
    rows = [
        [t.name, t.points, t.kept, f"{t.made_rate:.0%}", f"{t.worth:+.1f}", f"{t.win_rate:.0%}"]
        for t in ticket_insights(results)
    ]
    return _table(["ticket", "points", "kept", "made", "worth", "wins"], rows)


def _routes(results: Results) -> str:
    rows = [
        [r.name, r.length, r.color, f"{r.claimed:.0%}", f"{r.edge:+.1%}"]
        for r in sorted(route_insights(results), key=lambda insight: -insight.claimed)
    ]
    return _table(["route", "spaces", "color", "claimed", "owners win"], rows)
