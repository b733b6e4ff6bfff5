"""The discrete action space of a map: one stable number for every action that `legal` can list."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.board import GRAY, Board
from branchline.engine.kernel import codes
from branchline.engine.kernel.layout import new_states, packed
from branchline.engine.possibilities import possibilities
from branchline.rl.kernel import offsets
from branchline.rl.kernel.actions import can_pay, equip, gives_flag_card

if TYPE_CHECKING:
    from collections.abc import Iterator


class ActionRow(NamedTuple):
    """An action of the space; the number of cards of the color follows from the price at the moment."""

    kind: int
    target: int = 0
    slot: int = 0
    """The color that pays for itself, or `NO_COLOR`."""
    sets: int = 0
    wilds: int = 0
    flag_card: int = 0
    """1 if a card is kept for the flag."""


class ActionSpace:
    """The numbered actions of a map, the same for every number of players and every option.

    >>> from branchline.boards.library import load_map
    >>> space = ActionSpace(load_map("london").board())
    >>> space.text(0), space.text(3), space.text(space.n - 1)
    ('pass', 'draw deck', 'claim Brick Lane–Tower of London with wild×3')
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._possible = possibilities(board)
        self.rows = list(self._all_rows())

    @property
    def n(self) -> int:
        """The number of actions."""
        return len(self.rows)

    @property
    def first_keep(self) -> int:
        """The first action that keeps tickets; add the mask of the positions kept for the others."""
        return offsets.COLOR_ID + len(self.board.colors)

    # -- as text -------------------------------------------------------------------------------

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
                positions = [str(position + 1) for position in range(8) if row.target >> position & 1]
                return f"keep {' '.join(positions) or 'none'}"
            case codes.BUY:
                return f"buy {board.technologies[row.target][0]} with {self._cards(row)}"
        twin = _number_between_cities(board, row.target)
        keep = ", keep one" if row.flag_card else ""
        return f"claim {board.route_name(row.target)}{twin} with {self._cards(row)}{keep}"

    def _cards(self, row: ActionRow) -> str:
        parts = []
        if row.kind == codes.CLAIM and row.slot != offsets.NO_COLOR:
            price = self.board.routes[row.target].full_price
            fixed = self._possible.lowest_prices[row.target] == price
            number = f"×{price - row.sets - row.wilds}" if fixed else ""
            parts.append(f"{self.board.colors[row.slot]}{number}")
        if row.wilds:
            parts.append(f"wild×{row.wilds}")
        if row.sets:
            parts.append(f"{row.sets} set{'s' if row.sets > 1 else ''} for wilds")
        return " and ".join(parts) or "nothing"

    def table(self) -> str:
        """Return the table of all numbers and actions, one per line."""
        return "\n".join(f"{number:5d}  {self.text(number)}" for number in range(self.n))

    # -- in order ------------------------------------------------------------------------------

    def _all_rows(self) -> Iterator[ActionRow]:
        """Yield every action in the order of the space."""
        yield ActionRow(codes.PASS)
        yield ActionRow(codes.TAKE_TICKETS)
        yield ActionRow(codes.DRAW_BLIND)
        yield ActionRow(codes.DRAW, codes.DECK)
        yield ActionRow(codes.DRAW, GRAY)
        for color in range(len(self.board.colors)):
            yield ActionRow(codes.DRAW, color)
        for kept in range(1 << self._possible.most_offered):
            yield ActionRow(codes.KEEP, kept)
        for index, (_, technology) in enumerate(self.board.technologies):
            for sets in range(technology.cost + 1 if self._possible.set_sizes else 1):
                yield ActionRow(codes.BUY, index, 0, sets, technology.cost - sets)
        payments = _Payments(self.board)
        for route in range(len(self.board.routes)):
            yield from self._claims(route, payments)

    def _claims(self, route: int, payments: _Payments) -> Iterator[ActionRow]:
        """Yield the payments of a route by color, by sets that stand for wilds and by wilds; then those of no color."""
        price, flag = self.board.routes[route].full_price, payments.give_flag_card(route)
        for slot in (*range(len(self.board.colors)), offsets.NO_COLOR):
            allowed = payments.wilds(route, slot)
            for sets in range(price + 1 if self._possible.set_sizes else 1):
                for wilds in range(price - sets + 1):
                    if sets + wilds in allowed:
                        yield ActionRow(codes.CLAIM, route, slot, sets, wilds)
                        if flag and (sets or slot != offsets.NO_COLOR):
                            yield ActionRow(codes.CLAIM, route, slot, sets, wilds, 1)


class _Payments:
    """The payments that are possible with some technologies; the kernel decides."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._packed, self._states = packed(board), new_states()
        equip(self._packed, self._states)

    def wilds(self, route: int, slot: int) -> range:
        """Return how many wilds, or sets in their place, can pay for a route together with cards of a color."""
        most = self._board.routes[route].full_price - (slot != offsets.NO_COLOR)
        fewest = most + 1
        while fewest > 0 and can_pay(self._packed, self._states, route, slot, fewest - 1):
            fewest -= 1
        return range(fewest, most + 1)

    def give_flag_card(self, route: int) -> bool:
        """Return whether a card paid for a route may be kept for the flag."""
        return gives_flag_card(self._packed, route)


def _number_between_cities(board: Board, route: int) -> str:
    """Return the number of a route among those between the same two cities; nothing if it is the only one."""
    ends = {board.routes[route].a, board.routes[route].b}
    between = [other.index for other in board.routes if {other.a, other.b} == ends]
    return f" #{between.index(route) + 1}" if len(between) > 1 else ""
