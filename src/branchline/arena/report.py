"""A match as one self-contained page: results, spreads, seats, tickets, and the board colored by its use."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from branchline.arena.charts import bars, board_picture, histogram, lines
from branchline.arena.export import ExportError
from branchline.arena.insights import run_of_play, score_spread, ticket_insights, track_insights

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
    """Write the page; it needs nothing but itself."""
    page = report(results)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ExportError(f"The report cannot be written to {path}: {error.strerror or error}.") from None


def report(results: Results) -> str:
    """Return the page as text."""
    summary = results.summary()
    parts = [
        _head(summary),
        _section("Results", _results(summary), "Wins are shared where a game is; intervals are 95 %."),
        _section("Scores", histogram(_names(summary), score_spread(results))),
        _section("Seats", bars(*_seats(summary), 1 / summary.players), "How often each seat wins; the line is even."),
        _run(results, summary),
        _section("Tracks claimed", _board(results, edge=False), "Wider and darker: claimed in more games."),
        _section("Tracks that win", _board(results, edge=True), "Blue: holders win more than their share; red: less."),
        _section("Tickets", _tickets(results), "Worth: points times how much oftener it is made than missed."),
        _section("Every track", _tracks(results)),
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
        f"<p>{summary.games:,} games of {summary.players} players, seed {summary.seed}; "
        f"{summary.turns:.0f} turns a game.</p>"
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


def _seats(summary: Summary) -> tuple[list[str], list[float]]:
    return [f"seat {seat + 1}" for seat in range(summary.players)], summary.seats


def _run(results: Results, summary: Summary) -> str:
    curves = run_of_play(results)
    if not curves:
        return ""
    steps = [[(100 * step / (len(curve) - 1), points) for step, points in enumerate(curve)] for curve in curves]
    picture = lines(_names(summary), steps, "% of the game", "points on the track")
    return _section("How a game runs", picture, "Points before tickets and bonuses, on average over some games.")


def _board(results: Results, *, edge: bool) -> str:
    from branchline.boards.draw import DrawingError, drawing
    from branchline.boards.format.check import check

    tracks = track_insights(results)
    spec = check(results.match.map_text).map
    if spec is None:
        return ""
    try:
        drawn = drawing(spec)
    except DrawingError as error:
        return f"<p>The board cannot be drawn: {escape(str(error))}</p>"
    notes = [f"{t.name}: claimed in {t.claimed:.0%}, holders win {t.edge:+.1%}" for t in tracks]
    return board_picture(drawn, [t.edge if edge else t.claimed for t in tracks], notes, both_ways=edge)


def _tickets(results: Results) -> str:
    rows = [
        [t.name, t.points, t.kept, f"{t.made_rate:.0%}", f"{t.worth:+.1f}", f"{t.win_rate:.0%}"]
        for t in ticket_insights(results)
    ]
    return _table(["ticket", "points", "kept", "made", "worth", "wins with it"], rows)


def _tracks(results: Results) -> str:
    rows = [
        [t.name, t.length, t.color, f"{t.claimed:.0%}", f"{t.edge:+.1%}"]
        for t in sorted(track_insights(results), key=lambda insight: -insight.claimed)
    ]
    return _table(["track", "spaces", "color", "claimed in", "holders win"], rows)
