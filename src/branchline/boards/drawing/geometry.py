"""What a drawn board is made of: everything a page needs to draw it, in board units, as plain data."""

from __future__ import annotations

from msgspec import Struct, field

from branchline.boards.drawing.paint.signs import Hatch, Sign

Pair = tuple[float, float]


class Shape(Struct, omit_defaults=True):
    """An outline with its paint."""

    path: str
    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    dash: str = ""
    opacity: float = 1.0
    role: str = ""
    # Where a shape drawn at the origin is put.
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class Words(Struct, omit_defaults=True):
    """A line of text: where its baseline starts, middles or ends, and how it is set."""

    text: str
    x: float
    y: float
    size: float
    color: str
    face: str = "label"
    anchor: str = "middle"
    spacing: float = 0.0
    turn: float = 0.0
    halo: str = ""


class Layer(Struct, omit_defaults=True):
    """Shapes, then words, that lie on one level."""

    name: str
    shapes: list[Shape] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)


class CityMark(Struct, omit_defaults=True):
    """A place: its mark, its label and the label's box (left, top, width, height)."""

    name: str
    x: float
    y: float
    radius: float
    lines: list[Words]
    box: tuple[float, float, float, float]
    hit: float
    region: str = ""
    district: str = ""
    tint: str = ""
    plate: bool = False


class TrackMark(Struct, omit_defaults=True):
    """A track: its ends, its path from mark to mark, and the middle and angle in degrees of each space."""

    a: int
    b: int
    length: int
    color: str
    path: str
    spaces: list[tuple[float, float, float]]
    hit: str
    hit_width: float
    ferry: int = 0
    wilds: list[int] = field(default_factory=list)
    twin: int | None = None


class Glyphs(Struct):
    """A face's family and weight, and the letters a board may need: advance and outline in thousandths of the size."""

    family: str
    weight: int
    letters: dict[str, tuple[float, str]]
    kerning: dict[str, float]


class Colors(Struct):
    """The colors a page needs beside those of the shapes."""

    paper: str
    sea: str
    land: str
    ink: str
    accent: str


class Geometry(Struct):
    """A board ready to be drawn."""

    name: str
    width: float
    height: float
    unit: float
    space: Pair
    corner: float
    piece: str
    overlaps: int
    colors: Colors
    signs: dict[str, Sign]
    players: list[Sign]
    hatches: dict[str, Hatch]
    below: list[Layer]
    cities: list[CityMark]
    tracks: list[TrackMark]
    above: list[Layer]
    faces: dict[str, Glyphs]


class PlayerMark(Struct):
    """A player of a position: the name, and which of the five signs."""

    name: str
    sign: int


class TicketMark(Struct):
    """A ticket to show: the places it may start and end at, its points, and whether it is done."""

    a: list[int]
    b: list[int]
    points: int
    done: bool = False


class Position(Struct):
    """What lies on a board: who holds which track, what is closed, and whose tickets to show."""

    held: dict[int, list[int]] = field(default_factory=dict)
    closed: list[int] = field(default_factory=list)
    players: list[PlayerMark] = field(default_factory=list)
    tickets: list[TicketMark] = field(default_factory=list)
