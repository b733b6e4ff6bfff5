"""What is painted on a board: layers of shapes and text, and the outlines of the letters they need."""

from __future__ import annotations

from msgspec import Struct, field

from branchline.boards.drawing.geometry import Geometry
from branchline.boards.drawing.layout.result import Layout


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
    # The line that the middle of the letters follows, instead of a straight one.
    path: list[tuple[float, float]] = field(default_factory=list)
    # How far letters lean to the right, in degrees.
    slant: float = 0.0


class Layer(Struct, omit_defaults=True):
    """Shapes, and text above them."""

    name: str
    shapes: list[Shape] = field(default_factory=list)
    lines: list[TextLine] = field(default_factory=list)


class Label(Struct, omit_defaults=True):
    """A city's name in its bounding box (left, top, width, height), and whether it is set on a plate."""

    box: tuple[float, float, float, float]
    lines: list[TextLine]
    # The ways to break the name into lines, of which this is one.
    breaks: list[list[str]] = field(default_factory=list)
    plate: bool = False
    # The two ends of the line that joins a distant label to its city.
    leader: tuple[float, float, float, float] | None = None


MISSING = "box"
"""The outline of a letter that no font has."""


class Glyph(Struct, array_like=True):
    """A glyph of a text: the name of its outline, its place in thousandths of an em, and the letters before it."""

    outline: str
    x: int
    y: int
    letters: int


class SetText(Struct):
    """A text set in type: its width and reach above and below the baseline in ems, its glyphs and letter count."""

    width: float
    above: float = 0.0
    below: float = 0.0
    letters: int = 0
    glyphs: list[Glyph] = field(default_factory=list)


class Drawing(Struct):
    """A board ready to be painted; `labels` are in the order of the geometry's cities."""

    name: str
    overlaps: int
    geometry: Geometry
    below: list[Layer]
    above: list[Layer]
    labels: list[Label]
    furniture: list[tuple[float, float, float, float]]
    """Left, top, width and height of the title, the table of points and the like."""
    type: str
    """The name of the typefaces, for texts that are added later."""
    texts: dict[str, dict[str, SetText]]
    """Every text of the board by role (`title` or `label`)."""
    capital: float
    """The height of capital letters in labels, in ems."""
    outlines: dict[str, str]
    """The outlines of the glyphs, in thousandths of an em with y downwards."""
    layout: Layout
    """The layout, from which the next version of the map starts."""

    @property
    def is_lettered(self) -> bool:
        """Whether there was a font for every letter."""
        return MISSING not in self.outlines


class PageFont(Struct):
    """A font for some letters of a map's names, in WOFF2."""

    face: str
    """The face of the page that it complements: `text` or `display`."""
    letters: str
    data: bytes


class PageFonts(Struct):
    """The fonts of a map's names; none if the page has all their letters."""

    fonts: list[PageFont]
