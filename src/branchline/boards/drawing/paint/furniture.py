"""Map furniture: frame, title, table of points and compass, and where there is room for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from msgspec.structs import replace

from branchline.boards.drawing.artwork import Layer, Shape, TextLine
from branchline.boards.drawing.colors import HEX, contrast, mixed, readable_on
from branchline.boards.drawing.signs import CARDS, star

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.arrays import Flags, Points
    from branchline.boards.drawing.artwork import Label, SetText
    from branchline.boards.drawing.geometry import Geometry
    from branchline.boards.drawing.ground.scenery import GroundPainter
    from branchline.boards.drawing.lettering.shaping import Lettering
    from branchline.boards.drawing.theme import Theme
    from branchline.boards.format.schema import Map

CELL = 6.0
"""The size of the grid cells in the search for free room."""
FRAME = 15.0
"""The distance from the edge of the board to the inner line of the frame."""
DESCENDER = 13.0
"""How far letters such as g reach below the line of a title."""
NAMED = {"gold": "#c79a1e", "silver": "#9aa0a6", "brown": "#7d5a3a"} | {name: sign[0] for name, sign in CARDS.items()}
"""The colors that a district may name."""


def district_color(name: str) -> str:
    """Return the color of a district, given by name or as #rrggbb."""
    return name if HEX.match(name) else NAMED.get(name, "#8a8f98")


def layer(room: Room, pieces: list[Furniture]) -> Layer:
    """Return pieces of furniture, each as large as there is room for."""
    layer = Layer("furniture")
    for piece in pieces:
        for scale in piece.scales:
            at = room.find(piece.width * scale, piece.height * scale)
            if at is not None:
                piece.draw(layer, at, scale)
                break
    return layer


class Room:
    """The free room on a board, as a grid of cells."""

    def __init__(self, board: Geometry, labels: list[Label], below: list[Layer], painter: GroundPainter) -> None:
        self.board = board
        self.placed: list[BaseGeometry] = []
        self.columns, self.rows = int(board.width / CELL), int(board.height / CELL)
        x, y = (np.arange(n) * CELL + CELL / 2 for n in (self.columns, self.rows))
        self.x, self.y = np.meshgrid(x, y)
        self.taken = self._edge(board)
        reach = 0.62 * board.space[0]
        for sx, sy, _ in (space for route in board.routes for space in route.spaces):
            self._take(sx, sy, reach, reach)
        for city in board.cities:
            self._take(city.x, city.y, city.radius + CELL, city.radius + CELL)
        for left, top, width, height in (label.box for label in labels):
            self._take(left + width / 2, top + height / 2, width / 2 + CELL, height / 2 + CELL)
        for line in (line for layer in below for line in layer.lines):
            half = 0.36 * line.size * len(line.text) * (1 + line.spacing)
            across, down = abs(np.cos(np.radians(line.turn))), abs(np.sin(np.radians(line.turn)))
            self._take(line.x, line.y, half * across + 9, half * down + line.size)
        self.cost = self._cost(board, painter)

    def _edge(self, board: Geometry) -> Flags:
        edge = FRAME + 11
        inside: Flags = (
            (self.x > edge) & (self.x < board.width - edge) & (self.y > edge) & (self.y < board.height - edge)
        )
        return ~inside

    def _take(self, x: float, y: float, w: float, h: float) -> None:
        self.taken |= (np.abs(self.x - x) < w) & (np.abs(self.y - y) < h)

    def _cost(self, board: Geometry, painter: GroundPainter) -> Points:
        """Return the cost of each cell: land of the map's own countries costs most, corners cost least."""
        land = shapely.contains_xy(painter.home, self.x, self.y) if painter.has_coastlines else np.zeros(self.x.shape)
        across = np.minimum(self.x, board.width - self.x) / board.width
        down = np.minimum(self.y, board.height - self.y) / board.height
        cost: Points = land * 1.0 + 1.2 * (across + down)
        return cost

    def find(self, width: float, height: float) -> tuple[float, float] | None:
        """Return the top left corner of the best free place for a box, and take that place."""
        w, h = int(np.ceil(width / CELL)), int(np.ceil(height / CELL))
        if w >= self.columns or h >= self.rows:
            return None
        taken, cost = _window_sums(self.taken.astype(float), w, h), _window_sums(self.cost, w, h)
        cost[taken > 0] = np.inf
        row, column = divmod(int(cost.argmin()), cost.shape[1])
        if not np.isfinite(cost[row, column]):
            return None
        x, y = column * CELL, row * CELL
        self._take(x + width / 2, y + height / 2, width / 2 + 8, height / 2 + 8)
        self.placed.append(shapely.box(x - 6, y - 6, x + width + 6, y + height + 6))
        return x, y


