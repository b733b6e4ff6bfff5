"""Signs: a color, a symbol and a hatch for each card color, a color and a symbol for each player.

Color is never the only cue: a reader who cannot tell two colors apart can tell their symbols apart.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import Struct

from branchline.boards.drawing.colors import mixed, readable_on

if TYPE_CHECKING:
    from branchline.boards.drawing.theme import Theme


class Hatch(Struct, frozen=True):
    """The lines that fill a space around the origin, in board units."""

    path: str
    stroke: float


class Sign(Struct, frozen=True):
    """The sign of a card color; the symbol is an outline within one unit of the origin."""

    name: str
    color: str
    ink: str
    symbol: str
    hatch: str


class PlayerSign(Struct, frozen=True):
    """The sign of a player: fill, ink that can be read on it, a dark edge, and a symbol."""

    name: str
    color: str
    ink: str
    edge: str
    symbol: str


def star(points: int, inner: float) -> str:
    """Return the outline of a star."""
    corners = [
        (r * math.sin(math.pi * k / points), -r * math.cos(math.pi * k / points))
        for k in range(2 * points)
        for r in [1.0 if k % 2 == 0 else inner]
    ]
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "Z"


SYMBOLS = {
    "triangle": "M0-1L1 .8H-1Z",
    "square": "M-.82-.82H.82V.82H-.82Z",
    "star": star(5, 0.45),
    "cross": "M-.34-1H.34V-.34H1V.34H.34V1H-.34V.34H-1V-.34H-.34Z",
    "drop": "M0-1.1C.4-.5.8-.1.8.35A.8.75 0 0 1-.8.35C-.8-.1-.4-.5 0-1.1Z",
    "diamond": "M0-1.1L.8 0 0 1.1-.8 0Z",
    "disc": "M-.85 0A.85.85 0 1 1 .85 0A.85.85 0 1 1-.85 0Z",
    "moon": "M.45-.95A1 1 0 1 0 .45.95A.85.95 0 0 1 .45-.95Z",
    "heart": "M0 1C-.6.5-1 .1-1-.35A.52.52 0 0 1 0-.5A.52.52 0 0 1 1-.35C1 .1.6.5 0 1Z",
    "wheel": star(8, 0.62) + "M.3 0A.3.3 0 1 0-.3 0A.3.3 0 1 0 .3 0Z",
    "none": "",
}

LINED = {
    "rising": [(-45.0, 0.34)],
    "falling": [(45.0, 0.34)],
    "bars": [(90.0, 0.3)],
    "lines": [(0.0, 0.26)],
    "crossed": [(45.0, 0.4), (-45.0, 0.4)],
    "grid": [(0.0, 0.36), (90.0, 0.36)],
}
"""Hatches of straight lines: their angles in degrees, and their distances as fractions of a space's width."""
STROKE = 0.085
"""The thickness of a hatch's lines, as a fraction of a space's width."""


def hatches(length: float, width: float) -> dict[str, Hatch]:
    """Return every hatch, cut to a space of this size."""
    lines = {name: "".join(_lines(length, width, *family) for family in LINED[name]) for name in LINED}
    waves = _rows(length, width, 0.3, 0.42, "q{q} {up} {h} 0t{h} 0")
    zigzag = _rows(length, width, 0.3, 0.25, "l{h} {down}l{h} {up}")
    found = {name: Hatch(path, round(STROKE * width, 2)) for name, path in lines.items()}
    found["dots"] = Hatch(_dots(length, width), round(1.6 * STROKE * width, 2))
    return found | {
        "waves": Hatch(waves, 1.0),
        "zigzag": Hatch(zigzag, round(STROKE * width, 2)),
        "none": Hatch("", 0.0),
    }


def _lines(length: float, width: float, angle: float, apart: float) -> str:
    """Return parallel lines at an angle, clipped to the space."""
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    half = (length / 2 - 0.6, width / 2 - 0.6)
    reach = abs(dy) * half[0] + abs(dx) * half[1]
    count = int(reach / (apart * width))
    path = ""
    for step in range(-count, count + 1):
        # Horizontal and vertical lines are shifted by half a step, so that none runs through the symbol in the center.
        off = (step + (0.5 if angle % 90 == 0 else 0.0)) * apart * width
        low, high = _inside(-dy * off, dx * off, (dx, dy), half)
        if low < high:
            x, y = -dy * off, dx * off
            path += f"M{x + dx * low:.1f} {y + dy * low:.1f}L{x + dx * high:.1f} {y + dy * high:.1f}"
    return path


