"""A review as one self-contained HTML file: players, graphs of the chances with marks, and the costly decisions."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from branchline.analysis.labels import LABELS

if TYPE_CHECKING:
    from branchline.analysis.review_data import Decision, Review, SeatReview

COLORS = {"inaccuracy": "#b8860b", "mistake": "#d2691e", "blunder": "#b22222"}
"""The colors of the marks."""
WIDTH, HEIGHT, MARGIN = 720, 180, 28
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; }
tr + tr { border-top: 1px solid #ddd; } svg { width: 100%; height: auto; }
li { margin: .6rem 0; } .blunder { color: #b22222; } .mistake { color: #a0522d; } .inaccuracy { color: #80600a; }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } tr + tr { border-color: #444; }
.blunder { color: #f08080; } .mistake { color: #e9a06b; } .inaccuracy { color: #d8b24a; } }
"""


def review_page(review: Review, title: str) -> str:
    """Return the page of a review."""
    graphs = "".join(_graph(review, seat) for seat in review.seats)
    costly = [decision for decision in review.decisions if decision.label in COLORS]
    listed = "".join(_item(review, decision) for decision in costly) or "<li>None.</li>"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1>{_players(review)}{graphs}<h2>Costly decisions</h2><ol>{listed}</ol></html>\n"
    )


def _players(review: Review) -> str:
    heads = "".join(f"<th>{word}</th>" for word in ("player", "accuracy", *LABELS, "luck, points"))
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in _cells(seat)) + "</tr>" for seat in review.seats
    )
    return f"<table><tr>{heads}</tr>{rows}</table>"


def _cells(seat: SeatReview) -> list[object]:
    luck = f"{seat.luck.points:+.0f} ± {seat.luck.points_error:.0f}"
    return [seat.name, f"{seat.accuracy:.0f}%", *(seat.labels[label] for label in LABELS), luck]


def _graph(review: Review, seat: SeatReview) -> str:
    """Return the graph of a seat's chance of winning at its decisions, with marks where it fell."""
    decisions = [decision for decision in review.decisions if decision.seat == seat.seat]
    last = max((decision.number for decision in review.decisions), default=1) or 1

    def at(decision: Decision) -> tuple[float, float]:
        x = MARGIN + (WIDTH - 2 * MARGIN) * decision.number / last
        return round(x, 1), round(MARGIN + (HEIGHT - 2 * MARGIN) * (1 - decision.wins[seat.seat]), 1)

    line = " ".join("{},{}".format(*at(decision)) for decision in decisions)
    marks = "".join(
        '<circle cx="{}" cy="{}" r="5" fill="{}"><title>{}</title></circle>'.format(
            *at(decision), COLORS[decision.label], escape(f"{decision.label}: {decision.played.text}")
        )
        for decision in decisions
        if decision.label in COLORS
    )
    middle = HEIGHT / 2
    return (
        f"<h2>{escape(seat.name)}: chance of winning</h2>"
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="chance of winning of {escape(seat.name)}">'
        f'<g stroke="#999" stroke-dasharray="3 4"><path d="M{MARGIN} {middle}H{WIDTH - MARGIN}"/></g>'
        f'<g fill="#888" font-size="11"><text x="0" y="{MARGIN + 4}">100%</text>'
        f'<text x="0" y="{middle + 4}">50%</text><text x="0" y="{HEIGHT - MARGIN + 4}">0%</text></g>'
        f'<polyline points="{line}" fill="none" stroke="#3a7bbf" stroke-width="2"/>{marks}</svg>'
    )


def _item(review: Review, decision: Decision) -> str:
    return (
        f"<li>{decision.when}, {escape(review.names[decision.seat])}: "
        f'<strong class="{decision.label}">{decision.label}</strong>, {escape(decision.played.text)}. '
        f"Better: {escape(decision.best.text)}. {escape(decision.why)} "
        f"<small>({-100 * decision.chance_loss:+.0f}% chance, {-decision.points_loss:+.1f} points)</small></li>"
    )
