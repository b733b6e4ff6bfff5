"""The facts of a map for a client: everything that it shows or plans with and that never changes during a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType

from branchline.boards.build import build_board
from branchline.boards.format.schema import RouteRules
from branchline.boards.summary import rules_in_words

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.boards.format.schema import Map


class CityFact(Struct):
    """A city."""

    name: str
    label: str
    region: str


class RouteFact(RouteRules, frozen=True, kw_only=True):
    """A route; `needs` names the technologies that claiming it requires, `twin` is the other track of a double."""

    name: str
    a: int
    b: int
    length: int
    color: str
    points: int
    needs: list[str]
    twin: int | UnsetType = UNSET


class TicketFact(Struct):
    """A ticket; each end is one city, or several of which any will do (P6)."""

    a: list[int]
    b: list[int]
    name_a: str
    name_b: str
    points: int


class DistrictFact(Struct):
    """Cities that earn points when all of them are connected (E4)."""

    name: str
    color: str
    points: int
    cities: list[int]


class FlagFact(Struct):
    """The colors of a flag and its points (F3)."""

    colors: list[str]
    points: int


class TechnologyFact(Struct):
    """A technology, and its effect in a sentence."""

    name: str
    copies: int
    cost: int
    effect: str
    advanced: bool


class DealFact(Struct):
    """How many tickets are offered and how many must be kept."""

    deal: int
    keep: int


class PresetFact(Struct):
    """A named set of options."""

    about: str
    options: list[str]


class Facts(Struct, omit_defaults=True, kw_only=True):
    """Everything about a map that never changes."""

    id: str
    hash: str
    name: str
    summary: str
    origin: str
    note: str = ""
    piece: str
    pieces: int
    least: int
    most: int
    colors: list[str]
    cards: dict[str, int]
    market: int
    first_hand: int
    first_wilds: int = 0
    first_tickets: DealFact
    later_tickets: DealFact
    route_points: dict[str, int]
    both_tracks_from: int
    last_round_at: int
    cards_per_wild: int
    longest_path: int
    reset_at_wilds: int
    ties: list[str]
    options: dict[str, str]
    presets: dict[str, PresetFact]
    rules: list[str]
    cities: list[CityFact]
    routes: list[RouteFact]
    tickets: list[TicketFact]
    districts: list[DistrictFact]
    technologies: list[TechnologyFact]
    flag: FlagFact | None = None

    @property
    def texts(self) -> list[str]:
        """Everything that the map's author wrote and a page shows as text."""
        return [
            *(self.name, self.summary, self.note),
            *(text for city in self.cities for text in (city.name, city.label, city.region)),
            *(text for ticket in self.tickets for text in (ticket.name_a, ticket.name_b)),
            *(district.name for district in self.districts),
            *(technology.name for technology in self.technologies),
        ]


def facts_of(map_id: str, version: str, spec: Map) -> Facts:
    """Return the facts of a map; `version` identifies the version of its file or of its rules."""
    board = build_board(map_id, spec, spec.players.least)
    rules = spec.rules
    return Facts(
        id=map_id,
        hash=version,
        name=spec.about.name,
        summary=spec.about.summary,
        origin=spec.about.origin,
        note=spec.about.note,
        piece=spec.players.piece,
        pieces=spec.players.pieces,
        least=spec.players.least,
        most=spec.players.most,
        colors=list(board.colors),
        cards={**spec.cards.colors, "wild": spec.cards.wild},
        market=spec.cards.market,
        first_hand=spec.cards.first_hand,
        first_wilds=spec.cards.first_wilds,
        first_tickets=DealFact(rules.first_tickets.deal, rules.first_tickets.keep),
        later_tickets=DealFact(rules.later_tickets.deal, rules.later_tickets.keep),
        route_points=dict(spec.scoring.routes),
        both_tracks_from=rules.both_tracks_from,
        last_round_at=rules.last_round_at,
        cards_per_wild=rules.cards_per_wild,
        longest_path=spec.scoring.longest_path,
        reset_at_wilds=spec.cards.reset_at_wilds,
        ties=list(spec.scoring.ties),
        options={name: option.about for name, option in spec.options.items()},
        presets={name: PresetFact(preset.about, list(preset.options)) for name, preset in spec.presets.items()},
        rules=rules_in_words(spec),
        cities=[CityFact(city.name, city.label, city.region) for city in board.cities],
        routes=_routes(board),
        tickets=[TicketFact(sorted(t.a), sorted(t.b), t.name_a, t.name_b, t.points) for t in board.tickets],
        districts=[DistrictFact(d.name, d.color, d.points, sorted(d.cities)) for d in board.district_table],
        technologies=[TechnologyFact(name, t.copies, t.cost, t.effect, t.advanced) for name, t in board.technologies],
        flag=FlagFact([board.colors[color] for color in board.flag.colors], board.flag.points) if board.flag else None,
    )


def _routes(board: Board) -> list[RouteFact]:
    names = [name for name, _ in board.technologies]
    return [
        RouteFact(
            name=board.route_name(route.index),
            a=route.a,
            b=route.b,
            length=route.length,
            color=board.route_color(route.index),
            points=route.points,
            needs=[names[need] for need in sorted(route.needs)],
            twin=UNSET if route.twin is None else route.twin,
            **route.rules,
        )
        for route in board.routes
    ]
