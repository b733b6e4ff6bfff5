"""Every JSON block in docs/wire.md decodes as the type that it names."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from branchline.boards.map_facts import Facts
from branchline.engine.kernel.layout import PHASES
from branchline.engine.view_state.types import Phase
from branchline.server.http import bodies
from branchline.server.projection import wire

PAGE = Path(__file__).parents[2] / "docs" / "wire.md"
TYPES = {**vars(wire), **vars(bodies), "Facts": Facts}


def blocks() -> list[tuple[str, str]]:
    """Return each example with the type it claims to be; a block may hold several, one after the other."""
    found = []
    decoder = json.JSONDecoder()
    for kind, text in re.findall(
        r"^```json (\w+)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        rest = text.strip()
        while rest:
            _, end = decoder.raw_decode(rest)
            found.append((kind, rest[:end]))
            rest = rest[end:].strip()
    return found


@pytest.mark.parametrize(("kind", "text"), blocks())
def test_every_example_decodes_as_its_type(kind: str, text: str) -> None:
    decoded = msgspec.json.decode(text, type=TYPES[kind])
    _check_part_of(json.loads(text), json.loads(msgspec.json.encode(decoded)))


def _check_part_of(said: object, read: object) -> None:
    """What the page says must come back from the type; a default that the page leaves out may be added."""
    if isinstance(said, dict):
        assert isinstance(read, dict)
        for name, part in said.items():
            if part not in (None, "", False, 0):
                _check_part_of(part, read[name])
    elif isinstance(said, list):
        assert isinstance(read, list)
        assert len(said) == len(read)
        for one, other in zip(said, read, strict=True):
            _check_part_of(one, other)
    else:
        assert said == read


def test_every_phase_of_the_engine_is_a_phase_of_the_state() -> None:
    assert get_args(Phase) == PHASES


def test_the_page_has_every_message() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for message in (*wire.ServerMessage.__args__, *wire.ClientMessage.__args__):
        assert f'"t": "{message.__struct_config__.tag}"' in page
