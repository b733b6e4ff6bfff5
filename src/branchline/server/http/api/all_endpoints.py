"""Every endpoint of the HTTP API."""

from __future__ import annotations

from branchline.server.http.api import daily, games, lessons, maps, puzzles, replays, seats, site

ENDPOINTS = (
    *site.ENDPOINTS,
    *maps.ENDPOINTS,
    *games.ENDPOINTS,
    *seats.ENDPOINTS,
    *replays.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *lessons.ENDPOINTS,
    *daily.ENDPOINTS,
)
