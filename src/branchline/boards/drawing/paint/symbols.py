"""The elements of a board that are drawn once and placed often, around the origin.

| symbol | what it shows |
|---|---|
| `space-{color}` | an unclaimed space of a card color |
| `sign-{color}` | the symbol of a card color, which stays upright on a turned space |
| `waves` | what a ferry's space shows above its color |
| `shadow`, `piece-{player}`, `badge-{player}` | a piece: its shadow, its body, and the player's upright symbol |
| `closed` | what covers a space of a closed route |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.colors import mixed
from branchline.boards.drawing.geometry import ClaimStyle
from branchline.boards.drawing.paint.markup import Attributes, enlarge, tag
from branchline.boards.drawing.signs import PLAYER_SIGNS

if TYPE_CHECKING:
    from branchline.boards.drawing.geometry import Geometry
    from branchline.boards.drawing.signs import PlayerSign, Sign

WHITE = "#fffdf5"
"""What sets claimed routes off from the ground."""
BUS_CORNER, CAR_CORNER = 0.42, 0.22
"""The corner radius of a piece, as a fraction of its width."""


def symbols(board: Geometry) -> dict[str, str]:
    """Return the symbols of a board."""
    found = {f"space-{name}": _space(board, sign) for name, sign in board.signs.items()}
    found |= {f"sign-{name}": _sign(board, sign) for name, sign in board.signs.items() if sign.symbol}
    found["waves"] = _hatch(board, "waves", mixed(board.signs["gray"].color, "#24506b", 0.75))
    found["shadow"] = tag("rect", fill_opacity=0.4, **_body(board))
    for player in PLAYER_SIGNS:
        found[f"piece-{player.name}"] = _piece(board, player)
        found[f"badge-{player.name}"] = _badge(board, player)
    found["closed"] = _closed(board)
    return found


def piece_size(space: tuple[float, float]) -> tuple[float, float]:
    """Return length and width of a piece."""
    length, width = space
    return 0.98 * length, 1.22 * width


def claim_style(space: tuple[float, float]) -> ClaimStyle:
    """Return how claimed routes are drawn on spaces of this size."""
    _, width = piece_size(space)
    return ClaimStyle(WHITE, round(0.74 * width, 2), round(0.4 * width, 2), shadow=(1.2, 2.0))


def _rectangle(length: float, width: float, corner: float) -> Attributes:
    return {"x": -length / 2, "y": -width / 2, "width": length, "height": width, "rx": corner}


# ---- unclaimed spaces --------------------------------------------------------------------------
def _space(board: Geometry, sign: Sign) -> str:
    edge: Attributes = {"fill": sign.color, "stroke": board.colors.ink, "stroke_width": 1.1}
    fill = tag("rect", **_rectangle(*board.space, board.corner), **edge)
    return fill + _hatch(board, sign.hatch, mixed(sign.color, sign.ink, 0.42))


def _hatch(board: Geometry, name: str, color: str) -> str:
    hatch = board.hatches[name]
    stroke: Attributes = {"stroke": color, "stroke_width": hatch.stroke, "stroke_linecap": "round", "fill": "none"}
    return tag("path", d=hatch.path, **stroke) if hatch.path else ""


def _sign(board: Geometry, sign: Sign) -> str:
    """Return the symbol of a card color; a wild's is larger and has its own color, since it is drawn on others."""
    width = board.space[1]
    if sign.name == "wild":
        edge: Attributes = {"fill": sign.color, "stroke": board.colors.ink, "stroke_width": 0.16}
        return tag("path", d=sign.symbol, transform=enlarge(0.46 * width), **edge)
    return tag("path", d=sign.symbol, transform=enlarge(0.33 * width), fill=sign.ink)


# ---- pieces ------------------------------------------------------------------------------------
def _body(board: Geometry) -> Attributes:
    length, width = piece_size(board.space)
    return _rectangle(length, width, _corner(board))


def _corner(board: Geometry) -> float:
    return (BUS_CORNER if board.piece == "bus" else CAR_CORNER) * piece_size(board.space)[1]


def _piece(board: Geometry, player: PlayerSign) -> str:
    """Return a car or a bus seen from above: body and roof, set off by a white edge."""
    body = _body(board)
    length, width = piece_size(board.space)
    roof = _rectangle(0.82 * length, 0.52 * width, 0.6 * _corner(board))
    return (
        tag("rect", fill=WHITE, stroke=WHITE, stroke_width=3.4, **body)
        + tag("rect", fill=player.color, stroke=player.edge, stroke_width=1.5, **body)
        + tag("rect", fill=mixed(player.color, "#ffffff", 0.34), **roof)
    )


def _badge(board: Geometry, player: PlayerSign) -> str:
    radius = 0.46 * board.space[1]
    disc = tag("circle", r=radius, fill=WHITE, stroke=player.edge, stroke_width=0.8)
    return disc + tag("path", d=player.symbol, transform=enlarge(0.66 * radius), fill=player.edge)


# ---- closed routes -----------------------------------------------------------------------------
def _closed(board: Geometry) -> str:
    x, y = 0.36 * board.space[0], 0.42 * board.space[1]
    veil = tag("rect", fill=board.colors.paper, fill_opacity=0.68, **_rectangle(*board.space, board.corner))
    cross = f"M{-x:.1f} {-y:.1f}L{x:.1f} {y:.1f}M{x:.1f} {-y:.1f}L{-x:.1f} {y:.1f}"
    stroke: Attributes = {"stroke": board.colors.ink, "stroke_width": 1.8, "stroke_linecap": "round"}
    return veil + tag("path", d=cross, stroke_opacity=0.7, **stroke)