def _inside(x: float, y: float, along: tuple[float, float], half: tuple[float, float]) -> tuple[float, float]:
    """Return the part of a line inside a rectangle, as distances from the given point."""
    low, high = -math.inf, math.inf
    for at, step, edge in ((x, along[0], half[0]), (y, along[1], half[1])):
        if abs(step) < 1e-9:  # noqa: PLR2004 (the line runs along this edge)
            if abs(at) > edge:
                return 0.0, 0.0
            continue
        near, far = sorted(((-edge - at) / step, (edge - at) / step))
        low, high = max(low, near), min(high, far)
    return low, high


def _dots(length: float, width: float) -> str:
    """Return dots in staggered rows."""
    step = 0.34 * width
    columns, rows = int(0.5 * length / step), int(0.42 * width / step)
    return "".join(
        f"M{(column + (row % 2) / 2) * step:.1f} {row * step:.1f}h.01"
        for row in range(-rows, rows + 1)
        for column in range(-columns, columns + 1)
        if abs(column + (row % 2) / 2) * step < length / 2 - 1
    )


def _rows(length: float, width: float, apart: float, wave: float, piece: str) -> str:
    """Return rows of waves or zigzags along the space."""
    h = wave * width
    count = int((length - 2) / (2 * h))
    sizes = {"h": f"{h:.2f}", "q": f"{h / 2:.2f}", "up": f"{-0.16 * width:.2f}", "down": f"{0.16 * width:.2f}"}
    rows = (-apart * width, 0.0, apart * width)
    return "".join(f"M{-count * h:.1f} {y:.1f}" + piece.format(**sizes) * count for y in rows)


CARDS = {
    "red": ("#c5302b", "triangle", "rising"),
    "orange": ("#e58424", "square", "falling"),
    "yellow": ("#f1cb35", "star", "dots"),
    "green": ("#3f8a46", "cross", "bars"),
    "blue": ("#2c69b0", "drop", "lines"),
    "purple": ("#84499c", "diamond", "crossed"),
    "white": ("#fbf8ef", "disc", "none"),
    "black": ("#2d2d31", "moon", "grid"),
    "pink": ("#e487ad", "heart", "zigzag"),
    "gray": ("#b9b5aa", "none", "none"),
    "wild": ("#d9b44a", "wheel", "none"),
}
"""Color, symbol and hatch of the card colors that most maps have."""

SPARE = [
    ("#1f8f8a", "drop", "zigzag"), ("#8a5a33", "square", "grid"), ("#9fb53b", "cross", "dots"),
    ("#5b6fd0", "diamond", "rising"), ("#d45d79", "heart", "bars"), ("#6b7a85", "moon", "falling"),
    ("#c9a27a", "star", "lines"), ("#4d3b6b", "triangle", "crossed"),
]  # fmt: skip
"""Color, symbol and hatch of card colors with other names, in the order of the map file."""

PLAYERS = [
    ("navy", "#1534bb", "square"), ("magenta", "#da29f2", "disc"), ("forest", "#1f4a08", "triangle"),
    ("copper", "#b05a08", "diamond"), ("wine", "#8f0f47", "star"),
]  # fmt: skip
"""Name, color and symbol of the player colors.

They stay apart from the card colors, from each other and from the ground of the built-in maps, for every kind of color
vision: `tests/drawing/test_player_colors.py` computes by how much.
"""


def card_signs(theme: Theme, colors: list[str]) -> dict[str, Sign]:
    """Return the sign of each card color of a map, of gray and of wild."""
    spare = iter(SPARE)
    found = {}
    for name in [*colors, "gray", "wild"]:
        color, symbol, hatch = CARDS.get(name) or next(spare)
        color = theme.colors.get(name, color)
        found[name] = Sign(name, color, _ink(color), SYMBOLS[symbol], hatch)
    return found


def _player_sign(name: str, color: str, symbol: str) -> PlayerSign:
    return PlayerSign(name, color, _ink(color), mixed(color, "#000000", 0.6), SYMBOLS[symbol])


def _ink(color: str) -> str:
    """Return white, or a dark shade of the color, whichever is easier to read on it."""
    return readable_on(color, dark=mixed(color, "#101014", 0.82))


PLAYER_SIGNS = [_player_sign(*player) for player in PLAYERS]
"""The signs that players choose from; `tools/player_signs.py` writes them for the page."""
