"""From a map file, a number of players and options to a Board."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from branchline.boards.board import GRAY, Board, BoardError, City, District, Flag, Route, Ticket
from branchline.boards.format import schema
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable


def compile_board(map_id: str, source: schema.Map, players: int, options: Iterable[str] = ()) -> Board:
    """Make the board of a checked map for this many players and these options."""
    _check_players(source, players)
    cities = tuple(
        City(name=name, label=city.label or name, lat=city.lat, lon=city.lon, region=city.region)
        for name, city in source.cities.items()
    )
    numbers = {city.name: index for index, city in enumerate(cities)}
    colors = tuple(source.cards.colors)
    return Board(
        map_id=map_id,
        spec=source,
        players=players,
        options=resolve_options(source, options),
        hash=rules_hash(source),
        colors=colors,
        cities=cities,
        routes=_routes(source, cities, numbers, colors),
        tickets=_tickets(source, numbers),
        district_table=_districts(source, numbers),
        flag=_flag(source, colors),
        technologies=tuple(source.technologies.items()),
    )


def rules_hash(source: schema.Map) -> str:
    """Return the hash of all that a game's course depends on; looks and words are left out."""
    plain = msgspec.to_builtins(source)
    for looks in ("about", "theme", "scenery", "presets"):
        plain.pop(looks, None)
    plain["options"] = sorted(plain["options"])
    for city in plain["cities"].values():
        for looks in ("lat", "lon", "at", "draw", "plate", "label"):
            city.pop(looks)
    for track in plain["routes"]["tracks"]:
        track[4].pop("bend")
    for technology in plain["technologies"].values():
        technology.pop("effect")
    return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()


def resolve_options(source: schema.Map, chosen: Iterable[str]) -> frozenset[str]:
    """Expand presets and refuse what the map does not offer."""
    resolved: set[str] = set()
    for name in chosen:
        if name in source.presets:
            resolved.update(source.presets[name].options)
        elif name in source.options:
            resolved.add(name)
        else:
            raise UnknownNameError(f"option of {source.about.name}", name, [*source.options, *source.presets])
    return frozenset(resolved)


def _check_players(source: schema.Map, players: int) -> None:
    least, most = source.players.least, source.players.most
    if not least <= players <= most:
        raise BoardError(f"{source.about.name} is for {least} to {most} players, not {players}.")


def _routes(
    source: schema.Map, cities: tuple[City, ...], numbers: dict[str, int], colors: tuple[str, ...]
) -> tuple[Route, ...]:
    twins = _twins(source.routes.tracks)
    points = {int(length): value for length, value in source.scoring.routes.items()}
    return tuple(
        Route(
            index=index,
            a=numbers[track.a],
            b=numbers[track.b],
            length=track.length,
            color=GRAY if track.color == schema.GRAY else colors.index(track.color),
            ferry=track.more.ferry,
            points=points[track.length],
            twin=twins.get(index),
            needs=_needs(source, track, {cities[numbers[track.a]].region, cities[numbers[track.b]].region}),
        )
        for index, track in enumerate(source.routes.tracks)
    )


def _twins(tracks: list[schema.Track]) -> dict[int, int]:
    """Pair the tracks of the same length between the same two places (C5, K20)."""
    first: dict[tuple[frozenset[str], int], int] = {}
    twins: dict[int, int] = {}
    for index, track in enumerate(tracks):
        pair = (frozenset((track.a, track.b)), track.length)
        if pair in first:
            twins[index] = first[pair]
            twins[first[pair]] = index
        else:
            first[pair] = index
    return twins


def _needs(source: schema.Map, track: schema.Track, regions: set[str]) -> frozenset[int]:
    """Return the technologies a route needs, all of them together (K3-K6)."""
    before = source.without_technology
    if before is None or track.more.free:
        return frozenset()
    foreign = {region for region in regions if region and region not in before.regions}
    return frozenset(
        index
        for index, technology in enumerate(source.technologies.values())
        if foreign & set(technology.opens_regions)
        or (track.length > before.longest and track.length in technology.opens_lengths)
        or (track.more.ferry and not before.ferries and technology.opens_ferries)
    )


def _tickets(source: schema.Map, numbers: dict[str, int]) -> tuple[Ticket, ...]:
    def places(name: str) -> frozenset[int]:
        return frozenset(numbers[city] for city in source.groups.get(name, [name]))

    return tuple(
        Ticket(index=index, a=places(card.a), b=places(card.b), points=card.points, name_a=card.a, name_b=card.b)
        for index, card in enumerate(source.tickets.cards)
    )


def _districts(source: schema.Map, numbers: dict[str, int]) -> tuple[District, ...]:
    return tuple(
        District(
            name=name,
            color=district.color,
            points=int(name) if district.points is None else district.points,
            cities=frozenset(numbers[city] for city in district.cities),
        )
        for name, district in source.districts.items()
    )


def _flag(source: schema.Map, colors: tuple[str, ...]) -> Flag | None:
    if source.flag is None:
        return None
    return Flag(colors=tuple(colors.index(color) for color in source.flag.colors), points=source.flag.points)