def _window_sums(values: Points, w: int, h: int) -> Points:
    """Return the sum of the values in every window of w by h cells."""
    total = np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    sums: Points = total[h:, w:] - total[:-h, w:] - total[h:, :-w] + total[:-h, :-w]
    return sums


class Furniture(NamedTuple):
    """A piece of furniture drawn at the origin, its size, and the scales to try, the best first."""

    width: float
    height: float
    shapes: list[Shape]
    lines: list[TextLine]
    scales: tuple[float, ...]

    def draw(self, layer: Layer, at: tuple[float, float], scale: float) -> None:
        """Add the furniture to a layer, moved and scaled."""
        x, y = at
        layer.shapes += [replace(shape, x=x, y=y, scale=scale) for shape in self.shapes]
        for line in self.lines:
            place = {"x": round(x + line.x * scale, 1), "y": round(y + line.y * scale, 1)}
            layer.lines.append(replace(line, size=round(line.size * scale, 1), **place))


def rect(x: float, y: float, w: float, h: float) -> str:
    """Return a rectangle as path data."""
    return f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z"


def _set_width(made: SetText, size: float, spacing: float) -> float:
    return (made.width + spacing * max(0, made.letters - 1)) * size


# ---- title -------------------------------------------------------------------------------------
def title(map_: Map, theme: Theme, lettering: Lettering) -> Furniture:
    """Return the map's name, on a plate in the style of the frame."""
    rows, under = (theme.title or map_.about.name).split("\n"), theme.subtitle
    large, small = 54.0, 18.0
    wide = max(_set_width(lettering.set("title", row), large, 0.04) for row in rows)
    wide_under = _set_width(lettering.set("label", under), small, 0.12) if under else 0.0
    pad = 30.0 if theme.frame != "plain" else 8.0
    width = max(wide, wide_under) + 2 * pad
    capital = max(lettering.set("title", rows[0]).above, lettering.capital("title")) * large
    first, last = pad - 6 + capital, pad - 6 + capital + 0.98 * large * (len(rows) - 1)
    below = lettering.set("title", rows[-1]).below * large
    deep = max(0.0, below - DESCENDER)
    colors, halo = _plate_colors(theme), "" if theme.frame != "plain" else theme.paper
    lines = [
        TextLine(row, width / 2, first + 0.98 * large * index, large, colors[1], "title", "middle", 0.04, halo=halo)
        for index, row in enumerate(rows)
    ]
    if under:
        lines.append(TextLine(under, width / 2, last + deep + 30, small, colors[2], "label", "middle", 0.12))
    height = last + (deep + 34 if under else below if theme.frame == "plain" else deep) + pad - 6
    return Furniture(width, height, _plate(theme, width, height), lines, (1.25, 1.0, 0.8, 0.65, 0.5))


def _plate_colors(theme: Theme) -> tuple[str, str, str]:
    """Return the colors of a plate: its ground, its title and its subtitle."""
    if theme.frame in ("poster", "deco"):
        ground = theme.accent if theme.frame == "poster" else theme.ink
        ink = readable_on(ground, light=theme.paper, dark=theme.ink)
        return ground, ink, ink
    return theme.paper, theme.ink, theme.ink


