"""The observation: one flat array with named slices, the same as a dictionary, and the board as a graph."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from branchline.boards.board import GRAY
from branchline.boards.format.schema import ROUTE_RULES
from branchline.engine.kernel.layout import PHASES
from branchline.engine.possibilities import possibilities
from branchline.engine.rules.ticket_distances import UNREACHABLE
from branchline.names import UnknownNameError
from branchline.rl.kernel import offsets

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board

Array = np.ndarray[Any, Any]
Formed: TypeAlias = "Array | dict[str, Array]"
"""Observations in one of the forms."""
OBSERVATION = np.int16
FORMS = ("flat", "scaled", "dict", "graph")


class Slice(NamedTuple):
    """A named part of the observation: its shape, the usual maximum of its values, and what it contains."""

    name: str
    shape: tuple[int, ...]
    scale: float | tuple[float, ...]
    about: str

    @property
    def size(self) -> int:
        """The number of values."""
        return int(np.prod(self.shape))


def slices_of(board: Board) -> list[Slice]:
    """Return the slices of a board's observation, in order."""
    players, kinds, colors = board.players, len(board.colors) + 1, len(board.colors)
    tickets, routes, technologies = len(board.tickets), len(board.routes), len(board.technologies)
    cards = float(max(*board.spec.cards.colors.values(), board.spec.cards.wild))
    pieces = float(board.spec.players.pieces)
    offered = possibilities(board).most_offered
    flag = colors if board.flag else 0
    hand = 2.0 * board.spec.cards.first_hand + 10
    return [
        Slice("phase", (len(PHASES),), 1, "what has to be decided: " + ", ".join(PHASES)),
        Slice("seat", (players,), 1, "the observer's seat in the order of play"),
        Slice("to_decide", (players,), 1, "the seat to decide"),
        Slice("clock", (offsets.CLOCK_SIZE,), (50, players, 1, 1, 1, players, 50, max(1, tickets)), "turns begun; "
              "turns left in the last round plus 1, otherwise 0; cards drawn this turn; whether a wild may be taken as "
              "the second card; whether the deck was reshuffled; consecutive passes; cards in the deck; tickets in "
              "the ticket deck"),
        Slice("hand", (kinds,), cards, "own cards: colors in the map's order, then wild"),
        Slice("market", (kinds,), 5, "face-up cards"),
        Slice("discards", (kinds,), cards, "discarded cards"),
        Slice("unseen", (kinds,), cards, "inferred: cards in the deck or unknown in other hands"),
        Slice("known", (players - 1, kinds), cards, "inferred: cards that others were seen to take and still hold"),
        Slice("hand_counts", (players,), hand, "number of cards of each seat"),
        Slice("pieces", (players,), pieces, "pieces left"),
        Slice("scores", (players,), 2.5 * pieces, "points scored so far"),
        Slice("ticket_counts", (players,), 5, "number of tickets of each seat"),
        Slice("chosen", (players,), 1, "seats that have chosen their first tickets"),
        Slice("tickets", (tickets,), 1, "own tickets"),
        Slice("missing", (tickets,), 20, "own and offered tickets: the fewest spaces still to claim over own and open "
              f"routes; 0 is completed, {UNREACHABLE} is cut off"),
        Slice("offer", (offered, tickets), 1, "the tickets to choose from, by position in the offer"),
        Slice("returned", (tickets,), 1, "tickets that the observer has put under the deck"),
        Slice("open", (routes,), 1, "routes that nobody owns and no rule has closed"),
        Slice("routes", (players, routes), 1, "routes of each seat"),
        Slice("districts", (len(board.district_table),), 1, "districts that the observer has connected"),
        Slice("front", (players, flag), 1, "cards kept for a flag"),
        Slice("owned", (players, technologies), 1, "technologies of each seat"),
        Slice("copies", (technologies,), 4, "technologies on sale"),
        Slice("bought", (technologies,), 1, "the technology bought this turn"),
    ]  # fmt: skip


