"""What a report shows: everything that its charts and tables need, so that a later report can be compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.reporting.fingerprints import Fingerprint, fingerprints
from branchline.arena.reporting.insights import (
    RouteInsight,
    TicketInsight,
    final_scores,
    route_insights,
    score_curves,
    ticket_insights,
)
from branchline.arena.results import Summary
from branchline.arena.statistics import wilson_interval
from branchline.boards.format.check import check

if TYPE_CHECKING:
    from branchline.arena.match import Match
    from branchline.arena.results import Results

    Array = np.ndarray[Any, Any]


class ScoreCounts(msgspec.Struct, frozen=True):
    """How many games ended with each score: `counts[0]` with the score `lowest`, and so on."""

    lowest: int
    counts: list[int]


class SeatInsight(msgspec.Struct, frozen=True):
    """How often a seat won, with its interval, its mean score, and the win rate of each bot in it."""

    seat: int
    win_rate: float
    interval: tuple[float, float]
    score: float
    by_bot: list[float]


class Run(msgspec.Struct, frozen=True):
    """A match as a report shows it. `curves` has the mean score of each bot at equal steps of a game."""

    label: str
    title: str
    clock: float | None
    summary: Summary
    styles: list[Fingerprint]
    scores: list[ScoreCounts]
    curves: list[list[float]]
    seats: list[SeatInsight]
    tickets: list[TicketInsight]
    routes: list[RouteInsight]


class Heat(msgspec.Struct, frozen=True):
    """One way to color the routes of the board: the color, width and tooltip of each, and the ends of its scale."""

    name: str
    note: str
    low: str
    high: str
    gradient: list[str]
    colors: list[str]
    widths: list[float]
    tips: list[str]


class ReportData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The data of a page: a run, the colors of its board, and perhaps another run that it is compared with."""

    run: Run
    heat: list[Heat]
    other: Run | None = None


def run_of(results: Results, label: str = "this run") -> Run:
    """Return the data of a match."""
    match, summary = results.match, results.summary()
    return Run(
        label=label,
        title=_title(match),
        clock=match.clock,
        summary=summary,
        styles=fingerprints(results),
        scores=[_counts(scores) for scores in final_scores(results)],
        curves=score_curves(results),
        seats=_seats(results, summary),
        tickets=ticket_insights(results),
        routes=route_insights(results),
    )


def _title(match: Match) -> str:
    """Return the name of the map as its board has it."""
    spec = check(match.map_text).map
    return match.map if spec is None else spec.about.name


def _counts(scores: Array) -> ScoreCounts:
    lowest = int(scores.min())
    return ScoreCounts(lowest, np.bincount((scores - lowest).astype(np.int64)).tolist())


def _seats(results: Results, summary: Summary) -> list[SeatInsight]:
    played = results.played
    means = played.scores().mean(axis=0)
    return [
        SeatInsight(
            seat=seat,
            win_rate=share,
            interval=wilson_interval(share * summary.games, summary.games),
            score=float(means[seat]),
            by_bot=[bot.by_seat[seat] for bot in summary.bots],
        )
        for seat, share in enumerate(summary.seats)
    ]


def is_same_board(run: Run, other: Run) -> bool:
    """Return whether two runs have the same routes and tickets, so that these can be compared."""
    return _names(run) == _names(other)


def _names(run: Run) -> tuple[list[tuple[str, str]], list[str]]:
    return [(route.name, route.color) for route in run.routes], sorted(ticket.name for ticket in run.tickets)