def _plate(theme: Theme, w: float, h: float) -> list[Shape]:
    ground, ink, _ = _plate_colors(theme)
    if theme.frame == "plain":
        return []
    inner = [Shape(rect(4.5, 4.5, w - 9, h - 9), stroke=ink, width=1.2)]
    if theme.frame == "deco":
        inner = [
            Shape(_stepped(4.5, 4.5, w - 9, h - 9, 7), stroke=theme.accent, width=1.4),
            Shape(_stepped(9, 9, w - 18, h - 18, 7), stroke=theme.accent, width=0.7),
        ]
    shadow = Shape(rect(3, 4, w, h), mixed(theme.sea, theme.ink, 0.3))
    edge = Shape(rect(0, 0, w, h), ground, ink if theme.frame in ("double", "rails") else "none", 2.2)
    return [shadow, edge, *inner]


def _stepped(x: float, y: float, w: float, h: float, step: float) -> str:
    """Return a rectangle with stepped corners."""
    s = step
    return (
        f"M{x + 2 * s:g} {y:g}h{w - 4 * s:g}v{s:g}h{s:g}v{s:g}h{s:g}v{h - 4 * s:g}h{-s:g}v{s:g}h{-s:g}v{s:g}"
        f"h{-(w - 4 * s):g}v{-s:g}h{-s:g}v{-s:g}h{-s:g}v{-(h - 4 * s):g}h{s:g}v{-s:g}h{s:g}z"
    )


# ---- table of points and compass -----------------------------------------------------------------
def points_table(map_: Map, theme: Theme) -> Furniture:
    """Return a table of the points for each route length, with the spaces as bars so that it needs no words."""
    used = sorted({route.length for route in map_.routes.tracks})
    rows = [(length, map_.scoring.routes.get(str(length), 0)) for length in used]
    column, bar = 34.0, 5.0
    tall = max(min(length, 6) for length, _ in rows) * (bar + 2)
    width, height = column * len(rows) + 20, tall + 44
    ground = Shape(rect(0, 0, width, height), theme.paper, theme.ink, 1.2)
    shapes, lines = [ground, Shape(rect(3.5, 3.5, width - 7, height - 7), stroke=theme.ink, width=0.6)], []
    for index, (length, points) in enumerate(rows):
        middle = 10 + column * (index + 0.5)
        if length <= 6:  # noqa: PLR2004 (more bars cannot be counted at a glance)
            bars = "".join(rect(middle - 9, 12 + tall - (k + 1) * (bar + 2), 18, bar) for k in range(length))
            shapes.append(Shape(bars, mixed(theme.paper, theme.ink, 0.62)))
        else:
            lines.append(TextLine(f"{length}×", middle, 12 + tall - 3, 15, theme.ink))
        lines.append(TextLine(str(points), middle, height - 12, 19, theme.accent if _readable(theme) else theme.ink))
    return Furniture(width, height, shapes, lines, (1.0, 0.85, 0.7))


def _readable(theme: Theme) -> bool:
    return contrast(theme.accent, theme.paper) >= 4.5  # noqa: PLR2004 (WCAG AA)


def compass(theme: Theme) -> Furniture:
    """Return a compass rose."""
    ink, soft = theme.ink, mixed(theme.sea, theme.ink, 0.4)
    rose = _turned(star(4, 0.2), 26, 40, 46)
    small = _turned(star(4, 0.28), 15, 40, 46, turn=True)
    half = "M40 20L45.2 40.8 40 46ZM66 46L45.2 51.2 40 46ZM40 72L34.8 51.2 40 46ZM14 46L34.8 40.8 40 46Z"
    ring = "M61 46A21 21 0 1 1 19 46A21 21 0 1 1 61 46Z"
    shapes = [
        Shape(ring, stroke=soft, width=1.2), Shape(small, soft), Shape(rose, theme.paper, ink, 1.0), Shape(half, ink),
    ]  # fmt: skip
    return Furniture(80, 80, shapes, [TextLine("N", 40, 15, 17, ink, "label", halo=theme.paper)], (1.2, 1.0, 0.8))


