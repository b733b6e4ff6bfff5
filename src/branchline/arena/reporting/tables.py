"""The tables of a report. Each cell has its value beside its text, so that the page can sort by it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from branchline.arena.reporting.report_data import is_same_board
from branchline.arena.statistics import difference_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from branchline.arena.reporting.fingerprints import Fingerprint
    from branchline.arena.reporting.report_data import Run, SeatInsight
    from branchline.arena.results import BotSummary


class Cell(NamedTuple):
    """A cell: its text, the number that it is sorted by, if that is not the text itself, and a second line."""

    text: str
    value: float | None = None
    second_line: str = ""


def table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table that scrolls sideways where it does not fit."""
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(cell: Cell) -> str:
    value = "" if cell.value is None else f' data-value="{cell.value:.6g}"'
    second = f"<span>{escape(cell.second_line)}</span>" if cell.second_line else ""
    return f"<td{value}>{escape(cell.text)}{second}</td>"


def _number(value: float, form: str) -> Cell:
    return Cell(format(value, form), value)


def bots(run: Run, other: Run | None) -> str:
    """Return the results of every bot; with another run, its rows follow, with the changes between the two."""
    shown = run.summary.bots + (other.summary.bots if other else [])
    parts = [name for name in shown[0].parts if any(bot.parts.get(name) for bot in shown)]
    columns = ["bot", "wins", "interval", "score", *parts, "made", "missed"]
    if other is None:
        return table(columns, [_bot(bot, parts) for bot in run.summary.bots])
    rows = []
    for which in (run, other):
        for bot in which.summary.bots:
            name, wins, interval, *rest = _bot(bot, parts)
            change = _change(bot, run, other) if which is run else Cell("")
            rows.append([name, Cell(which.label), wins, interval, change, *rest])
    return table(["bot", "run", "wins", "interval", "change", *columns[3:]], rows)


def _bot(bot: BotSummary, parts: Sequence[str]) -> list[Cell]:
    low, high = bot.interval
    return [
        Cell(bot.bot),
        _number(bot.win_rate, ".1%"),
        Cell(f"{low:.1%} – {high:.1%}", low),
        _number(bot.score, ".1f"),
        *(_number(bot.parts.get(name, 0.0), ".1f") for name in parts),
        _number(bot.tickets_made, ".2f"),
        _number(bot.tickets_missed, ".2f"),
    ]


def _change(bot: BotSummary, run: Run, other: Run) -> Cell:
    """Return the change of a bot's wins from its counterpart, which is named if it is another bot."""
    before = _counterpart(bot, run, other)
    if before is None:
        return Cell("")
    change = bot.win_rate - before.win_rate
    low, high = difference_interval((bot.wins, bot.games), (before.wins, before.games))
    source = "" if before.bot == bot.bot else f"from {before.bot}"
    return Cell(f"{change:+.1%} ({low:+.1%} – {high:+.1%})", change, source)


def _counterpart(bot: BotSummary, run: Run, other: Run) -> BotSummary | None:
    """Return the same bot of another run, or else the one that it took the place of; `None` if that is not clear."""
    names = [each.bot for each in run.summary.bots]
    earlier = other.summary.bots
    same = [before for before in earlier if before.bot == bot.bot]
    if names.count(bot.bot) > 1 or len(same) > 1:
        return None
    if not same and len(names) == len(earlier):
        same = [before for before in earlier[names.index(bot.bot) :][:1] if before.bot not in names]
    return same[0] if same else None


def styles(run: Run, other: Run | None) -> str:
    """Return how each bot plays; with another run, its rows follow."""
    columns = ["bot", "turns", "routes", "spaces per route", "tickets", "missed", "ticket draws", "blocking"]
    rows = []
    for which in (run, other) if other else (run,):
        label = [Cell(which.label)] if other else []
        rows += [[Cell(style.bot), *label, *_style(style)] for style in which.styles]
    return table([columns[0], *(["run"] if other else []), *columns[1:]], rows)


def _style(style: Fingerprint) -> list[Cell]:
    return [
        _number(style.turns, ".0f"),
        _number(style.routes, ".1f"),
        _number(style.route_length, ".2f"),
        _number(style.tickets, ".2f"),
        _number(style.missed, ".2f"),
        _number(style.ticket_draws, ".2f"),
        _number(style.blocking, ".0%"),
    ]


def seats(run: Run, other: Run | None) -> str:
    """Return the seats: how often each wins, its score, and each bot in it."""
    names = [bot.bot for bot in run.summary.bots]
    columns = ["seat", "wins", "interval", "score", *(f"{name} wins" for name in names)]
    before = other.seats if other is not None and len(other.seats) == len(run.seats) else None
    if before is None:
        return table(columns, [_seat(seat) for seat in run.seats])
    rows = [[*_seat(now), *_pair(now.win_rate, old.win_rate)] for now, old in zip(run.seats, before, strict=True)]
    return table([*columns, "before", "change"], rows)


def _seat(seat: SeatInsight) -> list[Cell]:
    low, high = seat.interval
    return [
        Cell(f"seat {seat.seat + 1}"),
        _number(seat.win_rate, ".1%"),
        Cell(f"{low:.1%} – {high:.1%}", low),
        _number(seat.score, ".1f"),
        *(_number(rate, ".1%") for rate in seat.by_bot),
    ]


def _pair(now: float, before: float, form: str = ".1%") -> list[Cell]:
    return [_number(before, form), _number(now - before, f"+{form}")]


def tickets(run: Run, other: Run | None) -> str:
    """Return the tickets, the most valuable first."""
    columns = ["ticket", "points", "kept", "made", "worth", "wins"]
    rows = [
        [
            Cell(ticket.name),
            _number(ticket.points, "d"),
            _number(ticket.kept, ",d"),
            _number(ticket.made_rate, ".0%"),
            _number(ticket.worth, "+.1f"),
            _number(ticket.win_rate, ".0%"),
        ]
        for ticket in run.tickets
    ]
    if other is None or not is_same_board(run, other):
        return table(columns, rows)
    worth = {ticket.name: ticket.worth for ticket in other.tickets}
    changes = [_pair(ticket.worth, worth[ticket.name], ".1f") for ticket in run.tickets]
    return table(
        [*columns, "worth before", "change"], [row + change for row, change in zip(rows, changes, strict=True)]
    )


def routes(run: Run, other: Run | None) -> str:
    """Return the routes, the most popular first."""
    columns = ["route", "spaces", "color", "claimed", "owners win"]
    order = sorted(run.routes, key=lambda route: -route.claimed)
    rows = [
        [
            Cell(route.name),
            _number(route.length, "d"),
            Cell(route.color),
            _number(route.claimed, ".0%"),
            _number(route.edge, "+.1%"),
        ]
        for route in order
    ]
    if other is None or not is_same_board(run, other):
        return table(columns, rows)
    claimed = {route.route: route.claimed for route in other.routes}
    changes = [_pair(route.claimed, claimed[route.route], ".0%") for route in order]
    return table(
        [*columns, "claimed before", "change"], [row + change for row, change in zip(rows, changes, strict=True)]
    )
