"""Six finished themes, and the one that suits a map which does not choose."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from branchline.boards.format.schema import Map

PRESETS: dict[str, dict[str, str]] = {
    "poster": {
        "type": "poster", "frame": "poster", "water": "lines", "paper": "#f8ecd2", "sea": "#9ed0c8", "land": "#f6e3b6",
        "abroad": "#ecd5a2", "coast": "#2f6f73", "border": "#a0703a", "ink": "#2b1c16", "accent": "#a92f1c",
        "park": "#c9d69a",
    },
    "atlas": {
        "type": "humanist", "frame": "double", "water": "lines", "paper": "#f8f5ea", "sea": "#bfe0f0",
        "land": "#f6f1d8", "abroad": "#e4ead2", "coast": "#3a7799", "border": "#a9805c", "ink": "#1d2a38",
        "accent": "#b3363e", "park": "#cde0b0",
    },
    "engraved": {
        "type": "engraved", "frame": "rails", "water": "lines", "paper": "#f6ecd3", "sea": "#c6e2da",
        "land": "#f7ebcf", "abroad": "#eadfbd", "coast": "#4a6d6a", "border": "#8d7650", "ink": "#231d1a",
        "accent": "#7d2027", "park": "#d5dcaa",
    },
    "deco": {
        "type": "deco", "frame": "deco", "water": "lines", "paper": "#faf2e0", "sea": "#9cc8d8", "land": "#f7ebd2",
        "abroad": "#efdcba", "coast": "#35687a", "border": "#b08d57", "ink": "#1b1a26", "accent": "#c79a3b",
        "park": "#c8d6a0",
    },
    "transit": {
        "type": "plain", "frame": "plain", "water": "flat", "paper": "#ffffff", "sea": "#c3e3f4", "land": "#fbfaf4",
        "abroad": "#f2efe2", "coast": "#4f8dad", "border": "#c2b79c", "ink": "#15202e", "accent": "#c62f28",
        "park": "#d6ecc4",
    },
    "coastal": {
        "type": "humanist", "frame": "waves", "water": "lines", "paper": "#fdf6e8", "sea": "#93d4dc",
        "land": "#fbeec9", "abroad": "#f3e0b6", "coast": "#1f7784", "border": "#b98a52", "ink": "#123238",
        "accent": "#b8431f", "park": "#c4e0a4",
    },
}  # fmt: skip
"""The keys of `[theme]` that each preset sets."""

TOWN, CONTINENT, WORLD = 1.5, 18.0, 60.0
"""The extents in degrees from which a map no longer shows a town, shows a continent, and shows the world."""
STATIONS = 20
"""A town with this many cities is drawn as a network of stations."""
TROPICS, STEEP = 32.0, 66.0
"""Latitudes up to which a country is sunny, and from which it is polar."""


def choose_preset(map_: Map) -> str:
    """Return the preset for a map, by its extent, the number of its cities and its place on the globe."""
    places = [city.draw or (city.lat, city.lon) for city in map_.cities.values()]
    south, north = min(lat for lat, _ in places), max(lat for lat, _ in places)
    middle = abs(south + north) / 2
    wide = _span([lon for _, lon in places]) * math.cos(math.radians(middle))
    extent = max(north - south, wide)
    if extent < TOWN:
        if middle < TROPICS / 2:
            return "coastal"
        return "transit" if len(places) >= STATIONS else "deco"
    if extent > WORLD or middle > STEEP:
        return "atlas"
    if extent > CONTINENT:
        return "poster"
    return "coastal" if middle < TROPICS else "engraved"


def _span(longitudes: list[float]) -> float:
    """Return the degrees of the narrowest span that contains these longitudes, across the date line if need be."""
    around = sorted(longitude % 360 for longitude in longitudes)
    return 360 - max(after - before for before, after in pairwise([*around, around[0] + 360]))
