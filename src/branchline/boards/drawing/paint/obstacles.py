"""Everything that larger labels keep clear of, as rectangles."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.drawing.layout.overlap import FIELDS, Rectangles
from branchline.boards.drawing.paths import points_of

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Points
    from branchline.boards.drawing.artwork import Drawing, SetText, TextLine

LINE_WIDTH = 1.5
POINTS_PER_PIECE = 4
CAPITAL = 0.72
"""The height of capital letters in names on the ground, in font sizes."""


def box(sides: tuple[float, float, float, float]) -> tuple[Points, Points]:
    """Return the middle of a box, given as left, top, width and height, and half its size."""
    left, top, width, height = sides
    return np.array([left + width / 2, top + height / 2]), np.array([width / 2, height / 2])


def boxes(sides: list[tuple[float, float, float, float]]) -> list[Rectangles]:
    """Return boxes as rectangles."""
    found = map(box, sides)
    return [Rectangles(middle[None], np.array([[1.0, 0.0]]), half[None]) for middle, half in found]


def leaders(drawing: Drawing) -> list[Rectangles]:
    """Return the leader lines of the plain sheet."""
    return [_along(np.array(label.leader).reshape(2, 2), 2 * LINE_WIDTH) for label in drawing.labels if label.leader]


def _along(points: Points, width: float) -> Rectangles:
    """Return the pieces of a line."""
    steps = np.diff(points, axis=0)
    length = np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-9)
    half = np.concatenate([length / 2, np.full_like(length, width / 2)], axis=1)
    return Rectangles((points[1:] + points[:-1]) / 2, steps / length, half)


def spaces(drawing: Drawing) -> Rectangles:
    """Return the spaces of all routes."""
    length, width = drawing.geometry.space
    routes = drawing.geometry.routes
    rows = np.array([(*space, route.stretch * length / 2) for route in routes for space in route.spaces])
    angle = np.radians(rows[:, 2])
    half = np.stack([rows[:, 3], np.full(len(rows), width / 2)], axis=1)
    return Rectangles(rows[:, :2], np.stack([np.cos(angle), np.sin(angle)], axis=1), half)


def lines(drawing: Drawing) -> Rectangles:
    """Return the lines of the routes in few pieces: they hardly bend."""
    paths = (points_of(route.path) for route in drawing.geometry.routes)
    pieces = (np.concatenate([points[:-1:POINTS_PER_PIECE], points[-1:]]) for points in paths)
    return joined([_along(points, LINE_WIDTH) for points in pieces])


def letters(drawing: Drawing) -> Rectangles:
    """Return the names on the ground as squares, each about as large as a letter."""
    names = [line for layer in drawing.below if layer.name == "names" for line in layer.lines]
    found = [_row(line, drawing.texts[line.face][line.text]) for line in names]
    rows = np.array([row for part in found for row in part]).reshape(-1, 3)
    return Rectangles(rows[:, :2], np.tile([1.0, 0.0], (len(rows), 1)), np.repeat(rows[:, 2:], 2, axis=1))


def _row(line: TextLine, made: SetText) -> list[tuple[float, float, float]]:
    """Return middle and half the size of squares along a line of text whose anchor is its middle."""
    half = line.size / 2
    if line.path:
        return [(x, y, half) for x, y in line.path]
    width = (made.width + line.spacing * max(0, made.letters - 1)) * line.size
    count = max(1, round(width / line.size))
    cosine, sine = cos(radians(line.turn)), sin(radians(line.turn))
    x, y = line.x + CAPITAL * half * sine, line.y - CAPITAL * half * cosine
    steps = [((number + 0.5) / count - 0.5) * width for number in range(count)]
    return [(x + step * cosine, y + step * sine, half) for step in steps]


def joined(parts: list[Rectangles]) -> Rectangles:
    """Return all rectangles as one array for each property."""
    return Rectangles(*(np.concatenate([getattr(part, field) for part in parts]) for field in FIELDS))
