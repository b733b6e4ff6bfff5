"""What is in the box: a map file, read without any help from the product."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

WILD = "wild"
GRAY = "gray"


@dataclass(frozen=True)
class Route:
    """One track of the board."""

    a: str
    b: str
    length: int
    color: str
    ferry: int  # wild symbols (K2)
    free: bool  # needs no technology (K6)


@dataclass(frozen=True)
class Ticket:
    """One destination ticket; an end is any one of several places (P6)."""

    a: list[str]
    b: list[str]
    points: int


@dataclass(frozen=True)
class District:
    """Places to be joined, and what that earns (E4)."""

    name: str
    cities: list[str]
    points: int


@dataclass(frozen=True)
class Technology:
    """One kind of technology card (K7)."""

    copies: int
    cost: int
    advanced: bool
    regions: list[str]
    lengths: list[int]
    ferries: bool
    cards_per_wild: int
    route_points: int
    ferry_points: int
    ticket_points: int
    held_route: bool
    second_route: bool
    blind_cards: int
    most_tickets: int
    longest_path: int
    discount: int
    until_reshuffle: bool

    @property
    def goes_back(self) -> bool:
        """Whether it is for one turn only (K11, K13)."""
        return self.held_route or self.second_route


@dataclass(frozen=True)
class Limits:
    """What may be claimed without technology (K3)."""

    regions: list[str]
    longest: int
    ferries: bool


@dataclass(frozen=True)
class Box:
    """Everything a map file says about the rules."""

    least: int
    most: int
    pieces: int
    colors: list[str]
    cards: Counter[str]
    first_hand: int
    first_wilds: int
    market: int
    reset_at_wilds: int
    first_deal: int
    first_keep: int
    later_deal: int
    later_keep: int
    both_tracks_from: int
    last_round_at: int
    cards_per_wild: int
    route_points: dict[int, int]
    longest_path: int
    ties: list[str]
    regions: dict[str, str]
    routes: list[Route]
    beside: list[list[int]]  # for each route, the other tracks of its double (C5)
    tickets: list[Ticket]
    districts: list[District]
    flag_colors: list[str]
    flag_points: int
    limits: Limits | None
    technologies: dict[str, Technology]


def _route(row: list[Any]) -> Route:
    more: dict[str, Any] = row[4] if len(row) > 4 else {}
    return Route(row[0], row[1], row[2], row[3], more.get("ferry", 0), more.get("free", False))


def _beside(routes: list[Route]) -> list[list[int]]:
    """Two tracks of the same length between the same two places (C5, K20)."""
    keys = [(frozenset((route.a, route.b)), route.length) for route in routes]
    return [
        [other for other, key in enumerate(keys) if key == mine and other != this] for this, mine in enumerate(keys)
    ]


def _ticket(row: list[Any], groups: dict[str, list[str]]) -> Ticket:
    return Ticket(groups.get(row[0], [row[0]]), groups.get(row[1], [row[1]]), row[2])


def _district(name: str, part: dict[str, Any]) -> District:
    points = part.get("points")
    return District(name, part["cities"], int(name) if points is None else points)


def _technology(part: dict[str, Any]) -> Technology:
    return Technology(
        copies=part["copies"],
        cost=part["cost"],
        advanced=part.get("advanced", False),
        regions=part.get("opens_regions", []),
        lengths=part.get("opens_lengths", []),
        ferries=part.get("opens_ferries", False),
        cards_per_wild=part.get("cards_per_wild", 0),
        route_points=part.get("route_points", 0),
        ferry_points=part.get("ferry_points", 0),
        ticket_points=part.get("ticket_points", 0),
        held_route=part.get("claims_held_route", False),
        second_route=part.get("second_route", False),
        blind_cards=part.get("blind_cards", 0),
        most_tickets=part.get("most_tickets", 0),
        longest_path=part.get("longest_path", 0),
        discount=part.get("discount", 0),
        until_reshuffle=part.get("until_reshuffle", False),
    )


def _limits(part: dict[str, Any] | None) -> Limits | None:
    if part is None:
        return None
    return Limits(part.get("regions", []), part.get("longest", 31), part.get("ferries", True))


def open_box(map_file: Path) -> Box:
    """Read a map file."""
    with map_file.open("rb") as file:
        data: dict[str, Any] = tomllib.load(file)
    cards, rules, scoring = data["cards"], data["rules"], data["scoring"]
    routes = [_route(row) for row in data["routes"]["tracks"]]
    flag = data.get("flag", {"colors": [], "points": 0})
    return Box(
        least=data["players"]["least"],
        most=data["players"]["most"],
        pieces=data["players"]["pieces"],
        colors=list(cards["colors"]),
        cards=+Counter({**cards["colors"], WILD: cards["wild"]}),
        first_hand=cards["first_hand"],
        first_wilds=cards.get("first_wilds", 0),
        market=cards.get("market", 5),
        reset_at_wilds=cards.get("reset_at_wilds", 0),
        first_deal=rules["first_tickets"]["deal"],
        first_keep=rules["first_tickets"]["keep"],
        later_deal=rules["later_tickets"]["deal"],
        later_keep=rules["later_tickets"]["keep"],
        both_tracks_from=rules["both_tracks_from"],
        last_round_at=rules.get("last_round_at", 2),
        cards_per_wild=rules.get("cards_per_wild", 0),
        route_points={int(length): points for length, points in scoring["routes"].items()},
        longest_path=scoring.get("longest_path", 0),
        ties=scoring.get("ties", ["tickets"]),
        regions={name: city.get("region", "") for name, city in data["cities"].items()},
        routes=routes,
        beside=_beside(routes),
        tickets=[_ticket(row, data.get("groups", {})) for row in data["tickets"]["cards"]],
        districts=[_district(name, part) for name, part in data.get("districts", {}).items()],
        flag_colors=flag["colors"],
        flag_points=flag["points"],
        limits=_limits(data.get("without_technology")),
        technologies={name: _technology(part) for name, part in data.get("technologies", {}).items()},
    )
