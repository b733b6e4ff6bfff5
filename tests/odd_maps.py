"""Random map files with odd numbers: every one is valid, hardly one is a game that anyone would print.

A rule that holds on the built-in maps by accident (a set of cards has four, a market five, a discount is one card)
breaks here. `odd_map(seed)` is the text of a file, the same for the same seed.
"""

from __future__ import annotations

import json
import tempfile
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from branchline.boards.format.check import check
from branchline.boards.format.schema import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

Section: TypeAlias = dict[str, Any]

COLORS = ("red", "orange", "yellow", "green", "blue", "purple", "white", "black")
REGIONS = ("North", "South", "Isles")
FEW_RESETS = 40
"""In the worst deck of a file, the market is dealt at most this often on average before it may stay (D6)."""


@cache
def odd_map_file(seed: int) -> Path:
    """Write an odd map to a temporary file."""
    folder = Path(tempfile.gettempdir()) / "branchline-odd-maps"
    folder.mkdir(exist_ok=True)
    path = folder / f"odd-{seed}.toml"
    path.write_text(odd_map(seed), encoding="utf-8")
    return path


def odd_map(seed: int) -> str:
    """Return the text of a valid map file with odd numbers."""
    for attempt in range(100):
        text = _text(_sections(Random(f"odd map {seed} {attempt}")))
        if not check(text).errors:
            return text
    raise AssertionError(f"no valid map in a hundred attempts from seed {seed}: {check(text).text()}")


