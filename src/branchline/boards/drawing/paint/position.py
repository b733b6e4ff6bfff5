"""Paint a position: claimed and closed routes, tickets, and a legend of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.artwork import TextLine
from branchline.boards.drawing.colors import readable_on
from branchline.boards.drawing.paint.markup import Attributes, tag
from branchline.boards.drawing.paint.painter import Painter
from branchline.boards.drawing.paint.symbols import piece_size
from branchline.boards.drawing.signs import PLAYER_SIGNS

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing
    from branchline.boards.drawing.geometry import CityMark, Space
    from branchline.boards.drawing.position import Position
    from branchline.boards.drawing.signs import PlayerSign

LEGEND = 46.0
"""The height of the legend below a position."""
ALONG = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75)
"""Where on a ticket's line its tag may sit, the best first."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class PositionPainter(Painter):
    """Paints what a position adds to a board."""

    def __init__(self, drawing: Drawing, position: Position) -> None:
        super().__init__(drawing)
        self.position = position

    def sign(self, seat: int) -> PlayerSign:
        """Return the sign of a seat."""
        players = self.position.players
        number = players[seat].sign if seat < len(players) else seat
        return PLAYER_SIGNS[number % len(PLAYER_SIGNS)]

    # ---- routes --------------------------------------------------------------------------------
    def routes(self) -> str:
        """Paint every claimed route, above veils on all others: without a claim, no route is veiled."""
        held = {route: seats for route, seats in sorted(self.position.held.items()) if seats}
        if not held:
            return ""
        closed = set(self.position.closed) - held.keys()
        open_ = set(range(len(self.board.routes))) - held.keys() - closed
        style = self.board.claim
        veils = [self._veil(sorted(open_), style.open_veil), self._veil(sorted(closed), style.closed_veil)]
        return "".join([*veils, *(self._claimed(route, seats) for route, seats in held.items())])

    def _veil(self, routes: list[int], opacity: float) -> str:
        """Paint over the spaces of routes, so that they recede."""
        marks = [self.board.routes[route] for route in routes]
        spaces = [self.use("veil", *space, mark.stretch) for mark in marks for space in mark.spaces]
        return tag("g", *spaces, fill=self.board.claim.veil, fill_opacity=opacity, class_="veil") if spaces else ""

    def _claimed(self, route: int, seats: list[int]) -> str:
        """Paint a bed in the owner's color and a piece on every space; the pieces of a shared route alternate."""
        mark, style = self.board.routes[route], self.board.claim
        owners = [self.sign(seats[place % len(seats)]) for place in range(len(mark.spaces))]
        line: Attributes = {"d": mark.path, "fill": "none", "stroke_linecap": "round"}
        parts = [
            tag("path", stroke=style.halo, stroke_width=style.halo_width, **line),
            tag("path", stroke=owners[0].edge, stroke_width=style.edge_width, **line),
            tag("path", stroke=owners[0].color, stroke_width=style.bed_width, **line),
            self._pieces(mark.spaces, owners),
        ]
        return tag("g", *parts, data_held=str(route))

    def _pieces(self, spaces: list[Space], owners: list[PlayerSign]) -> str:
        """Paint the shadows and bases of all pieces below their roofs."""
        (right, down), half = self.board.claim.shadow, self.board.claim.rise / 2
        placed = [(*space, owner.name) for space, owner in zip(spaces, owners, strict=True)]
        shadows = [self.use("shadow", x + right, y + down, turn) for x, y, turn, _ in placed]
        bases = [self.use(f"base-{owner}", x, y + half, turn) for x, y, turn, owner in placed]
        roofs = [
            self.use(f"piece-{owner}", x, y - half, turn) + self.use(f"badge-{owner}", x, y - half)
            for x, y, turn, owner in placed
        ]
        return "".join([*shadows, *bases, *roofs])

    # ---- tickets -------------------------------------------------------------------------------
    def ticket_lines(self) -> str:
        """Paint a line from end to end of each ticket, dashed until it is completed, and a ring around its cities."""
        accent, paper = self.board.colors.accent, self.board.colors.paper
        parts = []
        for ticket in self.position.tickets:
            a, b = self._nearest(ticket.a, ticket.b)
            line: Attributes = {"d": f"M{a.x:g} {a.y:g}L{b.x:g} {b.y:g}", "stroke_linecap": "round"}
            parts.append(tag("path", stroke=paper, stroke_width=6, stroke_opacity=0.6, **line))
            dash = None if ticket.done else "1 8"
            parts.append(tag("path", stroke=accent, stroke_width=3.4, stroke_dasharray=dash, **line))
        for place in sorted({place for ticket in self.position.tickets for place in [*ticket.a, *ticket.b]}):
            city = self.board.cities[place]
            ring: Attributes = {"cx": city.x, "cy": city.y, "r": 1.5 * city.radius, "fill": "none"}
            parts += [tag("circle", stroke=paper, stroke_width=6.5, **ring)]
            parts += [tag("circle", stroke=accent, stroke_width=3.6, **ring)]
        return "".join(parts)

    def _nearest(self, starts: list[int], ends: list[int]) -> tuple[CityMark, CityMark]:
        """Return the start and the end that lie nearest to each other."""
        cities = self.board.cities
        pairs = [(cities[a], cities[b]) for a in starts for b in ends]
        return min(pairs, key=lambda pair: (pair[0].x - pair[1].x) ** 2 + (pair[0].y - pair[1].y) ** 2)

    def ticket_tags(self) -> str:
        """Paint a tag with a letter and the points of each ticket, about half way along its line."""
        size = max(13.0, 0.4 * self.board.space[0])
        parts = []
        for index, ticket in enumerate(self.position.tickets):
            a, b = self._nearest(ticket.a, ticket.b)
            text = f"{LETTERS[index % 26]} · {ticket.points}"
            w, h = 0.27 * size * len(text) + 0.3 * size, 0.72 * size
            x, y = self._clearest(a, b, w, h)
            parts.append(self._tag((x, y, w, h), text, size, done=ticket.done))
        return "".join(parts)

    def _clearest(self, a: CityMark, b: CityMark, w: float, h: float) -> tuple[float, float]:
        """Return the point on a line, near its middle, where a tag hides least."""
        places = [(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part) for part in ALONG]
        return min(places, key=lambda place: self._hidden(place[0], place[1], w, h))

    def _hidden(self, x: float, y: float, w: float, h: float) -> float:
        """Return how much a tag would hide: names count most, then cities, then spaces."""
        found = 0.0
        for city, label in zip(self.board.cities, self.drawing.labels, strict=True):
            left, top, wide, high = label.box
            if left < x + w and x - w < left + wide and top < y + h and y - h < top + high:
                found += 10
            if abs(city.x - x) < w + city.radius and abs(city.y - y) < h + city.radius:
                found += 6
        half = self.board.space[0] / 2
        spaces = (space for route in self.board.routes for space in route.spaces)
        return found + sum(abs(sx - x) < w + half and abs(sy - y) < h + half for sx, sy, _ in spaces)

    def _tag(self, box: tuple[float, float, float, float], text: str, size: float, *, done: bool) -> str:
        x, y, w, h = box
        accent = self.board.colors.accent
        ground, ink = (accent, readable_on(accent)) if done else (self.board.colors.paper, self.board.colors.ink)
        place: Attributes = {"x": x - w, "y": y - h, "width": 2 * w, "height": 2 * h, "rx": 0.4 * h}
        plate = tag("rect", fill=ground, stroke=accent, stroke_width=1.8, **place)
        return plate + self.text(TextLine(text, x, y + 0.33 * size, size, ink))

    # ---- legend --------------------------------------------------------------------------------
    def legend(self, margin: float = 0.0) -> str:
        """Paint each player's piece and name on a strip below the board and what surrounds it."""
        board, players = self.board, self.position.players
        if not players:
            return ""
        length, middle = piece_size(board.space)[0], board.height + margin + LEGEND / 2
        step = (board.width - 40) / len(players)
        strip: Attributes = {"x": -margin, "y": board.height + margin, "width": board.width + 2 * margin}
        parts = [tag("rect", height=LEGEND, fill=board.colors.paper, **strip)]
        for seat, player in enumerate(players):
            x = 40 + seat * step + length / 2
            parts.append(self._pieces([(x, middle, 0.0)], [self.sign(seat)]))
            name = TextLine(player.name[:24], x + length / 2 + 12, middle + 6.5, 19, board.colors.ink, anchor="start")
            parts.append(self.text(name))
        return "".join(parts)
