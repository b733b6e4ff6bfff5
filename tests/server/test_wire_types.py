"""The page's wire types are generated from the server's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools import wire_types

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("target", wire_types.TARGETS, ids=lambda target: target.parent.name)
def test_the_generated_types_are_up_to_date(target: Path) -> None:
    made = wire_types.typescript(wire_types.TARGETS[target]())
    assert target.read_text(encoding="utf-8") == made, "The types have changed: run `make wire`."


def test_a_field_that_may_be_absent_is_optional() -> None:
    seat = wire_types.schema()["$defs"]["Seat"]
    assert "level" not in seat["required"]
    assert seat["properties"]["level"] == {"anyOf": [{"type": "string"}]}


def test_aliases_are_used_by_name() -> None:
    definitions = wire_types.schema()["$defs"]
    assert definitions["State"]["properties"]["stage"] == {"$ref": "#/$defs/Stage"}
    assert definitions["Step"]["properties"]["events"]["items"] == {"$ref": "#/$defs/GameEvent"}
