"""A small valid map for tests to break, with every section that a map can have."""

from __future__ import annotations

VALID_MAP = """\
[about]
name    = "Four Corners"
summary = "A square and its middle."

[players]
least  = 2
most   = 3
pieces = 12

[cards]
colors = { red = 6, blue = 6, white = 6 }
wild   = 6
first_hand = 2

[rules]
first_tickets    = { deal = 2, keep = 1 }
later_tickets    = { deal = 2, keep = 1 }
both_tracks_from = 3

[scoring]
routes = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }

[options]
single_draw = { about = "Stop after one card." }
advanced    = { about = "More technologies." }

[presets]
gentle = { about = "An easy start.", options = ["single_draw"] }

[cities]
North  = { lat = 52.0, lon = 0.0, region = "Home" }
South  = { lat = 50.0, lon = 0.0, region = "Home" }
East   = { lat = 51.0, lon = 1.0, region = "Away" }
West   = { lat = 51.0, lon = -1.0, region = "Home" }
Middle = { lat = 51.0, lon = 0.0 }

[routes]
tracks = [
  ["North", "East", 3, "red"],
  ["North", "West", 2, "blue"],
  ["North", "West", 2, "white"],
  ["South", "East", 3, "gray", { ferry = 1 }],
  ["South", "West", 4, "blue"],
  ["Middle", "North", 1, "gray"],
  ["Middle", "South", 1, "white"],
]

[tickets]
cards = [
  ["North", "South", 2],
  ["West", "East", 5],
  ["Middle", "East", 4],
  ["Middle", "West", 3],
  ["Coast", "North", 3],
  ["South", "West", 4],
]

[districts]
2 = { cities = ["North", "West"] }

[flag]
colors = ["red", "white"]
points = 4

[groups]
Coast = ["East", "South"]

[without_technology]
regions = ["Home"]
longest = 2
ferries = false

[technologies]
Passport = { copies = 2, cost = 1, opens_regions = ["Away"], effect = "The east may be claimed." }
Stoker   = { copies = 2, cost = 1, opens_lengths = [3, 4], effect = "Long routes may be claimed." }
Screw    = { copies = 2, cost = 1, opens_ferries = true, effect = "Ferries may be claimed." }
Diesel   = { copies = 1, cost = 2, advanced = true, discount = 1, effect = "Routes cost less." }
"""


def edited(*edits: tuple[str, str]) -> str:
    """Return the valid map with these texts replaced, each of which must occur once."""
    text = VALID_MAP
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
        text = text.replace(old, new)
    return text
