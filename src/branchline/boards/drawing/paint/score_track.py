"""A score track around a board: a hundred squares, with a marker on the square of each player's score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.drawing.artwork import TextLine
from branchline.boards.drawing.colors import mixed, readable_on
from branchline.boards.drawing.paint.markup import Attributes, move, tag
from branchline.boards.drawing.signs import PLAYER_SIGNS

if TYPE_CHECKING:
    from branchline.boards.drawing.paint.painter import Painter, Sheet
    from branchline.boards.drawing.position import PlayerMark

SQUARES = 100
"""A score of a hundred is on the square of zero again, and its marker says so."""
MARGIN = 38.0
"""The width of the track, in board units."""
LARGE = 5
"""Every fifth number is larger."""


class Square(NamedTuple):
    """A square of the track."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point where a marker stands."""
        return self.x + self.width / 2, self.y + self.height / 2


def squares(width: float, height: float) -> list[Square]:
    """Return the squares around a board from the bottom left corner clockwise; the corners are squares of their own."""
    across = round((SQUARES - 4) / 2 * width / (width + height))
    wide, down = width / across, SQUARES // 2 - 2 - across
    high = height / down
    left = [Square(-MARGIN, height - (row + 1) * high, MARGIN, high) for row in range(down)]
    top = [Square(column * wide, -MARGIN, wide, MARGIN) for column in range(across)]
    right = [Square(width, row * high, MARGIN, high) for row in range(down)]
    bottom = [Square(width - (column + 1) * wide, height, wide, MARGIN) for column in range(across)]
    corners = [
        Square(x, y, MARGIN, MARGIN)
        for x, y in ((-MARGIN, height), (-MARGIN, -MARGIN), (width, -MARGIN), (width, height))
    ]
    return [part for corner, side in zip(corners, (left, top, right, bottom), strict=True) for part in (corner, *side)]


def score_track(painter: Painter, players: list[PlayerMark]) -> Sheet:
    """Paint the track, and a marker for each player whose score is known."""
    board = painter.board
    places = squares(board.width, board.height)
    parts = [_square(painter, number, square) for number, square in enumerate(places)]
    scored = [(player, player.score) for player in players if player.score is not None]
    for seat, (player, score) in enumerate(scored):
        together = [other for other, (_, points) in enumerate(scored) if points % SQUARES == score % SQUARES]
        parts.append(_marker(painter, player, score, places[score % SQUARES], (together.index(seat), len(together))))
    return painter.sheet(tag("g", *parts, class_="score-track"))


def _square(painter: Painter, number: int, square: Square) -> str:
    colors = painter.board.colors
    is_large = number % LARGE == 0
    ground = mixed(colors.paper, colors.accent, 0.2) if is_large else colors.paper
    place: Attributes = {"x": square.x, "y": square.y, "width": square.width, "height": square.height}
    size = 15.0 if is_large else 10.5
    x, y = square.middle
    ink = colors.ink if is_large else mixed(colors.paper, colors.ink, 0.72)
    return tag("rect", fill=ground, stroke=colors.ink, stroke_width=0.8, **place) + painter.text(
        TextLine(str(number), x, y + 0.35 * size, size, ink)
    )


def _marker(painter: Painter, player: PlayerMark, score: int, square: Square, place: tuple[int, int]) -> str:
    """Paint a player's marker, beside the others on the same square."""
    number, count = place
    sign = PLAYER_SIGNS[player.sign % len(PLAYER_SIGNS)]
    x, y = square.middle
    spread = 13.0 * (number - (count - 1) / 2)
    x, y = (x, y + spread) if square.height > square.width else (x + spread, y)
    radius = 12.5 if count == 1 else 10.0
    disc = tag("circle", cx=x, cy=y, r=radius, fill=sign.color, stroke="#ffffff", stroke_width=2)
    edge = tag("circle", cx=x, cy=y, r=radius + 1.4, fill="none", stroke=sign.edge, stroke_width=1.2)
    inner = tag("path", d=sign.symbol, transform=move(x, y, scale=0.5 * radius), fill=readable_on(sign.color))
    rounds = score // SQUARES
    turns = (
        painter.text(
            TextLine(
                f"{rounds * SQUARES:+}",
                x,
                y + radius + 9,
                10,
                painter.board.colors.ink,
                halo=painter.board.colors.paper,
            )
        )
        if rounds
        else ""
    )
    return tag("g", disc, edge, inner, turns, class_="marker", aria_label=f"{player.name}: {score}")
