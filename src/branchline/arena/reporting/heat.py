"""The real board with its routes colored by a value: how often each was claimed, who won with it, what changed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from branchline.arena.reporting.report_data import Heat, Run, is_same_board
from branchline.boards.draw import DrawingError, drawing, ground_svg, labels_svg
from branchline.boards.format.check import check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.arena.reporting.insights import RouteInsight
    from branchline.boards.draw import Drawing

WARM = ["#fff2b8", "#f4982e", "#8f0d16"]
"""The colors of values from 0 to the highest one."""
DIVERGING = ["#b3262e", "#f3efe4", "#1c5d99"]
"""The colors of values from the lowest one over 0 to the highest one."""


def heats(run: Run, other: Run | None) -> list[Heat]:
    """Return every way to color the board of a run."""
    routes = run.routes
    found = [
        _heat("Claimed", "The darker and wider a route, the more often it was claimed.", routes, _claims(routes)),
        _heat(
            "Wins",
            "Blue: the owners of the route won more often than average. Red: less often.",
            routes,
            [route.edge for route in routes],
            diverging=True,
        ),
    ]
    if other is not None and is_same_board(run, other):
        change = [now - before for now, before in zip(_claims(routes), _claims(other.routes), strict=True)]
        note = f"Blue: claimed more often than in {other.label}. Red: less often."
        found.append(_heat("Change", note, routes, change, diverging=True))
    return found


def _claims(routes: Sequence[RouteInsight]) -> list[float]:
    return [route.claimed for route in routes]


def _heat(
    name: str, note: str, routes: Sequence[RouteInsight], values: Sequence[float], *, diverging: bool = False
) -> Heat:
    most = max((abs(value) for value in values), default=0.0) or 1.0
    tips = [f"{route.name}: claimed in {route.claimed:.0%} of games, owners win {route.edge:+.1%}" for route in routes]
    if name == "Change":
        tips = [f"{route.name}: claimed {value:+.1%}" for route, value in zip(routes, values, strict=True)]
    gradient = DIVERGING if diverging else WARM
    return Heat(
        name=name,
        note=note,
        low=f"{-most:+.0%}" if diverging else "0%",
        high=f"{most:+.0%}" if diverging else f"{most:.0%}",
        gradient=gradient,
        colors=[mixed(gradient, (value / most + 1) / 2 if diverging else value / most) for value in values],
        widths=[round(0.35 + 0.65 * abs(value / most), 2) for value in values],
        tips=tips,
    )


def mixed(gradient: Sequence[str], place: float) -> str:
    """Return the color at a place from 0 to 1 of a gradient.

    >>> mixed(["#000000", "#ffffff"], 0.5), mixed(["#ff0000", "#00ff00", "#0000ff"], 1.0)
    ('#808080', '#0000ff')
    """
    scaled = min(1.0, max(0.0, place)) * (len(gradient) - 1)
    index = min(int(scaled), len(gradient) - 2)
    first, second = (_channels(color) for color in gradient[index : index + 2])
    mix = scaled - index
    return "#" + "".join(f"{round(a + (b - a) * mix):02x}" for a, b in zip(first, second, strict=True))


def _channels(color: str) -> list[int]:
    return [int(color[place : place + 2], 16) for place in (1, 3, 5)]


def board_svg(map_text: str, heat: Heat) -> str:
    """Return the board as SVG with the routes in the colors of a heat, or a sentence that says why it is not drawn."""
    spec = check(map_text).map
    try:
        drawn = None if spec is None else drawing(spec)
    except DrawingError as error:
        return f"<p>The board cannot be drawn: {escape(str(error))}</p>"
    return "" if drawn is None else _picture(drawn, heat)


def _picture(drawn: Drawing, heat: Heat) -> str:
    board = drawn.geometry
    routes = [
        f'<path d="{route.path}" stroke="{color}" stroke-width="{board.space[1] * width:.1f}"><title>{escape(tip)}'
        "</title></path>"
        for route, color, width, tip in zip(board.routes, heat.colors, heat.widths, heat.tips, strict=True)
    ]
    veil = " ".join(route.path for route in board.routes)
    return (
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width:.1f} {board.height:.1f}" '
        f'role="img" aria-label="{escape(drawn.name)}, its routes colored by use">'
        f'<g class="ground" aria-hidden="true">{ground_svg(drawn)}</g>'
        f'<path class="veil" d="{veil}" fill="none" stroke-width="{board.space[1] * 1.1:.1f}"/>'
        f'<g class="heat" data-width="{board.space[1]:.1f}" fill="none" stroke-linecap="round">{"".join(routes)}</g>'
        f'<g class="names" aria-hidden="true">{labels_svg(drawn)}</g></svg>'
    )