def _sections(random: Random) -> dict[str, Section]:
    cities = [f"Town {letter}" for letter in "ABCDEFGHIJ"[: random.randint(3, 10)]]
    regions = {city: random.choice(("", *REGIONS)) for city in cities}
    most = random.randint(2, 5)
    cards = _cards(random, most)
    routes = _routes(random, cities, list(cards["colors"]), cards["wild"])
    lengths = sorted({row[2] for row in routes})
    groups = {"Coast": random.sample(cities, 2)} if random.random() < 0.3 else {}
    tickets = _tickets(random, cities, groups)
    first_deal = random.randint(1, max(1, min(5, len(tickets) // most)))
    later_deal = random.randint(1, 5)
    pieces = random.randint(max(lengths), 40)
    sections: dict[str, Section] = {
        "about": {"name": "Odd", "summary": "An odd map."},
        "players": {"least": 2, "most": most, "pieces": pieces},
        "cards": cards,
        "rules": {
            "first_tickets": {"deal": first_deal, "keep": random.randint(1, first_deal)},
            "later_tickets": {"deal": later_deal, "keep": random.randint(1, later_deal)},
            "both_tracks_from": random.randint(2, 6),
            "last_round_at": min(random.choice((0, 1, 2, 2, 5, 12)), pieces - 1),
            "cards_per_wild": random.choice((0, 0, 0, 1, 2, 3, 4, 5, 9)),
        },
        "scoring": {
            "routes": {str(length): random.randint(0, 20) for length in lengths},
            "longest_path": random.choice((0, 0, 1, 10)),
            "ties": random.sample(("tickets", "longest path"), random.randint(0, 2)),
        },
        "options": {name: {"about": "An option."} for name in OPTIONS if random.random() < 0.6},
        "cities": {
            city: {"lat": index / 2, "lon": index % 3 / 2, "region": regions[city]} for index, city in enumerate(cities)
        },
        "routes": {"tracks": routes},
        "tickets": {"cards": tickets},
        "groups": groups,
    }
    if random.random() < 0.3:
        sections["districts"] = {
            str(number): {"cities": random.sample(cities, random.randint(2, len(cities)))}
            for number in range(1, random.randint(2, 4))
        }
    if random.random() < 0.3:
        some = random.sample(list(cards["colors"]), random.randint(1, len(cards["colors"])))
        sections["flag"] = {"colors": some, "points": random.randint(0, 9)}
    if random.random() < 0.7:
        _add_technologies(random, sections)
    return sections


def _cards(random: Random, most: int) -> Section:
    """Return a deck, often a tiny one: no more cards than are dealt, one color, no wild at all."""
    names = COLORS[: random.choice((1, 2, 3, 4, 6, 8))]
    few = random.choice((3, 8, 31))
    market = random.randint(1, 5)
    wild = random.choice((0, 1, 4, 8, 16, 31))
    first_wilds = random.choice((0, 0, random.randint(0, wild // most) if wild >= most else 0))
    colors = {name: random.randint(1, few) for name in names}
    spare = sum(colors.values()) + wild - market - most * first_wilds
    return {
        "colors": colors,
        "wild": wild,
        "first_hand": random.randint(0, max(0, min(20, spare // most))),
        "first_wilds": min(4, first_wilds),
        "market": market,
        "reset_at_wilds": _reset_at(random, market, wild),
    }


def _reset_at(random: Random, market: int, wild: int) -> int:
    """Return how many wilds reset the market, 0 where the worst deck would be dealt again and again (D10)."""
    wanted = random.choice((0, 1, 2, 3, 3, 5))
    if not 0 < wanted <= market:
        return wanted
    others = market - wanted + 1
    good, every = comb(wild, wanted - 1), comb(wild + others, market)
    return wanted if every <= FEW_RESETS * good else 0


def _routes(random: Random, cities: Sequence[str], colors: list[str], wild: int) -> list[list[Any]]:
    """Return tracks that join all places, doubles and ferries among them."""
    ends = [(random.choice(cities[:index]), city) for index, city in enumerate(cities) if index]
    ends += random.sample(list(combinations(cities, 2)), random.randint(0, 6) if len(cities) > 4 else 1)
    longest = random.choice((2, 3, 6, 12))
    tracks = []
    for a, b in dict.fromkeys(tuple(sorted(pair)) for pair in ends):
        length = random.randint(1, longest)
        for color in random.choices([*colors, "gray", "gray"], k=random.choice((1, 1, 2))):
            ferry = random.choice((0, 0, 1, 2, length))
            more = {"ferry": min(ferry, length, 9, wild)} if random.random() < 0.5 else {}
            if random.random() < 0.1:
                more["free"] = True
            tracks.append([a, b, length, color, more])
    return tracks


def _tickets(random: Random, cities: Sequence[str], groups: Section) -> list[list[Any]]:
    pairs = list(combinations(cities, 2))
    pairs += [(name, city) for name, members in groups.items() for city in cities if city not in members]
    some = random.sample(pairs, random.randint(min(len(pairs), 5), min(len(pairs), 40)))
    return [[a, b, random.randint(1, 20)] for a, b in some]


def _add_technologies(random: Random, sections: dict[str, Section]) -> None:
    """Add technologies of any sort, and what is closed without them."""
    technologies = [_technology(random) for _ in range(random.randint(1, 8))]
    if random.random() < 0.6:
        sections["without_technology"] = {
            "regions": random.sample(REGIONS, random.randint(0, 3)),
            "longest": random.choice((0, 1, 3, 31)),
            "ferries": random.random() < 0.5,
        }
        _open_everything(random, sections, technologies)
    if any(one.get("advanced") for one in technologies):
        sections["options"]["advanced"] = {"about": "An option."}
    sections["technologies"] = {f"Machine {number}": one for number, one in enumerate(technologies)}


def _technology(random: Random) -> Section:
    effects: Section = {
        "cards_per_wild": random.choice((1, 2, 3, 3, 4, 6)),
        "route_points": random.randint(0, 3),
        "ferry_points": random.randint(0, 3),
        "ticket_points": random.randint(0, 3),
        "blind_cards": random.randint(0, 5),
        "most_tickets": random.choice((0, 5, 20)),
        "longest_path": random.choice((0, 5, 15)),
        "discount": random.choice((1, 1, 2, 3, 9)),
        "until_reshuffle": True,
        "claims_held_route": True,
        "second_route": True,
        "advanced": True,
    }
    chosen = random.sample(sorted(effects), random.choice((1, 1, 2, 3)))
    cost = random.choice((0, 1, 1, 2, 3))
    return {"copies": random.randint(1, 3), "cost": cost, "effect": "Odd."} | {name: effects[name] for name in chosen}


def _open_everything(random: Random, sections: dict[str, Section], technologies: list[Section]) -> None:
    """Let some technology that stays open whatever is closed; now and then two of them open the same."""
    staying = [one for one in technologies if "claims_held_route" not in one and "second_route" not in one]
    if not staying:
        staying = [{"copies": 2, "cost": 1, "effect": "Odd."}]
        technologies += staying
    before = sections["without_technology"]
    for region in set(REGIONS) - set(before["regions"]):
        if any(city["region"] == region for city in sections["cities"].values()):
            for one in random.sample(staying, min(len(staying), random.choice((1, 1, 2)))):
                one.setdefault("opens_regions", []).append(region)
    lengths = {row[2] for row in sections["routes"]["tracks"]}
    for length in sorted(length for length in lengths if length > before["longest"]):
        random.choice(staying).setdefault("opens_lengths", []).append(length)
    if not before["ferries"]:
        random.choice(staying)["opens_ferries"] = True


# ---- TOML --------------------------------------------------------------------------------------


def _text(sections: dict[str, Section]) -> str:
    parts = []
    for name, section in sections.items():
        if section or name not in {"groups", "options"}:
            lines = [f"{json.dumps(key)} = {_value(value)}" for key, value in section.items()]
            parts.append("\n".join([f"[{name}]", *lines, ""]))
    return "\n".join(parts)


def _value(value: Any) -> str:  # noqa: ANN401 (whatever a section holds)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)
