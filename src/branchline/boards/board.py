"""The immutable board of a game: a map prepared for a number of players and a set of options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from branchline.boards import graph
from branchline.boards.format import schema
from branchline.errors import BranchlineError, import_extra
from branchline.names import UnknownNameError, fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.boards.drawing.artwork import Drawing
    from branchline.boards.format.schema import Map, RouteExtras, Technology

WILD = 8
"""The card kind of wilds; the colors are kinds 0 to 7 in the order of the file."""
GRAY = 8
"""The color of a route that can be paid for with any one color (C2)."""


class BoardError(BranchlineError, ValueError):
    """A request that the board cannot fulfil, such as a route that does not exist."""


@dataclass(frozen=True, slots=True)
class City:
    """A city on the board."""

    name: str
    label: str
    lat: float
    lon: float
    region: str


@dataclass(frozen=True, slots=True)
class Route:
    """A route between two cities; `twin` is the other track of a double (C5)."""

    index: int
    a: int
    b: int
    length: int
    color: int
    points: int
    twin: int | None
    needs: frozenset[int]
    extras: RouteExtras
    """What the map file says of this route beyond its ends, length and color."""

    @property
    def ferry(self) -> int:
        """The number of wild symbols; 0 if the route is not a ferry (K2)."""
        return self.extras.ferry

    @property
    def rules(self) -> dict[str, Any]:
        """The special rules of the route by name, as the map file gives them; 0 or false for those that it lacks."""
        return {name: getattr(self.extras, name) for name in schema.ROUTE_RULES}

    @property
    def full_price(self) -> int:
        """The number of cards that the route costs without a discount (C2)."""
        return self.length

    @property
    def is_gray(self) -> bool:
        """Whether the route can be paid for with any one color (C2)."""
        return self.color == GRAY


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket; an end is one city or any city of a group (P6)."""

    index: int
    a: frozenset[int]
    b: frozenset[int]
    points: int
    name_a: str
    name_b: str

    @property
    def name(self) -> str:
        """The two ends as players read them."""
        return f"{self.name_a}–{self.name_b}"


@dataclass(frozen=True, slots=True)
class District:
    """Cities that earn points when all of them are connected (E4)."""

    name: str
    color: str
    points: int
    cities: frozenset[int]


@dataclass(frozen=True, slots=True)
class Flag:
    """The colors that make a flag, one kept card of each, and its points (F3)."""

    colors: tuple[int, ...]
    points: int


