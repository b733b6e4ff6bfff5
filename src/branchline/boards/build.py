"""Build a `Board` from a checked map, a number of players and options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, Board, BoardError, City, District, Flag, Route, Ticket
from branchline.boards.format import schema
from branchline.boards.format.rules_hash import rules_hash
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable


def build_board(map_id: str, spec: schema.Map, players: int, options: Iterable[str] = ()) -> Board:
    """Return the board of a checked map for a number of players and a set of options."""
    _check_players(spec, players)
    cities = tuple(
        City(name=name, label=city.label or name, lat=city.lat, lon=city.lon, region=city.region)
        for name, city in spec.cities.items()
    )
    numbers = {city.name: index for index, city in enumerate(cities)}
    colors = tuple(spec.cards.colors)
    return Board(
        map_id=map_id,
        spec=spec,
        players=players,
        options=resolve_options(spec, options),
        hash=rules_hash(spec),
        colors=colors,
        cities=cities,
        routes=_routes(spec, cities, numbers, colors),
        tickets=_tickets(spec, numbers),
        district_table=_districts(spec, numbers),
        flag=_flag(spec, colors),
        technologies=tuple(spec.technologies.items()),
    )


def resolve_options(spec: schema.Map, chosen: Iterable[str]) -> frozenset[str]:
    """Return the chosen options with presets expanded; an option that the map does not offer is an error."""
    resolved: set[str] = set()
    for name in chosen:
        if name in spec.presets:
            resolved.update(spec.presets[name].options)
        elif name in spec.options:
            resolved.add(name)
        else:
            raise UnknownNameError("option", name, [*spec.options, *spec.presets], f"for {spec.about.name}")
    return frozenset(resolved)


def _check_players(spec: schema.Map, players: int) -> None:
    least, most = spec.players.least, spec.players.most
    if not least <= players <= most:
        raise BoardError(f"{spec.about.name} is for {least} to {most} players, not {players}.")


def _routes(
    spec: schema.Map, cities: tuple[City, ...], numbers: dict[str, int], colors: tuple[str, ...]
) -> tuple[Route, ...]:
    twins = _twins(spec.routes.tracks)
    points = {int(length): value for length, value in spec.scoring.routes.items()}
    return tuple(
        Route(
            index=index,
            a=numbers[route.a],
            b=numbers[route.b],
            length=route.length,
            color=GRAY if route.color == schema.GRAY else colors.index(route.color),
            points=points[route.length],
            twin=twins.get(index),
            needs=_needs(spec, route, {cities[numbers[route.a]].region, cities[numbers[route.b]].region}),
            extras=route.extras,
        )
        for index, route in enumerate(spec.routes.tracks)
    )


def _twins(routes: list[schema.Route]) -> dict[int, int]:
    """Pair the routes of the same length between the same two cities (C5, K20)."""
    first: dict[tuple[frozenset[str], int], int] = {}
    twins: dict[int, int] = {}
    for index, route in enumerate(routes):
        other = first.setdefault((frozenset((route.a, route.b)), route.length), index)
        if other != index:
            twins[index], twins[other] = other, index
    return twins


def _needs(spec: schema.Map, route: schema.Route, regions: set[str]) -> frozenset[int]:
    """Return the technologies that a route needs, all of them together (K3-K6)."""
    start = spec.without_technology
    if start is None or route.extras.free:
        return frozenset()
    closed_regions = {region for region in regions if region and region not in start.regions}
    return frozenset(
        index
        for index, technology in enumerate(spec.technologies.values())
        if closed_regions & set(technology.opens_regions)
        or (route.length > start.longest and route.length in technology.opens_lengths)
        or (route.extras.ferry and not start.ferries and technology.opens_ferries)
    )


def _tickets(spec: schema.Map, numbers: dict[str, int]) -> tuple[Ticket, ...]:
    def cities(name: str) -> frozenset[int]:
        return frozenset(numbers[city] for city in spec.groups.get(name, [name]))

    return tuple(
        Ticket(index=index, a=cities(card.a), b=cities(card.b), points=card.points, name_a=card.a, name_b=card.b)
        for index, card in enumerate(spec.tickets.cards)
    )


def _districts(spec: schema.Map, numbers: dict[str, int]) -> tuple[District, ...]:
    return tuple(
        District(
            name=name,
            color=district.color,
            points=int(name) if district.points is None else district.points,
            cities=frozenset(numbers[city] for city in district.cities),
        )
        for name, district in spec.districts.items()
    )


def _flag(spec: schema.Map, colors: tuple[str, ...]) -> Flag | None:
    if spec.flag is None:
        return None
    return Flag(colors=tuple(colors.index(color) for color in spec.flag.colors), points=spec.flag.points)
