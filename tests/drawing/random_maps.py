"""Random maps such as a person might draw: neighbors joined, nothing crossing, lengths by distance."""

from __future__ import annotations

import random
from itertools import combinations
from math import dist, hypot, sqrt

from shapely.geometry import LineString, MultiPoint

from branchline.boards.format import schema

COLORS = ["red", "orange", "yellow", "green", "blue", "purple", "white", "black"]
SYLLABLES = [
    "ba",
    "den",
    "ford",
    "holm",
    "ley",
    "mar",
    "nor",
    "ox",
    "port",
    "ras",
    "stan",
    "ton",
    "ver",
    "wick",
    "zell",
]


def random_map(seed: int, cities: int, crossings: int = 0) -> schema.Map:
    """A connected map of this number of cities, planar but for some crossings, the same for the same seed."""
    rng = random.Random(seed)
    points = _scattered(rng, cities)
    names = _names(rng, cities)
    tracks = _tracks(rng, names, points)
    lat, lon, size = rng.uniform(-50, 55), rng.uniform(-170, 170), rng.choice([0.05, 0.8, 9.0])
    return schema.Map(
        about=schema.About(name=f"Random {seed}", summary="A random map."),
        players=schema.Players(least=2, most=4, pieces=30),
        cards=schema.Cards(colors=dict.fromkeys(COLORS, 8), wild=8, first_hand=4),
        rules=schema.Rules(
            first_tickets=schema.Deal(deal=3, keep=2), later_tickets=schema.Deal(deal=3, keep=1), both_tracks_from=3
        ),
        scoring=schema.Scoring(routes={str(length): length for length in range(1, 7)}),
        cities={
            name: schema.City(lat=lat + y * size, lon=(lon + x * size + 180) % 360 - 180)
            for name, (x, y) in zip(names, points, strict=True)
        },
        routes=schema.Routes(tracks=tracks + _crossing(rng, names, points, tracks, crossings)),
        tickets=schema.Tickets(cards=[schema.Ticket(names[0], names[-1], 9)]),
    )


def _scattered(rng: random.Random, count: int) -> list[tuple[float, float]]:
    """Points of a wide rectangle, none too near another."""
    apart = 0.75 / count**0.5
    found: list[tuple[float, float]] = []
    while len(found) < count:
        point = (rng.uniform(0, 1.4), rng.random())
        if all(hypot(point[0] - x, point[1] - y) > apart for x, y in found):
            found.append(point)
        apart *= 0.999
    return found


def _names(rng: random.Random, count: int) -> list[str]:
    names: list[str] = []
    while len(names) < count:
        name = "".join(rng.choices(SYLLABLES, k=rng.choice([2, 2, 3]))).capitalize()
        name = f"{rng.choice(['Saint', 'New', 'Great'])} {name}" if rng.random() < 0.2 else name
        if name not in names:
            names.append(name)
    return names


def _tracks(rng: random.Random, names: list[str], points: list[tuple[float, float]]) -> list[schema.Route]:
    """Gabriel neighbors: two places are joined if no third lies in the circle between them."""
    tracks = []
    for i, j in combinations(range(len(points)), 2):
        (ax, ay), (bx, by) = points[i], points[j]
        radius, x, y = hypot(ax - bx, ay - by) / 2, (ax + bx) / 2, (ay + by) / 2
        if any(hypot(px - x, py - y) < radius for k, (px, py) in enumerate(points) if k not in (i, j)):
            continue
        length = _length(2 * radius, len(points), rng.uniform(-0.5, 0.3))
        lanes = 2 if rng.random() < 0.2 else 1
        colors = rng.choices([*COLORS, "gray", "gray"], k=lanes)
        tracks += [schema.Route(names[i], names[j], length, color) for color in colors]
    return tracks


def _length(distance: float, cities: int, more: float) -> int:
    """A length that fits a distance on a map of this number of cities, give or take."""
    step = 0.8 / sqrt(cities) / 1.8
    return max(1, min(6, round(distance / step + more)))


def _crossing(
    rng: random.Random, names: list[str], points: list[tuple[float, float]], tracks: list[schema.Route], count: int
) -> list[schema.Route]:
    """Long routes that cross others: from a city to a neighbor's neighbor across a third track."""
    at = dict(zip(names, points, strict=True))
    joined = {frozenset((track.a, track.b)) for track in tracks}
    found: list[schema.Route] = []
    pairs = sorted(combinations(names, 2), key=lambda pair: dist(at[pair[0]], at[pair[1]]))
    for a, b in pairs:
        if len(found) == count:
            break
        ends = {a, b}
        crossed = [
            track
            for track in tracks
            if not {track.a, track.b} & ends and _cross(at[a], at[b], at[track.a], at[track.b])
        ]
        passed = LineString([at[a], at[b]]).distance(MultiPoint([at[name] for name in names if name not in ends]))
        is_clear = frozenset(ends) not in joined and passed > 0.3 / len(points) ** 0.5
        if is_clear and len(crossed) == 1 and crossed[0].length > 1:
            found.append(schema.Route(a, b, _length(dist(at[a], at[b]), len(points), -0.3), rng.choice(COLORS)))
    return found


def _cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
