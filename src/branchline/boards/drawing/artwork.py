"""What is painted on a board: layers of shapes and text, and the outlines of the letters they need."""

from __future__ import annotations

from msgspec import Struct, field

from branchline.boards.drawing.geometry import Geometry


class Shape(Struct, omit_defaults=True):
    """An outline with its fill and stroke."""

    path: str
    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    dash: str = ""
    opacity: float = 1.0
    # A shape around the origin is moved here.
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class TextLine(Struct, omit_defaults=True):
    """A line of text: its anchor point (the start, middle or end of the baseline) and its style."""

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
    """Shapes, and text above them."""

    name: str
    shapes: list[Shape] = field(default_factory=list)
    lines: list[TextLine] = field(default_factory=list)


class Label(Struct, omit_defaults=True):
    """A city's name, its bounding box (left, top, width, height), and whether it is set on a plate."""

    box: tuple[float, float, float, float]
    lines: list[TextLine]
    plate: bool = False


class Glyphs(Struct):
    """A typeface: the advance of each letter in ems, its outline in thousandths of an em, and the kerning of pairs."""

    family: str
    weight: int
    letters: dict[str, tuple[float, str]]
    kerning: dict[str, float]


class Drawing(Struct):
    """A board ready to be painted; `labels` are in the order of the geometry's cities."""

    name: str
    overlaps: int
    geometry: Geometry
    below: list[Layer]
    above: list[Layer]
    labels: list[Label]
    faces: dict[str, Glyphs]
