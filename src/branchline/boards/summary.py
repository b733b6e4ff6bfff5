"""Describe a map in words and numbers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from branchline.boards.format.schema import GRAY

if TYPE_CHECKING:
    from branchline.boards.format.schema import Deal, Map


class Summary(Struct, frozen=True, kw_only=True):
    """What `branchline map show` prints."""

    name: str
    title: str
    about: str
    note: str
    origin: str
    players: list[int]
    pieces: int
    cities: int
    routes: int
    doubles: int
    spaces: int
    ferries: int
    cards: int
    ticket_points: int
    routes_by_color: dict[str, dict[int, int]]
    tickets: list[tuple[str, str, int]]
    rules: list[str]

    @classmethod
    def of(cls, name: str, spec: Map) -> Summary:
        """Return the summary of a checked map."""
        routes = spec.routes.tracks
        pairs = Counter((frozenset((route.a, route.b)), route.length) for route in routes)
        return cls(
            name=name,
            title=spec.about.name,
            about=spec.about.summary,
            note=spec.about.note,
            origin=spec.about.origin,
            players=[spec.players.least, spec.players.most],
            pieces=spec.players.pieces,
            cities=len(spec.cities),
            routes=len(routes),
            doubles=sum(count == 2 for count in pairs.values()),  # noqa: PLR2004 (C5)
            spaces=sum(route.length for route in routes),
            ferries=sum(route.extras.ferry > 0 for route in routes),
            cards=sum(spec.cards.colors.values()) + spec.cards.wild,
            ticket_points=sum(ticket.points for ticket in spec.tickets.cards),
            routes_by_color=_routes_by_color(spec),
            tickets=sorted(((t.a, t.b, t.points) for t in spec.tickets.cards), key=lambda ticket: ticket[2]),
            rules=rules_in_words(spec),
        )

    def counts(self) -> str:
        """Return the numbers of the board in a few sentences."""
        least, most = self.players
        ferries = f" ({self.ferries} of them ferries)" if self.ferries else ""
        return (
            f"{least} to {most} players with {self.pieces} pieces each. {self.cities} cities, {self.routes} routes"
            f"{ferries}, {self.doubles} doubles, {self.spaces} spaces. {self.cards} cards. "
            f"{len(self.tickets)} tickets worth {self.ticket_points} points."
        )

    def route_rows(self, lengths: list[int]) -> list[list[object]]:
        """Return a row for each color: the number of routes of each length, and the sum of their spaces."""
        return [
            [
                color,
                *(row.get(length) or "" for length in lengths),
                sum(length * count for length, count in row.items()),
            ]
            for color, row in self.routes_by_color.items()
        ]


def _routes_by_color(spec: Map) -> dict[str, dict[int, int]]:
    rows: dict[str, Counter[int]] = {color: Counter() for color in (*spec.cards.colors, GRAY)}
    for route in spec.routes.tracks:
        rows[route.color][route.length] += 1
    return {color: dict(sorted(row.items())) for color, row in rows.items() if row}


def rules_in_words(spec: Map) -> list[str]:
    """Return the rules of a map that differ between maps, one sentence or two for each."""
    return [*_cards(spec), _tickets(spec), *_routes(spec), *_bonuses(spec), *_technologies(spec), *_options(spec)]


def _cards(spec: Map) -> list[str]:
    cards = spec.cards
    colors = ", ".join(f"{count} {color}" for color, count in cards.colors.items())
    reset = f", all replaced when {cards.reset_at_wilds} or more are wild" if cards.reset_at_wilds else ""
    hand = f" and {cards.first_wilds} wild" if cards.first_wilds else ""
    sentences = [
        f"Cards: {colors}, {cards.wild} wild.",
        f"First hand: {cards.first_hand} cards{hand}. Face up: {cards.market}{reset}.",
    ]
    if spec.rules.cards_per_wild:
        sentences.append(f"Any {spec.rules.cards_per_wild} cards can be paid instead of a wild.")
    return sentences


def _tickets(spec: Map) -> str:
    def deal(tickets: Deal) -> str:
        return f"{tickets.deal}, keep at least {tickets.keep}"

    return f"First tickets: {deal(spec.rules.first_tickets)}. Later: {deal(spec.rules.later_tickets)}."


def _routes(spec: Map) -> list[str]:
    points = ", ".join(f"{length} = {points}" for length, points in spec.scoring.routes.items())
    return [
        f"Points by length: {points}.",
        f"Both tracks of a double are open with {spec.rules.both_tracks_from} or more players.",
        f"The last round starts when someone has {spec.rules.last_round_at} pieces or fewer.",
    ]


def _bonuses(spec: Map) -> list[str]:
    sentences = []
    if spec.scoring.longest_path:
        sentences.append(f"Longest path: {spec.scoring.longest_path} points.")
    for name, district in spec.districts.items():
        points = name if district.points is None else district.points
        sentences.append(f"District {name}, {points} points: {', '.join(district.cities)}.")
    if spec.flag:
        sentences.append(f"Flag, {spec.flag.points} points: a kept {', a '.join(spec.flag.colors)} card.")
    return sentences + [f"Group {name}: {', '.join(cities)}." for name, cities in spec.groups.items()]


def _technologies(spec: Map) -> list[str]:
    return [
        f"{name} ({technology.copies} ×, costs {technology.cost} wild): {technology.effect}"
        for name, technology in spec.technologies.items()
    ]


def _options(spec: Map) -> list[str]:
    options = [f"Option {name}: {option.about}" for name, option in spec.options.items()]
    presets = [f"Preset {name} ({' + '.join(p.options)}): {p.about}" for name, p in spec.presets.items()]
    return options + presets
