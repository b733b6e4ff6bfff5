"""Charts for a report, as SVG: lines, bars, and the board with its routes colored by a value."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from branchline.boards.draw import Drawing
    from branchline.boards.drawing.artwork import Label
    from branchline.boards.drawing.geometry import CityMark

COLORS = ("#2a6f97", "#d1495b", "#4f772d", "#8d5a97", "#b5762a")
"""One for each seat or bot; they also differ in lightness."""
WIDTH, HEIGHT, EDGE = 560, 240, 36


def histogram(names: Sequence[str], values: Sequence[np.ndarray[Any, Any]], bins: int = 28) -> str:
    """Draw the distribution of each array of values as a line."""
    low, high = min(float(v.min()) for v in values), max(float(v.max()) for v in values)
    edges = np.linspace(low, high + 1e-9, bins + 1)
    heights = [np.histogram(v, edges)[0] / len(v) for v in values]
    middles = (edges[:-1] + edges[1:]) / 2
    curves = [list(zip(middles.tolist(), h.tolist(), strict=True)) for h in heights]
    return lines(names, curves, "points", "% of games", factor=100)


def lines(
    names: Sequence[str],
    curves: Sequence[Sequence[tuple[float, float]]],
    x_label: str,
    y_label: str,
    factor: float = 1.0,
) -> str:
    """Draw named curves in one coordinate system; `factor` scales the numbers on the y axis."""
    points = [point for curve in curves for point in curve]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top = max(y for _, y in points) or 1.0
    bottom = min(0.0, *(y for _, y in points))

    def point(x: float, y: float) -> str:
        x = EDGE + (x - left) / ((right - left) or 1) * (WIDTH - 2 * EDGE)
        return f"{x:.1f},{HEIGHT - EDGE - (y - bottom) / (top - bottom) * (HEIGHT - 2 * EDGE):.1f}"

    parts = [_axes((left, right), (bottom * factor, top * factor), x_label, y_label)]
    for index, (name, curve) in enumerate(zip(names, curves, strict=True)):
        color = COLORS[index % len(COLORS)]
        path = " ".join(point(x, y) for x, y in curve)
        dash = f' stroke-dasharray="{6 - index} {index * 2}"' if index else ""
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2.5"{dash}/>')
        parts.append(_text(EDGE + 130 + 90 * index, EDGE - 12, name[-14:], "start", color))
    return _svg(WIDTH, HEIGHT, "".join(parts))


def _text(x: float, y: float, text: str, anchor: str = "start", color: str = "currentColor") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{escape(text)}</text>'


def _axes(xs: tuple[float, float], ys: tuple[float, float], x_label: str, y_label: str) -> str:
    base = HEIGHT - EDGE
    return "".join(
        [
            f'<path d="M{EDGE} {EDGE}V{base}H{WIDTH - EDGE}" fill="none" stroke="#888"/>',
            _text(EDGE, base + 16, f"{xs[0]:.0f}", "middle"),
            _text(WIDTH - EDGE, base + 16, f"{xs[1]:.0f}", "middle"),
            _text(WIDTH / 2, base + 16, x_label, "middle"),
            _text(EDGE - 4, base, f"{ys[0]:.0f}", "end"),
            _text(EDGE - 4, EDGE + 4, f"{ys[1]:.0f}", "end"),
            _text(EDGE, EDGE - 12, y_label),
        ]
    )


def bars(names: Sequence[str], values: Sequence[float], even: float) -> str:
    """Draw a bar for each name, and a dashed line at the value where all would be even."""
    scale = (WIDTH - 160) / max(*values, even * 1.2, 1e-9)
    parts = []
    for index, (name, value) in enumerate(zip(names, values, strict=True)):
        y = 12 + 28 * index
        color = COLORS[index % len(COLORS)]
        parts.append(_text(100, y + 14, name, "end"))
        parts.append(f'<rect x="108" y="{y}" width="{value * scale:.1f}" height="20" fill="{color}"/>')
        parts.append(_text(112 + value * scale, y + 14, f"{value:.1%}"))
    height = 20 + 28 * len(names)
    x = 108 + even * scale
    parts.append(f'<path d="M{x:.1f} 4V{height - 4}" stroke="currentColor" stroke-dasharray="3 3"/>')
    return _svg(WIDTH, height, "".join(parts))


def board_picture(drawing: Drawing, values: Sequence[float], notes: Sequence[str], *, diverging: bool) -> str:
    """Draw the board with each route in the color and width of its value; its note is shown as a tooltip."""
    most = max((abs(value) for value in values), default=0.0) or 1.0
    board = drawing.geometry
    paths = []
    for route, value, note in zip(board.routes, values, notes, strict=True):
        color = shade(value / most, diverging=diverging)
        width = board.space[1] * (0.25 + 0.75 * abs(value / most))
        title = f"<title>{escape(note)}</title>"
        paths.append(f'<path d="{route.path}" stroke="{color}" stroke-width="{width:.1f}">{title}</path>')
    ground = f'<rect width="{board.width:.0f}" height="{board.height:.0f}" fill="#f6f3ec" rx="12"/>'
    routes = f'<g fill="none" stroke-linecap="round">{"".join(paths)}</g>'
    cities = "".join(map(_city, board.cities, drawing.labels))
    return _svg(board.width, board.height, ground + routes + cities)


def _city(city: CityMark, label: Label) -> str:
    place = f'cx="{city.x:.1f}" cy="{city.y:.1f}" r="{city.radius:.1f}"'
    name = "".join(
        f'<text x="{line.x:.1f}" y="{line.y:.1f}" font-size="{line.size:.1f}" text-anchor="{line.anchor}">'
        f"{escape(line.text)}</text>"
        for line in label.lines
    )
    paint = 'fill="#222" stroke="#f6f3ec" stroke-width="3" paint-order="stroke"'
    return f'<circle {place} fill="#fff" stroke="#333" stroke-width="1.5"/><g {paint}>{name}</g>'


def shade(share: float, *, diverging: bool) -> str:
    """Return the color of a value from -1 to 1: from pale to blue, or diverging from red through pale to blue.

    >>> shade(0.0, diverging=True), shade(1.0, diverging=False)
    ('#d9d4c7', '#1d4e79')
    """
    pale, strong = (217, 212, 199), (29, 78, 121) if share >= 0 or not diverging else (178, 42, 48)
    mix = min(1.0, abs(share))
    return "#" + "".join(f"{round(p + (q - p) * mix):02x}" for p, q in zip(pale, strong, strict=True))


def _svg(width: float, height: float, inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">{inside}</svg>'
