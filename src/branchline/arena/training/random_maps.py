"""Random maps to train on, so that a network learns what holds on every map."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TypeAlias

City: TypeAlias = int
Point: TypeAlias = tuple[float, float]
Track: TypeAlias = tuple[City, City, int]

COLORS = ("red", "orange", "yellow", "green", "blue", "purple", "white", "black")
POINTS = (1, 2, 4, 7, 10, 15)
"""Of routes by length."""
HEIGHT, WIDTH = 20, 30
"""In degrees."""
FEW_PIECES = 20
"""With fewer pieces a game is a short one, as on the map of a city."""
GRAY = 0.3
"""The share of gray routes."""


def random_map(seed: int) -> str:
    """Return the text of a random map for two to four players: cities, routes, tickets and numbers of the rules."""
    random = Random(f"random map {seed}")  # noqa: S311 (no secret)
    number = random.randint(16, 40)
    places = _places(random, number)
    tracks = _tracks(random, places)
    colors, doubles = COLORS[: random.choice((6, 8, 8, 8))], random.uniform(0.1, 0.4)
    lines, spaces = _track_lines(random, tracks, colors, doubles)
    pieces = max(14, min(45, round(spaces * random.uniform(0.13, 0.22))))
    few = pieces < FEW_PIECES
    deal, keep, later = random.choice(((2, 1, 2), (3, 2, 3))) if few else (3, 2, 3)
    copies = 6 if few else 12
    return "\n".join(
        [
            f'[about]\nname = "Random {seed}"\nsummary = "A random map."',
            f"[players]\nleast = 2\nmost = 4\npieces = {pieces}",
            f"[cards]\ncolors = {{ {', '.join(f'{color} = {copies}' for color in colors)} }}",
            f"wild = {len(colors) + (2 if few else 6)}\nfirst_hand = {2 if few else 4}",
            f"[rules]\nfirst_tickets = {{ deal = {deal}, keep = {keep} }}",
            f"later_tickets = {{ deal = {later}, keep = 1 }}\nboth_tracks_from = {random.choice((3, 4))}",
            f"[scoring]\nroutes = {{ {', '.join(f'{length} = {won}' for length, won in enumerate(POINTS, 1))} }}",
            f"longest_path = {random.choice((0, 10)) if not few else 0}",
            "[cities]",
            *(f'"City {place}" = {{ lat = {y:.3f}, lon = {x:.3f} }}' for place, (x, y) in enumerate(places)),
            "[routes]\ntracks = [",
            *lines,
            "]\n[tickets]\ncards = [",
            *_ticket_lines(random, number, tracks),
            "]\n",
        ]
    )


def _places(random: Random, number: int) -> list[Point]:
    """Return places that keep a distance from each other."""
    places: list[Point] = []
    while len(places) < number:
        candidates = [(WIDTH * random.random(), HEIGHT * random.random()) for _ in range(4)]
        places.append(max(candidates, key=lambda point: min((_distance(point, other) for other in places), default=0)))
    return places


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _tracks(random: Random, places: list[Point]) -> list[Track]:
    """Join the cities by a Gabriel graph, which is connected and planar; lengths grow with distances."""
    edges = []
    for a, b in combinations(range(len(places)), 2):
        middle = ((places[a][0] + places[b][0]) / 2, (places[a][1] + places[b][1]) / 2)
        radius = _distance(places[a], places[b]) / 2
        if all(_distance(middle, point) >= radius for place, point in enumerate(places) if place not in {a, b}):
            edges.append((a, b, 2 * radius))
    mean = sum(edge[2] for edge in edges) / len(edges)
    usual = random.uniform(1.7, 3.3)
    return [(a, b, max(1, min(6, round(usual * long / mean + random.gauss(0, 0.4))))) for a, b, long in edges]


def _track_lines(random: Random, tracks: list[Track], colors: tuple[str, ...], doubles: float) -> tuple[list[str], int]:
    """Return the lines of the tracks, some of them double and some gray, and their spaces in all."""
    lines, spaces, turn = [], 0, 0
    for a, b, length in tracks:
        gray = random.random() < GRAY
        for _ in range(2 if random.random() < doubles else 1):
            color = "gray" if gray else colors[turn % len(colors)]
            turn += not gray
            lines.append(f'  ["City {a}", "City {b}", {length}, "{color}"],')
            spaces += length
    return lines, spaces


def _ticket_lines(random: Random, number: int, tracks: list[Track]) -> list[str]:
    """Return tickets for pairs of cities that are not neighbors, worth about the spaces of the shortest path."""
    far = [[0 if a == b else 1000 for b in range(number)] for a in range(number)]
    for a, b, length in tracks:
        far[a][b] = far[b][a] = length
    for via in range(number):
        for a in range(number):
            for b in range(number):
                far[a][b] = min(far[a][b], far[a][via] + far[via][b])
    neighbors = {(a, b) for a, b, _ in tracks}
    pairs = [pair for pair in combinations(range(number), 2) if pair not in neighbors]
    chosen = random.sample(pairs, min(len(pairs), random.randint(22, 40)))
    return [f'  ["City {a}", "City {b}", {min(22, far[a][b])}],' for a, b in chosen]