def _turned(outline: str, size: float, x: float, y: float, *, turn: bool = False) -> str:
    """Return a star's outline at a point, turned by 45 degrees if asked."""
    pairs = [tuple(map(float, corner.split())) for corner in outline[1:-1].split("L")]
    angle = np.pi / 4 if turn else 0.0
    cos, sin = np.cos(angle), np.sin(angle)
    return (
        "M"
        + "L".join(f"{x + size * (a * cos - b * sin):.1f} {y + size * (a * sin + b * cos):.1f}" for a, b in pairs)
        + "Z"
    )


# ---- frame -------------------------------------------------------------------------------------
def frame(board: Geometry, theme: Theme) -> list[Shape]:
    """Return the border of the board."""
    w, h = board.width, board.height
    band = rect(0, 0, w, h) + f"M{FRAME:g} {FRAME:g}v{h - 2 * FRAME:g}h{w - 2 * FRAME:g}v{-(h - 2 * FRAME):g}z"
    shapes = [Shape(band, theme.paper)]
    inner = rect(FRAME, FRAME, w - 2 * FRAME, h - 2 * FRAME)
    if theme.frame == "poster":
        return [
            Shape(band, theme.accent),
            Shape(rect(5, 5, w - 10, h - 10), stroke=theme.paper, width=1.6),
            Shape(inner, stroke=theme.ink, width=1.6),
        ]
    if theme.frame == "deco":
        return [
            Shape(band, theme.ink),
            Shape(_stepped(5, 5, w - 10, h - 10, 9), stroke=theme.accent, width=1.6),
            Shape(inner, stroke=theme.accent, width=2.0),
        ]
    if theme.frame == "rails":
        return [*shapes, *_rails(w, h, theme), Shape(inner, stroke=theme.ink, width=1.4)]
    if theme.frame == "waves":
        return [
            Shape(band, mixed(theme.coast, theme.sea, 0.35)),
            Shape(_waves(w, h), stroke=theme.paper, width=1.6),
            Shape(inner, stroke=theme.ink, width=1.6),
        ]
    if theme.frame == "double":
        return [
            *shapes,
            Shape(rect(4, 4, w - 8, h - 8), stroke=theme.accent, width=4),
            Shape(inner, stroke=theme.ink, width=1.4),
        ]
    return [*shapes, Shape(inner, stroke=theme.ink, width=1.4)]


def _rails(w: float, h: float, theme: Theme) -> list[Shape]:
    """Return a railway around the board: sleepers with two rails on them."""
    sleepers = rect(FRAME / 2, FRAME / 2, w - FRAME, h - FRAME)
    soft = mixed(theme.paper, theme.ink, 0.55)
    rails = rect(5, 5, w - 10, h - 10) + rect(10, 10, w - 20, h - 20)
    return [Shape(sleepers, stroke=soft, width=10, dash="3 6"), Shape(rails, stroke=theme.ink, width=1.3)]


def _waves(w: float, h: float) -> str:
    """Return a wave along each edge of the board."""
    near, across, down = FRAME / 2, w - FRAME, h - FRAME
    level = [f"M{near} {y:.1f}{_wave(across, upright=False)}" for y in (near, h - near)]
    upright = [f"M{x:.1f} {near}{_wave(down, upright=True)}" for x in (near, w - near)]
    return "".join(level + upright)


def _wave(length: float, *, upright: bool) -> str:
    half = length / (2 * round(length / 26))
    steps = [(half / 2, 4.2 if number % 2 else -4.2, half) for number in range(round(length / half))]
    return "".join(f"q{b} {a:.2f} 0 {c:.2f}" if upright else f"q{a:.2f} {b} {c:.2f} 0" for a, b, c in steps)
