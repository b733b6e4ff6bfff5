"""The elements of a board that are drawn once and placed often, around the origin.

| symbol | what it shows |
|---|---|
| `space-{color}` | an unclaimed space of a card color |
| `sign-{color}` | the symbol of a card color, which stays upright on a turned space |
| `rule-{rule}` | what each space of a route with a special rule shows above its color |
| `shadow`, `base-{player}`, `piece-{player}`, `badge-{player}` | a piece: its shadow, base, roof and upright symbol |
| `veil` | what covers an open or a closed space once a route is claimed, in the color of its group |
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
EDGE = 1.1
"""The width of the edge of a space."""
OPEN_VEIL, CLOSED_VEIL = 0.45, 0.82
"""How much of an open and of a closed space the veil hides once a route is claimed."""
BUS_CORNER, CAR_CORNER = 0.42, 0.22
"""The corner radius of a piece, as a fraction of its width."""


def symbols(board: Geometry) -> dict[str, str]:
    """Return the symbols of a board."""
    grown = board.space[0] + EDGE, board.space[1] + EDGE
    found = {f"space-{name}": _space(board, sign) for name, sign in board.signs.items()}
    found |= {f"sign-{name}": _sign(board, sign) for name, sign in board.signs.items() if sign.symbol}
    found["rule-ferry"] = _hatch(board, "waves", mixed(board.signs["gray"].color, "#24506b", 0.75))
    found["shadow"] = tag("rect", fill_opacity=0.45, **_body(board))
    found["veil"] = tag("rect", **_rectangle(*grown, board.corner + EDGE))
    for player in PLAYER_SIGNS:
        found[f"base-{player.name}"] = tag("rect", fill=player.edge, **_body(board))
        found[f"piece-{player.name}"] = _roof(board, player)
        found[f"badge-{player.name}"] = _badge(board, player)
    return found


def piece_size(space: tuple[float, float]) -> tuple[float, float]:
    """Return length and width of a piece."""
    length, width = space
    return 0.95 * length, 1.14 * width


def claim_style(space: tuple[float, float], land: str) -> ClaimStyle:
    """Return how claimed routes are drawn on spaces of this size, and what veils the others."""
    _, width = space
    return ClaimStyle(
        halo=WHITE,
        halo_width=round(1.36 * width, 2),
        edge_width=round(1.12 * width, 2),
        bed_width=round(0.9 * width, 2),
        shadow=(round(0.14 * width, 2), round(0.34 * width, 2)),
        rise=round(0.3 * width, 2),
        veil=land,
        open_veil=OPEN_VEIL,
        closed_veil=CLOSED_VEIL,
    )


def _rectangle(length: float, width: float, corner: float) -> Attributes:
    return {"x": -length / 2, "y": -width / 2, "width": length, "height": width, "rx": corner}


# ---- unclaimed spaces --------------------------------------------------------------------------
def _space(board: Geometry, sign: Sign) -> str:
    edge: Attributes = {"fill": sign.color, "stroke": board.colors.ink, "stroke_width": EDGE}
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
    return _rectangle(*piece_size(board.space), _corner(board))


def _corner(board: Geometry) -> float:
    return (BUS_CORNER if board.piece == "bus" else CAR_CORNER) * piece_size(board.space)[1]


def _roof(board: Geometry, player: PlayerSign) -> str:
    """Return a car or a bus seen from above: a raised roof between two lower ends, inside a bright rim."""
    length, width = piece_size(board.space)
    ends = _rectangle(0.97 * length, 0.56 * width, 0.5 * _corner(board))
    middle = _rectangle(0.74 * length, 0.66 * width, 0.4 * _corner(board))
    rim: Attributes = {"stroke": mixed(player.color, "#ffffff", 0.72), "stroke_width": 0.09 * width}
    return (
        tag("rect", fill=player.color, **rim, **_body(board))
        + tag("rect", fill=mixed(player.color, "#000000", 0.3), **ends)
        + tag("rect", fill=mixed(player.color, "#ffffff", 0.3), **middle)
    )


def _badge(board: Geometry, player: PlayerSign) -> str:
    radius = 0.5 * piece_size(board.space)[1]
    disc = tag("circle", r=radius, fill=WHITE, stroke=player.edge, stroke_width=0.16 * radius)
    return disc + tag("path", d=player.symbol, transform=enlarge(0.68 * radius), fill=player.edge)
