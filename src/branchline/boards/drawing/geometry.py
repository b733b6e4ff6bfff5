"""The positions of everything on a board, in board units: what is needed to place pieces, highlights and clicks."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct, field

from branchline.boards.drawing.signs import Hatch, Sign

Space: TypeAlias = tuple[float, float, float]
"""The center of a space, and its angle in degrees from -90 to 90."""


class CityMark(Struct, omit_defaults=True):
    """A city's mark, and the district it belongs to with the color of that district."""

    name: str
    x: float
    y: float
    radius: float
    district: str = ""
    tint: str = ""


class RouteMark(Struct, omit_defaults=True):
    """A route: the line from city to city, its spaces, its special rules, and which of the spaces show a wild."""

    color: str
    path: str
    spaces: list[Space]
    # The line to click, where it differs from the path: two parallel routes lie closer than a finger is wide.
    hit: str = ""
    # How much longer its spaces are than the board's shortest.
    stretch: float = 1.0
    rules: list[str] = field(default_factory=list)
    wilds: list[int] = field(default_factory=list)


class Colors(Struct):
    """The theme colors that are used outside the painted layers."""

    paper: str
    sea: str
    land: str
    ink: str
    accent: str


class ClaimStyle(Struct):
    """How a position is drawn: a bed in the owner's color from city to city, pieces that stand on it, and veils."""

    # Three lines one above the other: a halo, the owner's edge and the owner's color.
    halo: str
    halo_width: float
    edge_width: float
    bed_width: float
    # The offset of a piece's shadow, and how far its roof lies above its base.
    shadow: tuple[float, float]
    rise: float
    # What covers the spaces of other routes once one is claimed: the color of the ground, stronger on closed routes.
    veil: str
    open_veil: float
    closed_veil: float


class Geometry(Struct):
    """Everything about a board that the page needs besides its painted sheets."""

    width: float
    height: float
    # Length and width of a space, the radius of its corners, and the width of the line that is clicked.
    space: tuple[float, float]
    corner: float
    hit_width: float
    # The font size of labels on each sheet of labels, from the plain one to that for the smallest screens.
    label_sizes: list[float]
    piece: str
    claim: ClaimStyle
    colors: Colors
    signs: dict[str, Sign]
    hatches: dict[str, Hatch]
    # SVG elements around the origin, drawn once and placed often; `paint/symbols.py` lists them.
    symbols: dict[str, str]
    cities: list[CityMark]
    routes: list[RouteMark]
