"""The discrete space of actions of a map: one stable number for every action that `legal` can list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from branchline.boards.board import GRAY, Board
from branchline.engine import codes
from branchline.engine.possibilities import possibilities
from branchline.rl.kernel import offsets as p

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.board import Route

Integers = np.ndarray[Any, np.dtype[np.int32]]


class ActionRow(NamedTuple):
    """An action as the space knows it; how many cards a payment has follows from the price at the moment."""

    kind: int
    target: int = 0
    slot: int = 0
    sets: int = 0
    wilds: int = 0
    keep: int = 0


class ActionSpace:
    """The numbered actions of a map; the same for every number of players and every option.

    >>> from branchline.boards.library import load_map
    >>> space = ActionSpace(load_map("london").board())
    >>> space.text(0), space.text(3), space.text(space.n - 1)
    ('pass', 'draw deck', 'claim Brick Lane–Tower of London with wild×3')
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.possible = possibilities(board)
        self.rows = list(self._rows())
        self._numbers = {row: number for number, row in enumerate(self.rows)}

    @property
    def n(self) -> int:
        """How many actions there are."""
        return len(self.rows)

    @property
    def first_keep(self) -> int:
        """The first action that keeps tickets: its number is this and the mask of places kept."""
        return p.COLOR_ID + len(self.board.colors)

    def text(self, number: int) -> str:
        """Return an action in words."""
        row = self.rows[number]
        board = self.board
        match row.kind:
            case codes.PASS:
                return "pass"
            case codes.TAKE_TICKETS:
                return "tickets"
            case codes.DRAW_BLIND:
                return "draw blind"
            case codes.DRAW:
                return f"draw {'deck' if row.target == codes.DECK else board.card_name(row.target)}"
            case codes.KEEP:
                places = [str(place + 1) for place in range(8) if row.target >> place & 1]
                return f"keep {' '.join(places) or 'none'}"
            case codes.BUY:
                return f"buy {board.technologies[row.target][0]} with {self._cards(row)}"
        twin = _twin_mark(board, row.target)
        keep = ", keep one" if row.keep else ""
        return f"claim {board.route_name(row.target)}{twin} with {self._cards(row)}{keep}"

    def _cards(self, row: ActionRow) -> str:
        parts = []
        if row.kind == codes.CLAIM and row.slot != p.NO_COLOR:
            length = self.board.routes[row.target].length
            fixed = self.possible.lowest_prices[row.target] == length
            number = f"×{length - row.sets - row.wilds}" if fixed else ""
            parts.append(f"{self.board.colors[row.slot]}{number}")
        if row.wilds:
            parts.append(f"wild×{row.wilds}")
        if row.sets:
            parts.append(f"{row.sets} set{'s' if row.sets > 1 else ''} for wilds")
        return " and ".join(parts) or "nothing"

    def table(self) -> str:
        """Return the whole table of numbers and actions, one a line."""
        return "\n".join(f"{number:5d}  {self.text(number)}" for number in range(self.n))

    def _rows(self) -> Iterator[ActionRow]:
        """Yield every action in the order of the space."""
        board = self.board
        yield ActionRow(codes.PASS)
        yield ActionRow(codes.TAKE_TICKETS)
        yield ActionRow(codes.DRAW_BLIND)
        yield ActionRow(codes.DRAW, codes.DECK)
        yield ActionRow(codes.DRAW, GRAY)
        for color in range(len(board.colors)):
            yield ActionRow(codes.DRAW, color)
        for kept in range(1 << self.possible.most_offered):
            yield ActionRow(codes.KEEP, kept)
        for index, (_, technology) in enumerate(board.technologies):
            for sets in range(technology.cost + 1 if self.possible.set_sizes else 1):
                yield ActionRow(codes.BUY, index, 0, sets, technology.cost - sets)
        for route in board.routes:
            yield from self._claims(route)

    def _claims(self, route: Route) -> Iterator[ActionRow]:
        """Yield the payments of a route: by color, by sets that stand for wilds, by wilds; then those of no color."""
        board, sets_possible = self.board, bool(self.possible.set_sizes)
        most, least = route.length, self.possible.lowest_prices[route.index]
        flagged = board.flag is not None and route.color in board.flag.colors
        for color in range(len(board.colors)) if route.color == GRAY else [route.color]:
            for sets in range(most if sets_possible else 1):
                for wilds in range(max(0, route.ferry - sets), most - sets):
                    yield ActionRow(codes.CLAIM, route.index, color, sets, wilds)
                    if flagged:
                        yield ActionRow(codes.CLAIM, route.index, color, sets, wilds, 1)
        for sets in range(most + 1 if sets_possible else 1):
            for wilds in range(max(0, least - sets), most - sets + 1):
                yield ActionRow(codes.CLAIM, route.index, p.NO_COLOR, sets, wilds)
                if flagged and sets:
                    yield ActionRow(codes.CLAIM, route.index, p.NO_COLOR, sets, wilds, 1)

    def tables(self) -> tuple[list[int], Integers]:
        """Return the head of a plan and its tables, for the compiled code."""
        sets = 1 + max((row.sets for row in self.rows), default=0)
        wilds = 1 + max((row.wilds for row in self.rows), default=0)
        head = [0] * p.HEAD
        head[p.ACTIONS], head[p.KEEPS], head[p.SETS], head[p.WILDS] = self.n, self.first_keep, sets, wilds
        buys = np.full((len(self.board.technologies), sets), -1, dtype=np.int32)
        claims = np.full((len(self.board.routes), p.SLOTS, sets, wilds, 2), -1, dtype=np.int32)
        for number, row in enumerate(self.rows):
            if row.kind == codes.BUY:
                buys[row.target, row.sets] = number
            elif row.kind == codes.CLAIM:
                claims[row.target, row.slot, row.sets, row.wilds, row.keep] = number
        parts = [np.zeros(p.HEAD + p.NUMBER_OF_SLICES, dtype=np.int32), buys.ravel(), claims.ravel()]
        starts = np.cumsum([part.size for part in parts]).tolist()
        head[p.BUYS], head[p.CLAIMS], head[p.ROWS] = starts
        return head, np.concatenate([*parts, np.array(self.rows, dtype=np.int32).ravel()])


def _twin_mark(board: Board, route: int) -> str:
    """Number the tracks between the same two places."""
    ends = {board.routes[route].a, board.routes[route].b}
    between = [track.index for track in board.routes if {track.a, track.b} == ends]
    return f" #{between.index(route) + 1}" if len(between) > 1 else ""