@dataclass(frozen=True, repr=False)
class Board:
    """Everything about a game that does not change while it is played.

    >>> from branchline.boards.library import load_map
    >>> board = load_map("usa").board(players=2)
    >>> board.name, len(board.cities), len(board.routes), len(board.tickets)
    ('USA', 36, 100, 30)
    """

    map_id: str
    spec: Map
    players: int
    options: frozenset[str]
    hash: str
    colors: tuple[str, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    district_table: tuple[District, ...]
    flag: Flag | None
    technologies: tuple[tuple[str, Technology], ...]

    def __repr__(self) -> str:
        sizes = f"{len(self.cities)} cities, {len(self.routes)} routes, {len(self.tickets)} tickets"
        options = "".join(f", {option}" for option in sorted(self.options))
        return f"<Board of {self.name} for {self.players} players{options}: {sizes}>"

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields alone for copies and pickles: what is derived from them is made again when needed."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @property
    def name(self) -> str:
        """The name of the map as people read it."""
        return self.spec.about.name

    @property
    def doubles_open(self) -> bool:
        """Whether both tracks of a double can be claimed with this number of players (C6)."""
        return self.players >= self.spec.rules.both_tracks_from

    # -- names ---------------------------------------------------------------------------------

    @cached_property
    def _city_by_fold(self) -> Mapping[str, int]:
        return {fold(city.name): index for index, city in enumerate(self.cities)}

    def has_city(self, name: str) -> bool:
        """Return whether there is a city with this name, without regard to case and accents."""
        return fold(name) in self._city_by_fold

    def city(self, name: str) -> int:
        """Return the number of the city with this name, without regard to case and accents.

        >>> from branchline.boards.library import load_map
        >>> board = load_map("usa").board(players=2)
        >>> board.cities[board.city("montreal")].name
        'Montréal'
        """
        index = self._city_by_fold.get(fold(name))
        if index is None:
            raise UnknownNameError("city", name, (city.name for city in self.cities))
        return index

    @cached_property
    def _kind_by_name(self) -> Mapping[str, int]:
        return {"wild": WILD, **{name: kind for kind, name in enumerate(self.colors)}}

    def color(self, name: str) -> int:
        """Return the card kind of a color, of "wild", or `GRAY` for "gray"."""
        exact = self._kind_by_name.get(name)
        if exact is not None:
            return exact
        folded = fold(name)
        if folded == "wild":
            return WILD
        if folded in ("gray", "grey"):
            return GRAY
        for index, color in enumerate(self.colors):
            if fold(color) == folded:
                return index
        raise UnknownNameError("color", name, [*self.colors, "wild"])

    def technology(self, name: str) -> int:
        """Return the number of the technology with this name."""
        folded = fold(name)
        for index, (known, _) in enumerate(self.technologies):
            if fold(known) == folded:
                return index
        raise UnknownNameError("technology", name, (known for known, _ in self.technologies))

    def card_name(self, kind: int) -> str:
        """Return the name of a card kind."""
        return "wild" if kind == WILD else self.colors[kind]

    @cached_property
    def card_names(self) -> tuple[str | None, ...]:
        """The name of every card kind by its number; `None` for those that the map does not use."""
        return (*self.colors, *[None] * (WILD - len(self.colors)), "wild")

    def route_color(self, route: int) -> str:
        """Return the name of a route's color."""
        color = self.routes[route].color
        return schema.GRAY if color == GRAY else self.colors[color]

    def route_name(self, route: int) -> str:
        """Return the two ends of a route as players read them."""
        ends = self.routes[route]
        return f"{self.cities[ends.a].name}–{self.cities[ends.b].name}"

    def routes_between(self, a: str, b: str) -> list[Route]:
        """Return the routes between two cities, in the order of the file.

        >>> from branchline.boards.library import load_map
        >>> board = load_map("usa").board(players=2)
        >>> [board.route_color(route.index) for route in board.routes_between("Dallas", "Houston")]
        ['gray', 'gray']
        """
        ends = {self.city(a), self.city(b)}
        return [route for route in self.routes if {route.a, route.b} == ends]

    def route(self, a: str, b: str, color: str | None = None) -> Route:
        """Return the first route between two cities, or the first of a color if one is given.

        >>> from branchline.boards.library import load_map
        >>> board = load_map("usa").board(players=2)
        >>> board.route("Seattle", "Portland").length
        1
        """
        between = self.routes_between(a, b)
        if not between:
            raise BoardError(f"No route joins {a} and {b}.")
        if color is None:
            return between[0]
        wanted = self.color(color)
        for route in between:
            if route.color == wanted:
                return route
        have = ", ".join(dict.fromkeys(self.route_color(route.index) for route in between))
        raise BoardError(f"No {color} route joins {a} and {b}; there is: {have}.")

    # -- questions about any set of routes -----------------------------------------------------

    def components(self, routes: Iterable[int]) -> list[set[int]]:
        """Return the networks that these routes form, each as the set of its cities."""
        return graph.components(self._edges(routes))

    def connected(self, routes: Iterable[int], a: str, b: str) -> bool:
        """Return whether these routes connect two cities.

        >>> from branchline.boards.library import load_map
        >>> board = load_map("usa").board(players=2)
        >>> routes = [board.route("Dallas", "Houston").index, board.route("Houston", "New Orleans").index]
        >>> board.connected(routes, "Dallas", "New Orleans")
        True
        """
        ends = {self.city(a), self.city(b)}
        return len(ends) == 1 or any(ends <= network for network in self.components(routes))

    def completed(self, routes: Iterable[int], ticket: int) -> bool:
        """Return whether these routes complete a ticket (P6).

        >>> from branchline.boards.library import load_map
        >>> board = load_map("usa").board(players=2)
        >>> ticket = board.tickets[0]
        >>> board.completed(range(len(board.routes)), 0), board.completed([], 0)
        (True, False)
        """
        card = self._ticket(ticket)
        return any(network & card.a and network & card.b for network in self.components(routes))

    def districts(self, routes: Iterable[int]) -> list[District]:
        """Return the districts whose cities these routes all connect (E4)."""
        progress = self.district_progress(routes)
        return [district for district in self.district_table if progress[district.name] == len(district.cities)]

    def district_progress(self, routes: Iterable[int]) -> dict[str, int]:
        """Return, for each district, the most of its cities that lie in one network of these routes (E4)."""
        networks = self.components(routes)
        return {
            district.name: max((len(district.cities & network) for network in networks), default=0)
            for district in self.district_table
        }

    def longest_path(self, routes: Iterable[int]) -> int:
        """Return the length of the longest continuous path over these routes (E3).

        >>> from branchline.boards.library import load_map
        >>> board = load_map("usa").board(players=2)
        >>> board.longest_path([board.route("Dallas", "Houston").index, board.route("Houston", "New Orleans").index])
        3
        """
        return graph.longest_trail(self._edges(set(routes))).length

    def longest_path_routes(self, routes: Iterable[int]) -> list[int]:
        """Return the routes of a longest continuous path over these routes, in the order of travel (E3)."""
        chosen = sorted(set(routes))
        return [chosen[edge] for edge in graph.longest_trail(self._edges(chosen)).edges]

    def shortest_path(self, routes: Iterable[int] | Mapping[int, int], ticket: int) -> list[int] | None:
        """Return the routes of a shortest path between a ticket's ends, or `None` if these routes have none.

        A mapping gives each route its cost; otherwise a route costs its length.

        >>> from branchline.boards.library import load_map
        >>> board = load_map("mini").board(players=2)
        >>> board.tickets[1].name
        'Devonport–Queenstown'
        >>> [board.route_name(route) for route in board.shortest_path(range(len(board.routes)), 1)]
        ['Burnie–Devonport', 'Burnie–Queenstown']
        """
        costs = routes if isinstance(routes, Mapping) else {route: self.routes[route].length for route in routes}
        card = self._ticket(ticket)
        return graph.shortest_path(self._neighbors, costs, sorted(card.a), card.b)

    @cached_property
    def _neighbors(self) -> graph.Neighbors[int]:
        return graph.neighbors(self._edges(range(len(self.routes))))

    def _edges(self, routes: Iterable[int]) -> list[graph.Edge[int]]:
        try:
            chosen = [self.routes[index] for index in routes]
        except (IndexError, TypeError):
            most = len(self.routes) - 1
            raise BoardError(f"Routes are given by their numbers, which are 0 to {most} on {self.name}.") from None
        return [(route.a, route.b, route.length) for route in chosen]

    def _ticket(self, ticket: int) -> Ticket:
        try:
            return self.tickets[ticket]
        except (IndexError, TypeError):
            most = len(self.tickets) - 1
            raise BoardError(f"There is no ticket {ticket!r}: tickets are 0 to {most} on {self.name}.") from None

    # -- for other libraries and for people ----------------------------------------------------

    def to_networkx(self, routes: Iterable[int] | None = None) -> Any:  # noqa: ANN401 (networkx is optional)
        """Return the board, or the network of some of its routes, as a `networkx.MultiGraph`.

        The nodes are the names of the cities, with `lat`, `lon`, `label` and `region`. The key of an edge is the index
        of its route, with `length`, `color`, `points`, `twin` and the special rules of routes, such as `ferry`.

        >>> from branchline.boards.library import load_map
        >>> board = load_map("usa").board(players=2)
        >>> board.to_networkx().edges["Dallas", "Houston", board.route("Dallas", "Houston").index]["length"]
        1
        """
        networkx = import_extra("networkx", "data")
        made = networkx.MultiGraph(name=self.name)
        for city in self.cities:
            made.add_node(city.name, lat=city.lat, lon=city.lon, label=city.label, region=city.region)
        for index in range(len(self.routes)) if routes is None else routes:
            route = self.routes[index]
            facts = {"length": route.length, "color": self.route_color(index), "points": route.points}
            ends = (self.cities[route.a].name, self.cities[route.b].name)
            made.add_edge(*ends, key=index, **facts, **route.rules, twin=route.twin)
        return made

    # -- drawing -------------------------------------------------------------------------------

    @cached_property
    def drawing(self) -> Drawing:
        """The board composed for painting."""
        from branchline.boards.draw import drawing

        return drawing(self.spec)

    def _repr_svg_(self) -> str:
        """Return the empty board as SVG, for notebooks."""
        from branchline.boards.draw import svg

        return svg(self.drawing)
