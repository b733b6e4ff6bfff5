"""Check the coordinates of cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.format.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.draft import Draft

NORTHMOST, EASTMOST = 90, 180


def check_swapped(draft: Draft) -> Iterator[Finding]:
    """A latitude beyond a pole beside a longitude that could be a latitude is probably swapped with it."""
    cities = draft.raw.get("cities")
    for name, city in cities.items() if isinstance(cities, dict) else ():
        lat, lon = (city.get(key) if isinstance(city, dict) else None for key in ("lat", "lon"))
        if not isinstance(lat, int | float) or not isinstance(lon, int | float):
            continue
        if NORTHMOST < abs(lat) <= EASTMOST and abs(lon) <= NORTHMOST:
            message = f"lat {lat:g} and lon {lon:g} look swapped."
            fix = f"Write `lat = {lon:g}, lon = {lat:g}`: `lat` is degrees north, `lon` degrees east."
            yield Finding("swapped", ("cities", str(name)), message, fix)
