"""A map in words and numbers, for people who want to know it before they play it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from branchline.boards.format.schema import GRAY

if TYPE_CHECKING:
    from branchline.boards.format.schema import Deal, Map


class Summary(Struct, frozen=True, kw_only=True):
    """What `map show` tells."""

    name: str
    title: str
    about: str
    note: str
    origin: str
    players: list[int]
    pieces: int
    cities: int
    tracks: int
    doubles: int
    spaces: int
    ferries: int
    cards: int
    ticket_points: int
    tracks_by_color: dict[str, dict[int, int]]
    tickets: list[tuple[str, str, int]]
    rules: list[str]

    @classmethod
    def of(cls, name: str, spec: Map) -> Summary:
        """The summary of a checked map."""
        tracks = spec.routes.tracks
        pairs = Counter((frozenset((track.a, track.b)), track.length) for track in tracks)
        return cls(
            name=name,
            title=spec.about.name,
            about=spec.about.summary,
            note=spec.about.note,
            origin=spec.about.origin,
            players=[spec.players.least, spec.players.most],
            pieces=spec.players.pieces,
            cities=len(spec.cities),
            tracks=len(tracks),
            doubles=sum(count == 2 for count in pairs.values()),  # noqa: PLR2004 (C5)
            spaces=sum(track.length for track in tracks),
            ferries=sum(track.more.ferry > 0 for track in tracks),
            cards=sum(spec.cards.colors.values()) + spec.cards.wild,
            ticket_points=sum(ticket.points for ticket in spec.tickets.cards),
            tracks_by_color=_by_color(spec),
            tickets=sorted(((t.a, t.b, t.points) for t in spec.tickets.cards), key=lambda ticket: ticket[2]),
            rules=rules_in_words(spec),
        )

    def counts(self) -> str:
        """The numbers of the board in a sentence."""
        least, most = self.players
        ferries = f", {self.ferries} of them ferries" if self.ferries else ""
        return (
            f"{least} to {most} players with {self.pieces} pieces each. {self.cities} cities, {self.tracks} tracks"
            f"{ferries}, {self.doubles} doubles, {self.spaces} spaces. {self.cards} cards. "
            f"{len(self.tickets)} tickets worth {self.ticket_points}."
        )

    def track_rows(self, lengths: list[int]) -> list[list[object]]:
        """A row for each color: how many tracks of each length, and their spaces in all."""
        return [
            [color, *(row.get(n) or "" for n in lengths), sum(n * count for n, count in row.items())]
            for color, row in self.tracks_by_color.items()
        ]


def _by_color(spec: Map) -> dict[str, dict[int, int]]:
    rows: dict[str, Counter[int]] = {color: Counter() for color in (*spec.cards.colors, GRAY)}
    for track in spec.routes.tracks:
        rows[track.color][track.length] += 1
    return {color: dict(sorted(row.items())) for color, row in rows.items() if row}


def rules_in_words(spec: Map) -> list[str]:
    """What this map's rules are, a sentence each."""
    return [*_deck_words(spec), *_ticket_words(spec), *_route_words(spec), *_bonus_words(spec), *_option_words(spec)]


def _deck_words(spec: Map) -> list[str]:
    cards, rules = spec.cards, spec.rules
    colors = ", ".join(f"{count} {color}" for color, count in cards.colors.items())
    reset = f"; {cards.reset_at_wilds} wilds among them, and all are replaced" if cards.reset_at_wilds else ""
    hand = f" and {cards.first_wilds} wild" if cards.first_wilds else ""
    words = [
        f"Cards: {colors}, {cards.wild} wild.",
        f"First hand: {cards.first_hand} cards{hand}. Face up: {cards.market}{reset}.",
    ]
    if rules.cards_per_wild:
        words.append(f"Any {rules.cards_per_wild} cards stand for a wild.")
    return words


def _ticket_words(spec: Map) -> list[str]:
    def words(deal: Deal) -> str:
        return f"{deal.deal}, keep at least {deal.keep}"

    return [f"First tickets: {words(spec.rules.first_tickets)}. Later: {words(spec.rules.later_tickets)}."]


def _route_words(spec: Map) -> list[str]:
    points = ", ".join(f"{length} = {points}" for length, points in spec.scoring.routes.items())
    return [
        f"Points by length: {points}.",
        f"Both tracks of a double are open from {spec.rules.both_tracks_from} players on.",
        f"The last round starts when someone has {spec.rules.last_round_at} pieces or fewer.",
    ]


def _bonus_words(spec: Map) -> list[str]:
    words = []
    if spec.scoring.longest_path:
        words.append(f"Longest path: {spec.scoring.longest_path} points.")
    for name, district in spec.districts.items():
        points = name if district.points is None else district.points
        words.append(f"District {name}, {points} points: {', '.join(district.cities)}.")
    if spec.flag:
        words.append(f"Flag, {spec.flag.points} points: a kept {', a '.join(spec.flag.colors)} card.")
    words += [f"Group {name}: {', '.join(cities)}." for name, cities in spec.groups.items()]
    for name, technology in spec.technologies.items():
        words.append(f"{name} ({technology.copies} ×, costs {technology.cost} wild): {technology.effect}")
    return words


def _option_words(spec: Map) -> list[str]:
    options = [f"Option {name}: {option.about}" for name, option in spec.options.items()]
    presets = [f"Preset {name} ({' + '.join(p.options)}): {p.about}" for name, p in spec.presets.items()]
    return options + presets
