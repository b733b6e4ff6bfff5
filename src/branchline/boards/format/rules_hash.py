"""The hash of a map's rules, which saved games and matches name: it must not change unless the rules do."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.schema import Map

LOOKS = {
    "Map": {"about", "presets", "theme", "scenery"},
    "City": {"lat", "lon", "label", "at", "draw", "plate"},
    "RouteExtras": {"bend"},
    "Technology": {"effect"},
}
"""The fields, by struct, that affect no game: looks and texts."""

HASHED_AT_DEFAULT = {
    "Players": {"piece"},
    "Cards": {"first_wilds", "market", "reset_at_wilds"},
    "Rules": {"last_round_at", "cards_per_wild"},
    "Scoring": {"longest_path", "ties"},
    "City": {"region"},
    "RouteExtras": {"ferry", "free"},
    "Route": {"extras"},
    "District": {"color", "points"},
    "WithoutTechnology": {"regions", "longest", "ferries"},
    "Technology": {
        *("advanced", "opens_regions", "opens_lengths", "opens_ferries", "cards_per_wild", "route_points"),
        *("ferry_points", "ticket_points", "claims_held_route", "second_route", "blind_cards", "most_tickets"),
        *("longest_path", "discount", "until_reshuffle"),
    },
    "Map": {"options", "districts", "flag", "groups", "without_technology", "technologies"},
}
"""The optional fields that are hashed even at their default, as the first files were hashed.

Do not add to them: an optional field that is not listed is hashed only where a file sets it, so that a new field leaves
the hashes of existing maps as they are.
"""


def rules_hash(spec: Map) -> str:
    """Return a hash of everything in a map that affects a game."""
    hashed = {name: _hashed(value) for name, value in _fields(spec)}
    hashed["options"] = sorted(spec.options)
    return hashlib.sha256(msgspec.json.encode(hashed)).hexdigest()


def _hashed(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        fields = {name: _hashed(content) for name, content in _fields(value)}
        return list(fields.values()) if value.__struct_config__.array_like else fields
    if isinstance(value, dict):
        return {key: _hashed(content) for key, content in value.items()}
    if isinstance(value, list):
        return [_hashed(content) for content in value]
    return value


def _fields(part: msgspec.Struct) -> Iterator[tuple[str, object]]:
    """Yield the fields of a struct that are hashed."""
    struct = type(part).__name__
    for field in msgspec.structs.fields(part):
        value = getattr(part, field.name)
        if field.name in LOOKS.get(struct, ()):
            continue
        if field.required or field.name in HASHED_AT_DEFAULT.get(struct, ()) or value != default_of(field):
            yield field.name, value


def default_of(field: msgspec.structs.FieldInfo) -> object:
    """Return the default of an optional field."""
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