class ObservationLayout:
    """The slices of a board's observation, and its other forms; all methods accept batches of observations.

    >>> from branchline.boards.library import load_map
    >>> layout = ObservationLayout(load_map("london").board(2))
    >>> layout.size, layout.part["hand"]
    (301, slice(19, 26, None))
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.slices = slices_of(board)
        self.part: dict[str, slice] = {}
        at = 0
        for part in self.slices:
            self.part[part.name] = slice(at, at + part.size)
            at += part.size
        self.size = at

    @cached_property
    def scale(self) -> Array:
        """The divisor of each number of a flat observation that brings it roughly between 0 and 1."""
        parts = [np.broadcast_to(np.asarray(part.scale, dtype=np.float32), part.size) for part in self.slices]
        return np.concatenate(parts)

    def scaled(self, flat: Array) -> Array:
        """Return flat observations as floats, roughly between 0 and 1."""
        return np.divide(flat, self.scale, dtype=np.float32)

    def as_dict(self, flat: Array) -> dict[str, Array]:
        """Return flat observations as named arrays, each in its own shape; empty slices are left out."""
        return {
            part.name: flat[..., self.part[part.name]].reshape(*flat.shape[:-1], *part.shape)
            for part in self.slices
            if part.size
        }

    # -- the graph -----------------------------------------------------------------------------

    @cached_property
    def edges(self) -> Array:
        """The two ends of every route, in an array of shape (2, routes)."""
        return np.array([[route.a for route in self.board.routes], [route.b for route in self.board.routes]])

    @property
    def edge_features(self) -> list[str]:
        """The names of the features of a route."""
        owners = ["own"] + [f"held by seat +{step}" for step in range(1, self.board.players)]
        return [*owners, "open", "length", "points", *ROUTE_RULES, *(f"takes {name}" for name in self.board.colors)]

    @property
    def node_features(self) -> list[str]:
        """The names of the features of a city."""
        owners = ["on own routes"] + [f"on routes of seat +{step}" for step in range(1, self.board.players)]
        return [*owners, "open routes", "ends of own uncompleted tickets", "ends of offered tickets"]

    @cached_property
    def _route_features(self) -> Array:
        rows = []
        for route in self.board.routes:
            takes = [1.0 if route.color in (color, GRAY) else 0.0 for color in range(len(self.board.colors))]
            rules = [value / 3 for value in route.rules.values()]
            rows.append([route.length / 6, route.points / 15, *rules, *takes])
        return np.array(rows, dtype=np.float32)

    @cached_property
    def _incidence(self) -> Array:
        touching = np.zeros((len(self.board.routes), len(self.board.cities)), dtype=np.float32)
        routes = np.arange(len(self.board.routes))
        touching[routes, self.edges[0]] = touching[routes, self.edges[1]] = 1
        return touching

    @cached_property
    def _ticket_ends(self) -> Array:
        ends = np.zeros((len(self.board.tickets), len(self.board.cities)), dtype=np.float32)
        for ticket in self.board.tickets:
            ends[ticket.index, list(ticket.a | ticket.b)] = 1
        return ends

    def as_graph(self, flat: Array) -> dict[str, Array]:
        """Return flat observations as features of `nodes` (cities) and `edges` (routes), and the `rest`, scaled."""
        named = self.as_dict(flat)
        batch = flat.shape[:-1]
        owned = named["routes"].astype(np.float32)
        opened = named["open"].astype(np.float32)
        fixed = np.broadcast_to(self._route_features, (*batch, *self._route_features.shape))
        edges = np.concatenate([np.moveaxis(owned, -2, -1), opened[..., None], fixed], axis=-1)
        uncompleted = (named["tickets"] > 0) & (named["missing"] > 0)
        offered = named["offer"].max(axis=-2)
        nodes = [
            np.moveaxis(np.minimum(owned @ self._incidence, 1), -2, -1),
            (opened @ self._incidence)[..., None] / 5,
            (uncompleted @ self._ticket_ends)[..., None],
            (offered @ self._ticket_ends)[..., None],
        ]
        return {
            "nodes": np.concatenate(nodes, axis=-1).astype(np.float32),
            "edges": edges.astype(np.float32),
            "rest": np.ascontiguousarray(self.scaled(flat)[..., self._rest]),
        }

    @cached_property
    def _rest(self) -> Array:
        spatial = ("open", "routes")
        return np.concatenate(
            [np.arange(self.size)[self.part[part.name]] for part in self.slices if part.name not in spatial]
        )

    # -- forms by name -------------------------------------------------------------------------

    def form(self, name: str, flat: Array) -> Formed:
        """Return flat observations in a form: `flat`, `scaled`, `dict` or `graph`."""
        if name == "flat":
            return flat
        forms: dict[str, Callable[[Array], Formed]] = {
            "scaled": self.scaled,
            "dict": self.as_dict,
            "graph": self.as_graph,
        }
        return forms[name](flat)

    def text(self) -> str:
        """Return the table of slices, one per line."""
        lines = [f"{'slice':14s} {'from':>5s} {'size':>5s} {'scale':>6s}  contents"]
        for part in self.slices:
            if part.size:
                at = self.part[part.name].start
                scale = "each" if isinstance(part.scale, tuple) else f"{part.scale:g}"
                lines.append(f"{part.name:14s} {at:5d} {part.size:5d} {scale:>6s}  {part.about}")
        return "\n".join(lines)


def checked_form(name: str) -> str:
    """Return the name of a form of observation, or raise an error that lists the known ones."""
    if name not in FORMS:
        raise UnknownNameError("form of observation", str(name), FORMS)
    return name
