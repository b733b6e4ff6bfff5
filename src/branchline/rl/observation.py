"""The observation: one flat array with named slices, the same as a dictionary, and the board as a graph."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from branchline.boards.board import GRAY
from branchline.engine.layout import PHASES, packed
from branchline.engine.possibilities import possibilities
from branchline.rl.actions import ActionSpace
from branchline.rl.kernel import offsets as p

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board
    from branchline.engine.layout import Records

Array = np.ndarray[Any, Any]
OBSERVATION = np.int16
FORMS = ("flat", "scaled", "dict", "graph")


class Slice(NamedTuple):
    """A named part of the observation: its shape, its values' usual greatest, and what it tells."""

    name: str
    shape: tuple[int, ...]
    scale: float | tuple[float, ...]
    about: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape))


def slices_of(board: Board) -> list[Slice]:
    """Return the slices of a board's observation, in their order."""
    players, kinds, colors = board.players, len(board.colors) + 1, len(board.colors)
    tickets, routes, technologies = len(board.tickets), len(board.routes), len(board.technologies)
    cards = float(max(*board.spec.cards.colors.values(), board.spec.cards.wild))
    pieces = float(board.spec.players.pieces)
    offered = possibilities(board).most_offered
    flag = colors if board.flag else 0
    hand = 2.0 * board.spec.cards.first_hand + 10
    return [
        Slice("phase", (len(PHASES),), 1, "what has to be decided, one of: " + ", ".join(PHASES)),
        Slice("seat", (players,), 1, "the observer's seat in the order of play"),
        Slice("to_decide", (players,), 1, "whose decision it is, counted from the observer"),
        Slice("clock", (p.CLOCK_SIZE,), (50, players, 1, 1, 1, players, 50, max(1, tickets)), "turns begun; turns left "
              "in the last round + 1, else 0; cards drawn this turn; a wild may follow; deck reshuffled; passes in a "
              "row; cards in the deck; tickets in their deck"),
        Slice("hand", (kinds,), cards, "own cards: colors in the map's order, then wild"),
        Slice("market", (kinds,), 5, "face-up cards by kind"),
        Slice("discards", (kinds,), cards, "discarded cards by kind"),
        Slice("unseen", (kinds,), cards, "inferred: cards that lie in the deck or unknown in other hands"),
        Slice("known", (players - 1, kinds), cards, "inferred: cards that others were seen to take and still hold"),
        Slice("hand_counts", (players,), hand, "cards of each seat"),
        Slice("pieces", (players,), pieces, "pieces left of each seat"),
        Slice("scores", (players,), 2.5 * pieces, "points on the track of each seat"),
        Slice("ticket_counts", (players,), 5, "tickets of each seat"),
        Slice("chosen", (players,), 1, "seats that have chosen their first tickets"),
        Slice("tickets", (tickets,), 1, "own tickets"),
        Slice("missing", (tickets,), 20, f"own and offered tickets: fewest spaces to claim, {p.CUT_OFF} if cut off"),
        Slice("offer", (offered, tickets), 1, "the tickets to choose from, by place in the offer"),
        Slice("returned", (tickets,), 1, "tickets the observer has put under the deck, still there"),
        Slice("open", (routes,), 1, "tracks nobody holds and no rule has closed"),
        Slice("tracks", (players, routes), 1, "tracks of each seat"),
        Slice("districts", (len(board.district_table),), 1, "districts the observer has joined"),
        Slice("front", (players, flag), 1, "cards each seat has kept for its flag, by color"),
        Slice("owned", (players, technologies), 1, "technologies of each seat"),
        Slice("copies", (technologies,), 4, "copies of each technology on sale"),
        Slice("bought", (technologies,), 1, "the technology bought this turn"),
    ]  # fmt: skip


