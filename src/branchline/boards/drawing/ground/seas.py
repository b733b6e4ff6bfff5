"""The names of oceans and large seas, for maps that do not name any water themselves."""

from __future__ import annotations

from typing import NamedTuple


class Sea(NamedTuple):
    """A sea: its name, the middle of its open water in degrees, and the radius around it that belongs to it."""

    name: str
    lat: float
    lon: float
    radius: float


SEAS = (
    Sea("Pacific Ocean", 30, -160, 28), Sea("Pacific Ocean", -25, -125, 28), Sea("Pacific Ocean", 5, 165, 16),
    Sea("Pacific Ocean", 33, -127, 8), Sea("Pacific Ocean", 36, 147, 7), Sea("Pacific Ocean", -20, -78, 8),
    Sea("Atlantic Ocean", 33, -45, 22), Sea("Atlantic Ocean", -22, -18, 22), Sea("Atlantic Ocean", 36, -68, 8),
    Sea("Atlantic Ocean", 45, -14, 8), Sea("Atlantic Ocean", 55, -18, 7), Sea("Atlantic Ocean", 20, -25, 10),
    Sea("Indian Ocean", -22, 78, 25), Sea("Indian Ocean", -5, 60, 12), Sea("Indian Ocean", -28, 108, 8),
    Sea("Arctic Ocean", 84, 180, 10), Sea("Arctic Ocean", 76, -150, 6), Sea("Southern Ocean", -62, 90, 10),
    Sea("Southern Ocean", -62, -100, 10), Sea("Mediterranean Sea", 34.2, 18.5, 4.5),
    Sea("Mediterranean Sea", 38.8, 5.5, 3.2), Sea("Mediterranean Sea", 33.4, 30, 3),
    Sea("Tyrrhenian Sea", 40, 12.3, 2.2), Sea("Adriatic Sea", 43, 15.2, 1.8), Sea("Ionian Sea", 37.8, 18.8, 2.2),
    Sea("Aegean Sea", 38.4, 25.1, 1.6), Sea("Sea of Crete", 36.1, 24.9, 0.8), Sea("Black Sea", 43.2, 34.5, 4),
    Sea("Caspian Sea", 41.8, 50.6, 3), Sea("North Sea", 56.3, 3.2, 3.4), Sea("Baltic Sea", 57.2, 19.4, 2.6),
    Sea("Baltic Sea", 55.2, 16.4, 1.4), Sea("Gulf of Bothnia", 62.3, 19.6, 2), Sea("Norwegian Sea", 67.5, 3, 5),
    Sea("Barents Sea", 73.5, 40, 6), Sea("Kara Sea", 76, 75, 5), Sea("Greenland Sea", 76, -6, 5),
    Sea("Labrador Sea", 58, -54, 5), Sea("Baffin Bay", 73.5, -66, 4), Sea("Hudson Bay", 59.5, -86, 5),
    Sea("Beaufort Sea", 72.5, -138, 4), Sea("Bering Sea", 58.5, -178, 6), Sea("Gulf of Alaska", 57, -145, 5),
    Sea("Sea of Okhotsk", 54.5, 149, 5), Sea("Sea of Japan", 40.2, 134.8, 4), Sea("Yellow Sea", 35.8, 123.3, 2.5),
    Sea("East China Sea", 29.3, 124.8, 3), Sea("South China Sea", 14, 114.5, 5), Sea("Philippine Sea", 18, 131, 6),
    Sea("Java Sea", -5, 111.5, 2.5), Sea("Bay of Bengal", 14.5, 88, 5), Sea("Arabian Sea", 15.5, 64, 7),
    Sea("Red Sea", 20.5, 38.4, 2.5), Sea("Persian Gulf", 27, 51.5, 2), Sea("Coral Sea", -17, 154, 6),
    Sea("Tasman Sea", -38.5, 160.5, 7), Sea("Bass Strait", -39.9, 146.2, 1.2), Sea("Caribbean Sea", 14.8, -73.5, 5),
    Sea("Gulf of Mexico", 25.3, -90.5, 4.5), Sea("Gulf of Guinea", 1.5, 3.5, 4), Sea("Irish Sea", 53.7, -4.8, 0.9),
    Sea("English Channel", 50.1, -1.6, 1.1), Sea("Bay of Biscay", 45.3, -4.7, 2.4),
    Sea("Mozambique Channel", -19.5, 40.8, 3),
)  # fmt: skip
"""Larger waters come first; those with several entries are named once on a board."""
