"""The schema of a map file."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, field

GRAY = "gray"
"""The color of a route that can be paid for with any one color (C2)."""

Count = Annotated[int, Meta(ge=0, le=255)]
MOST_PIECES = 100
Points = Annotated[int, Meta(ge=0, le=200)]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class Part(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A section or inline table of the file; unknown keys are errors."""


class About(Part, frozen=True, kw_only=True):
    """What lists and the rules page say about the map."""

    name: Name
    summary: Text
    origin: Literal["published", "own", "yours"] = "yours"
    """Where the board comes from; "own" is a board designed by this project."""
    note: str = ""
    """What differs from the published game, or is our own interpretation of it."""


class Players(Part, frozen=True, kw_only=True):
    """The number of players and of the pieces of each (S1)."""

    least: Annotated[int, Meta(ge=2, le=5)]
    most: Annotated[int, Meta(ge=2, le=5)]
    pieces: Annotated[int, Meta(ge=1, le=MOST_PIECES)]
    piece: Literal["train", "bus"] = "train"


class Cards(Part, frozen=True, kw_only=True):
    """The deck, the first hand (S2) and the market (S3, D6)."""

    colors: dict[Name, Annotated[int, Meta(ge=1, le=31)]]
    wild: Annotated[int, Meta(ge=0, le=31)]
    first_hand: Annotated[int, Meta(ge=0, le=20)]
    first_wilds: Annotated[int, Meta(ge=0, le=4)] = 0
    market: Annotated[int, Meta(ge=1, le=5)] = 5
    reset_at_wilds: Annotated[int, Meta(ge=0, le=5)] = 0


class Deal(Part, frozen=True, kw_only=True):
    """How many tickets are offered, and how many of them must be kept."""

    deal: Annotated[int, Meta(ge=1, le=5)]
    keep: Annotated[int, Meta(ge=1, le=5)]


class Rules(Part, frozen=True, kw_only=True):
    """The numbers of the rules that differ between maps."""

    first_tickets: Deal
    later_tickets: Deal
    both_tracks_from: Annotated[int, Meta(ge=2, le=6)]
    last_round_at: Count = 2
    cards_per_wild: Annotated[int, Meta(ge=0, le=9)] = 0


class Scoring(Part, frozen=True, kw_only=True):
    """Points by route length, the longest-path bonus and the tie-breakers (E3, E5)."""

    routes: dict[str, Points]
    longest_path: Points = 0
    ties: list[Literal["tickets", "longest path"]] = field(default_factory=lambda: ["tickets"])


class Option(Part, frozen=True, kw_only=True):
    """An option that the host of a game may turn on."""

    about: Text


class Preset(Part, frozen=True, kw_only=True):
    """A named set of options."""

    about: Text
    options: list[Name]


class LatLon(NamedTuple):
    """A place on the globe: degrees north and east."""

    lat: float
    lon: float


class City(Part, frozen=True, kw_only=True):
    """A city at its real coordinates."""

    lat: Annotated[float, Meta(ge=-90, le=90)]
    lon: Annotated[float, Meta(ge=-180, le=180)]
    label: str = ""
    region: str = ""
    at: tuple[float, float] | None = None
    """Drawing only: an offset in board units."""
    draw: LatLon | None = None
    """Drawing only: the latitude and longitude at which to draw a city that is off the board."""
    plate: bool = False
    """Drawing only: whether the label is a plate at the edge of the board."""


class RouteRules(Part, frozen=True, kw_only=True):
    """The rules of single routes. Whatever shows, packs or encodes routes goes through all of these fields."""

    ferry: Annotated[int, Meta(ge=0, le=9)] = 0
    """The number of wild symbols; 0 if the route is not a ferry (K2)."""


ROUTE_RULES = RouteRules.__struct_fields__
"""The names of the rules of single routes."""


class RouteExtras(RouteRules, frozen=True, kw_only=True):
    """What only a few routes have."""

    free: bool = False
    """Whether the route needs no technology (K6)."""
    bend: float | None = None
    """Drawing only: how far the route bends to one side."""


class Route(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A route, such as `["Atlanta", "Miami", 5, "blue"]`, optionally with a table of extras."""

    a: Name
    b: Name
    length: int
    color: Name
    extras: RouteExtras = field(default_factory=RouteExtras)


class Ticket(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A ticket, such as `["Boston", "Miami", 12]`; an end may also be a group."""

    a: Name
    b: Name
    points: Annotated[int, Meta(ge=1, le=100)]


class Routes(Part, frozen=True, kw_only=True):
    """All routes; two of the same length between the same cities are the tracks of a double (C5)."""

    tracks: list[Route]


class Tickets(Part, frozen=True, kw_only=True):
    """All tickets."""

    cards: list[Ticket]


class District(Part, frozen=True, kw_only=True):
    """Cities that earn points when all of them are connected (E4)."""

    cities: list[Name]
    color: str = ""
    points: Points | None = None


class Flag(Part, frozen=True, kw_only=True):
    """The colors of which cards are kept; one of each scores (F1-F4)."""

    colors: Annotated[list[Name], Meta(min_length=1, max_length=8)]
    points: Points


class WithoutTechnology(Part, frozen=True, kw_only=True):
    """What a player may claim before buying any technology (K3)."""

    regions: list[Name] = field(default_factory=list)
    longest: Annotated[int, Meta(ge=0, le=31)] = 31
    ferries: bool = True


class Technology(Part, frozen=True, kw_only=True):
    """A technology: copies, cost in wilds, and effects (K7-K18)."""

    copies: Annotated[int, Meta(ge=1, le=9)]
    cost: Annotated[int, Meta(ge=0, le=9)]
    effect: Text
    advanced: bool = False
    opens_regions: list[Name] = field(default_factory=list)
    opens_lengths: list[int] = field(default_factory=list)
    opens_ferries: bool = False
    cards_per_wild: Annotated[int, Meta(ge=0, le=9)] = 0
    route_points: Points = 0
    ferry_points: Points = 0
    ticket_points: Points = 0
    claims_held_route: bool = False
    second_route: bool = False
    blind_cards: Annotated[int, Meta(ge=0, le=5)] = 0
    most_tickets: Points = 0
    longest_path: Points = 0
    discount: Annotated[int, Meta(ge=0, le=9)] = 0
    until_reshuffle: bool = False


class Map(Part, frozen=True, kw_only=True):
    """A whole map file."""

    about: About
    players: Players
    cards: Cards
    rules: Rules
    scoring: Scoring
    options: dict[str, Option] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)
    cities: dict[Name, City]
    routes: Routes
    tickets: Tickets
    districts: dict[str, District] = field(default_factory=dict)
    flag: Flag | None = None
    groups: dict[Name, list[Name]] = field(default_factory=dict)
    without_technology: WithoutTechnology | None = None
    technologies: dict[Name, Technology] = field(default_factory=dict)
    # Only the drawing code reads these two; it has its own schema for them. A theme may be only the name of a preset.
    theme: dict[str, Any] | str = field(default_factory=dict)
    scenery: dict[str, Any] = field(default_factory=dict)


class Limits:
    """What the engine's fixed-width records can hold."""

    PLAYERS = 5
    COLORS = 8
    ROUTES = 128
    CITIES = 64
    TICKETS = 64
    TECHNOLOGIES = 16
    DISTRICTS = 16
    LENGTH = 12
    CARDS = 255
    PIECES = MOST_PIECES


OPTIONS = ("single_draw", "replacement_wild", "advanced")
"""The options that the engine knows; a map file declares those it offers."""
