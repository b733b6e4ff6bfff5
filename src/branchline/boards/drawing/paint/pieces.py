"""A position on a board: claimed tracks as little cars or buses, closed tracks, tickets, who is who."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.colors import mixed, readable_on
from branchline.boards.drawing.geometry import Words
from branchline.boards.drawing.paint.markup import Attributes, move, tag

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.drawing.geometry import CityMark, Geometry, Position
    from branchline.boards.drawing.paint.signs import Sign

ALONG = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75)
"""Where on a ticket's line its tag may sit, the best first."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Pieces:
    """Writes what a position adds to a board."""

    def __init__(self, board: Geometry, position: Position, words: Callable[[Words], str]) -> None:
        self.board, self.position, self.words = board, position, words
        self.length, self.width = 1.0 * board.space[0], 1.24 * board.space[1]

    def sign(self, seat: int) -> Sign:
        """The sign of a seat."""
        players = self.position.players
        number = players[seat].sign if seat < len(players) else seat
        return self.board.players[number % len(self.board.players)]

    # ---- pieces --------------------------------------------------------------------------------
    def definitions(self) -> str:
        """A piece for each seat that holds something or is named."""
        holders = {seat for seats in self.position.held.values() for seat in seats}
        seats = sorted(holders | set(range(len(self.position.players))))
        return "".join(map(self._piece, seats)) + self._barrier()

    def _piece(self, seat: int) -> str:
        """A car or a bus from above: shadow, body, the player's hatch, windows at both ends."""
        sign, w, h = self.sign(seat), self.length, self.width
        dark, light = mixed(sign.color, "#000000", 0.6), mixed(sign.color, "#ffffff", 0.8)
        bus = self.board.piece == "bus"
        box: Attributes = {"width": w, "height": h, "rx": (0.38 if bus else 0.2) * h}
        shadow = tag("rect", x=-w / 2 + 1.2, y=-h / 2 + 1.8, fill_opacity=0.35, **box)
        body = tag("rect", x=-w / 2, y=-h / 2, fill=sign.color, stroke=dark, stroke_width=1.4, **box)
        pane: Attributes = {
            "y": -0.3 * h,
            "height": 0.6 * h,
            "rx": 1,
            "fill": light,
            "stroke": dark,
            "stroke_width": 0.7,
        }
        wide = (0.09 if bus else 0.13) * w
        windows = "".join(tag("rect", x=x, width=wide, **pane) for x in (-0.43 * w, 0.43 * w - wide))
        return tag("g", shadow, body, self._hatch(sign), windows, id=f"p{seat}")

    def _hatch(self, sign: Sign) -> str:
        lines = self.board.hatches[sign.hatch]
        color = mixed(sign.color, sign.ink, 0.5)
        fit = f"scale({self.length / self.board.space[0]:.3f} {self.width / self.board.space[1]:.3f})"
        paint: Attributes = {"stroke": color, "stroke_width": lines.stroke, "fill": "none", "stroke_linecap": "round"}
        return tag("path", d=lines.path, transform=fit, **paint) if lines.path else ""

    def held(self) -> str:
        """The owners' pieces on every claimed track; a shared track alternates."""
        claimed = sorted((index, seats) for index, seats in self.position.held.items() if seats)
        return "".join(self._track(index, seats) for index, seats in claimed) + self._closed()

    def _track(self, index: int, seats: list[int]) -> str:
        cars = ""
        for place, (x, y, turn) in enumerate(self.board.tracks[index].spaces):
            seat = seats[place % len(seats)]
            cars += tag("use", href=f"#p{seat}", transform=move(x, y, turn)) + self._badge(seat, x, y)
        return tag("g", cars, data_held=str(index))

    def _badge(self, seat: int, x: float, y: float) -> str:
        """The player's symbol on a disc."""
        sign, r = self.sign(seat), 0.42 * self.width
        disc = tag("circle", cx=x, cy=y, r=r, fill=mixed(sign.color, "#ffffff", 0.88))
        dark = mixed(sign.color, "#000000", 0.45)
        return disc + tag("path", d=sign.symbol, transform=move(x, y, scale=0.66 * r), fill=dark)

    # ---- closed tracks -------------------------------------------------------------------------
    def _barrier(self) -> str:
        w, h = 0.36 * self.board.space[0], 0.42 * self.board.space[1]
        cross = f"M{-w:.1f} {-h:.1f}L{w:.1f} {h:.1f}M{w:.1f} {-h:.1f}L{-w:.1f} {h:.1f}"
        return tag("path", id="x", d=cross)

    def _closed(self) -> str:
        """A cross on every space of a closed track."""
        crosses = "".join(
            tag("use", href="#x", transform=move(*at))
            for index in self.position.closed
            for at in self.board.tracks[index].spaces
        )
        paint: Attributes = {
            "stroke": self.board.colors.ink,
            "stroke_width": 1.8,
            "stroke_linecap": "round",
            "stroke_opacity": 0.7,
        }
        return tag("g", crosses, **paint) if crosses else ""

    # ---- tickets -------------------------------------------------------------------------------
    def tickets_below(self) -> str:
        """A line from end to end of each ticket, dashed until it is done, and a ring around its places."""
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
        cities = self.board.cities
        pairs = [(cities[a], cities[b]) for a in starts for b in ends]
        return min(pairs, key=lambda pair: (pair[0].x - pair[1].x) ** 2 + (pair[0].y - pair[1].y) ** 2)

    def tickets_above(self) -> str:
        """A letter and the points of each ticket, half way along its line."""
        size = max(13.0, 0.4 * self.board.unit)
        parts = []
        for index, ticket in enumerate(self.position.tickets):
            a, b = self._nearest(ticket.a, ticket.b)
            text = f"{LETTERS[index % 26]} · {ticket.points}"
            w, h = 0.27 * size * len(text) + 0.3 * size, 0.72 * size
            x, y = self._clearest(a, b, w, h)
            parts.append(self._tag((x, y, w, h), text, size, done=ticket.done))
        return "".join(parts)

    def _clearest(self, a: CityMark, b: CityMark, w: float, h: float) -> tuple[float, float]:
        """The place on a line, near its middle, where a tag hides least."""
        places = [(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part) for part in ALONG]
        return min(places, key=lambda place: self._hidden(place[0], place[1], w, h))

    def _hidden(self, x: float, y: float, w: float, h: float) -> float:
        """How much a tag would hide: names count most, then marks, then spaces."""
        found = 0.0
        for city in self.board.cities:
            left, top, wide, high = city.box
            if left < x + w and x - w < left + wide and top < y + h and y - h < top + high:
                found += 10
            if abs(city.x - x) < w + city.radius and abs(city.y - y) < h + city.radius:
                found += 6
        half = self.board.unit / 2
        spaces = (space for track in self.board.tracks for space in track.spaces)
        return found + sum(abs(sx - x) < w + half and abs(sy - y) < h + half for sx, sy, _ in spaces)

    def _tag(self, box: tuple[float, float, float, float], text: str, size: float, *, done: bool) -> str:
        x, y, w, h = box
        accent = self.board.colors.accent
        ground, ink = (accent, readable_on(accent)) if done else (self.board.colors.paper, self.board.colors.ink)
        place: Attributes = {"x": x - w, "y": y - h, "width": 2 * w, "height": 2 * h, "rx": 0.4 * h}
        plate = tag("rect", fill=ground, stroke=accent, stroke_width=1.8, **place)
        return plate + self.words(Words(text, x, y + 0.33 * size, size, ink))

    # ---- who is who ----------------------------------------------------------------------------
    def legend(self, height: float) -> str:
        """A strip below the board: each player's piece, symbol and name."""
        board, players = self.board, self.position.players
        if not players:
            return ""
        middle = board.height + height / 2
        step = (board.width - 40) / len(players)
        parts = [tag("rect", y=board.height, width=board.width, height=height, fill=board.colors.paper)]
        for seat, player in enumerate(players):
            x = 40 + seat * step + self.length / 2
            parts += [tag("use", href=f"#p{seat}", transform=move(x, middle)), self._badge(seat, x, middle)]
            name = Words(player.name[:24], x + self.length / 2 + 12, middle + 6.5, 19, board.colors.ink, anchor="start")
            parts.append(self.words(name))
        return "".join(parts)
