"""Signs: each card colour, and each player, has a colour, a symbol and a hatch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import Struct

from branchline.boards.drawing.colors import mixed, readable_on

if TYPE_CHECKING:
    from branchline.boards.drawing.theme import Theme


class Hatch(Struct, frozen=True):
    """A repeated tile of lines, in parts of a space's width."""

    width: float
    height: float
    path: str
    stroke: float


class Sign(Struct, frozen=True):
    """How something is told apart; the symbol is an outline within one unit of the origin."""

    name: str
    color: str
    ink: str
    symbol: str
    hatch: str


def star(points: int, inner: float) -> str:
    """The outline of a star."""
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

HATCHES = {
    "none": Hatch(1, 1, "", 0),
    "rising": Hatch(0.4, 0.4, "M0 .4L.4 0M-.1 .1L.1-.1M.3 .5L.5 .3", 0.09),
    "falling": Hatch(0.4, 0.4, "M0 0L.4 .4M-.1 .3L.1 .5M.3-.1L.5 .1", 0.09),
    "bars": Hatch(0.3, 1, "M.15 0V1", 0.1),
    "lines": Hatch(1, 0.25, "M0 .125H1", 0.08),
    "crossed": Hatch(0.5, 0.5, "M0 0L.5 .5M0 .5L.5 0", 0.07),
    "dots": Hatch(0.34, 0.34, "M.14 .17H.2", 0.13),
    "grid": Hatch(0.36, 0.36, "M0 .18H.36M.18 0V.36", 0.06),
    "zigzag": Hatch(0.5, 0.34, "M0 .24L.25 .1L.5 .24", 0.08),
    "waves": Hatch(0.9, 0.34, "M0 .17Q.225 0 .45 .17T.9 .17", 0.07),
}

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
"""The card colours that most maps have: colour, symbol, hatch."""

SPARE = [
    ("#1f8f8a", "drop", "zigzag"), ("#8a5a33", "square", "grid"), ("#9fb53b", "cross", "dots"),
    ("#5b6fd0", "diamond", "rising"), ("#d45d79", "heart", "bars"), ("#6b7a85", "moon", "falling"),
    ("#c9a27a", "star", "lines"), ("#4d3b6b", "triangle", "crossed"),
]  # fmt: skip
"""For colours with names of their own, in the order of the file."""

PLAYERS = [
    ("red", "#d0202f", "disc", "none"), ("blue", "#1d5fc4", "square", "lines"),
    ("green", "#1e8a4c", "triangle", "bars"), ("yellow", "#f5c518", "diamond", "dots"),
    ("black", "#2a2a30", "star", "crossed"),
]  # fmt: skip
"""The five players' colours: name, colour, symbol, hatch."""


def card_signs(theme: Theme, colors: list[str]) -> dict[str, Sign]:
    """The sign of each card colour of a map, of gray and of wild."""
    spare = iter(SPARE)
    found = {}
    for name in [*colors, "gray", "wild"]:
        color, symbol, hatch = CARDS.get(name) or next(spare)
        found[name] = sign(name, theme.colors.get(name, color), symbol, hatch)
    return found


def player_signs() -> list[Sign]:
    """The signs of the five players."""
    return [sign(*player) for player in PLAYERS]


def sign(name: str, color: str, symbol: str, hatch: str) -> Sign:
    """A sign whose ink reads on its colour."""
    dark = mixed(color, "#101014", 0.82)
    return Sign(name, color, readable_on(color, dark=dark), SYMBOLS[symbol], hatch)
