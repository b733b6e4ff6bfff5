"""A map's rules keep their hash when the file format grows: saved games name it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec
import pytest

from branchline.boards.format.rules_hash import rules_hash
from branchline.boards.library import load_map

if TYPE_CHECKING:
    from branchline.boards.format import schema

Part = TypeVar("Part", bound=msgspec.Struct)


def with_a_new_field(part: Part, value: int) -> Part:
    """Return a part of a map as if its struct had one more optional field, which is 0 in every existing file."""
    grown = msgspec.defstruct(
        type(part).__name__, [("new_rule", int, 0)], bases=(type(part),), frozen=True, kw_only=True, module=__name__
    )
    known = {name: getattr(part, name) for name in part.__struct_fields__}
    return grown(**known, new_rule=value)  # type: ignore[return-value]


def grown(uk: schema.Map, struct: str, value: int) -> schema.Map:
    """Return a map in which one struct of the schema has a new field."""
    replace = msgspec.structs.replace
    if struct == "Map":
        return with_a_new_field(uk, value)
    if struct == "RouteExtras":
        tracks = [replace(route, extras=with_a_new_field(route.extras, value)) for route in uk.routes.tracks]
        return replace(uk, routes=replace(uk.routes, tracks=tracks))
    if struct == "Technology":
        bought = {name: with_a_new_field(technology, value) for name, technology in uk.technologies.items()}
        return replace(uk, technologies=bought)
    return replace(uk, rules=with_a_new_field(uk.rules, value))


STRUCTS = ["Map", "Rules", "RouteExtras", "Technology"]


@pytest.mark.parametrize("struct", STRUCTS)
def test_a_new_optional_field_leaves_the_hash_of_maps_that_do_not_use_it(struct: str) -> None:
    uk = load_map("uk").spec
    assert rules_hash(grown(uk, struct, 0)) == rules_hash(uk)


@pytest.mark.parametrize("struct", STRUCTS)
def test_a_new_field_that_a_map_uses_changes_its_hash(struct: str) -> None:
    uk = load_map("uk").spec
    assert rules_hash(grown(uk, struct, 1)) != rules_hash(uk)


def test_looks_and_texts_do_not_change_the_hash() -> None:
    uk = load_map("uk").spec
    about = msgspec.structs.replace(uk.about, name="Great Britain", note="")
    assert rules_hash(msgspec.structs.replace(uk, about=about, theme={}, scenery={}, presets={})) == rules_hash(uk)


def test_a_number_of_the_rules_changes_the_hash() -> None:
    uk = load_map("uk").spec
    rules = msgspec.structs.replace(uk.rules, last_round_at=3)
    assert rules_hash(msgspec.structs.replace(uk, rules=rules)) != rules_hash(uk)