class Observation:
    """Where everything of a board's observation lies, and its other forms; all of them take whole batches.

    >>> from branchline.boards.library import load_map
    >>> layout = Observation(load_map("london").board(2))
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
        """What to divide a flat observation by, so that its numbers lie near 0 to 1."""
        parts = [np.broadcast_to(np.asarray(part.scale, dtype=np.float32), part.size) for part in self.slices]
        return np.concatenate(parts)

    def scaled(self, flat: Array) -> Array:
        """Return flat observations as floats near 0 to 1."""
        return np.divide(flat, self.scale, dtype=np.float32)

    def as_dict(self, flat: Array) -> dict[str, Array]:
        """Return flat observations as named arrays of their own shapes; empty ones are left out."""
        return {
            part.name: flat[..., self.part[part.name]].reshape(*flat.shape[:-1], *part.shape)
            for part in self.slices
            if part.size
        }

    # -- the graph -----------------------------------------------------------------------------

    @cached_property
    def edges(self) -> Array:
        """The two ends of every track, as the columns of a 2 × tracks array."""
        return np.array([[route.a for route in self.board.routes], [route.b for route in self.board.routes]])

    @property
    def edge_features(self) -> list[str]:
        """The names of a track's features."""
        owners = ["own"] + [f"held by seat +{step}" for step in range(1, self.board.players)]
        return [*owners, "open", "length", "points", "ferry", *(f"takes {name}" for name in self.board.colors)]

    @property
    def node_features(self) -> list[str]:
        """The names of a place's features."""
        owners = ["on own tracks"] + [f"on tracks of seat +{step}" for step in range(1, self.board.players)]
        return [*owners, "open tracks", "ends of own tickets to do", "ends of offered tickets"]

    @cached_property
    def _track_facts(self) -> Array:
        rows = []
        for route in self.board.routes:
            takes = [1.0 if route.color in (color, GRAY) else 0.0 for color in range(len(self.board.colors))]
            rows.append([route.length / 6, route.points / 15, route.ferry / 3, *takes])
        return np.array(rows, dtype=np.float32)

    @cached_property
    def _incidence(self) -> Array:
        touching = np.zeros((len(self.board.routes), len(self.board.cities)), dtype=np.float32)
        tracks = np.arange(len(self.board.routes))
        touching[tracks, self.edges[0]] = touching[tracks, self.edges[1]] = 1
        return touching

    @cached_property
    def _ticket_ends(self) -> Array:
        ends = np.zeros((len(self.board.tickets), len(self.board.cities)), dtype=np.float32)
        for ticket in self.board.tickets:
            ends[ticket.index, list(ticket.a | ticket.b)] = 1
        return ends

    def as_graph(self, flat: Array) -> dict[str, Array]:
        """Return flat observations as `nodes`, `edges` (features) and `rest`, the slices that belong to no place."""
        named = self.as_dict(flat)
        batch = flat.shape[:-1]
        tracks = named["tracks"].astype(np.float32)
        opened = named["open"].astype(np.float32)
        facts = np.broadcast_to(self._track_facts, (*batch, *self._track_facts.shape))
        edges = np.concatenate([np.moveaxis(tracks, -2, -1), opened[..., None], facts], axis=-1)
        to_do = (named["tickets"] > 0) & (named["missing"] > 0)
        offered = named["offer"].max(axis=-2)
        nodes = [
            np.moveaxis(np.minimum(tracks @ self._incidence, 1), -2, -1),
            (opened @ self._incidence)[..., None] / 5,
            (to_do @ self._ticket_ends)[..., None],
            (offered @ self._ticket_ends)[..., None],
        ]
        return {
            "nodes": np.concatenate(nodes, axis=-1).astype(np.float32),
            "edges": edges.astype(np.float32),
            "rest": np.ascontiguousarray(self.scaled(flat)[..., self._rest]),
        }

    @cached_property
    def _rest(self) -> Array:
        spatial = ("open", "tracks")
        return np.concatenate(
            [np.arange(self.size)[self.part[part.name]] for part in self.slices if part.name not in spatial]
        )

    # -- forms by name -------------------------------------------------------------------------

    def form(self, name: str, flat: Array) -> Any:
        """Return flat observations in a form: `flat`, `scaled`, `dict` or `graph`."""
        forms: dict[str, Callable[[Array], Any]] = {
            "flat": lambda whole: whole,
            "scaled": self.scaled,
            "dict": self.as_dict,
            "graph": self.as_graph,
        }
        return forms[name](flat)

    def text(self) -> str:
        """Return the table of slices, one a line."""
        lines = [f"{'slice':14s} {'from':>5s} {'size':>5s} {'scale':>6s}  what it tells"]
        for part in self.slices:
            if part.size:
                at = self.part[part.name].start
                scale = "each" if isinstance(part.scale, tuple) else f"{part.scale:g}"
                lines.append(f"{part.name:14s} {at:5d} {part.size:5d} {scale:>6s}  {part.about}")
        return "\n".join(lines)


class Plan(NamedTuple):
    """All that the compiled code and the environments need of a board."""

    board: Board
    packed: Records
    numbers: Array
    layout: Observation
    actions: ActionSpace


_PLANS: dict[tuple[str, int, frozenset[str]], Plan] = {}


def plan_of(board: Board) -> Plan:
    """Lay out the spaces of a board for the compiled code, once."""
    key = (board.hash, board.players, board.options)
    if key not in _PLANS:
        _PLANS[key] = _new_plan(board)
    return _PLANS[key]


def _new_plan(board: Board) -> Plan:
    layout, actions = Observation(board), ActionSpace(board)
    head, numbers = actions.tables()
    head[p.SIZE], head[p.LONGEST] = layout.size, max(route.length for route in board.routes)
    numbers[: p.HEAD] = head
    starts = [layout.part[part.name].start for part in layout.slices]
    numbers[p.HEAD : p.HEAD + p.NUMBER_OF_SLICES] = starts
    numbers.setflags(write=False)
    return Plan(board, packed(board), numbers, layout, actions)


def checked_form(name: str) -> str:
    """Return the name of a form of observation, or refuse it."""
    from branchline.names import UnknownNameError

    if name not in FORMS:
        raise UnknownNameError("form of observation", str(name), FORMS)
    return name
