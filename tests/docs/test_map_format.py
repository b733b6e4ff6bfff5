"""The reference of the map file leaves nothing out, and its examples are read as they stand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from msgspec import inspect

from branchline.boards.format import structure
from branchline.boards.format.schema import OPTIONS, Limits, Map

PAGE = (Path(__file__).parents[2] / "docs" / "map-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def sections() -> dict[str, list[str]]:
    """The keys of each section that has keys of its own."""
    keys: dict[str, list[str]] = {}
    schema = inspect.type_info(Map)
    assert isinstance(schema, inspect.StructType)
    for field in schema.fields:
        kind = field.type.types[0] if isinstance(field.type, inspect.UnionType) else field.type
        if isinstance(kind, inspect.DictType):
            kind = kind.value_type
        keys[field.name] = [part.name for part in kind.fields] if isinstance(kind, inspect.StructType) else []
    return keys


def page_of(section: str) -> str:
    found = re.search(rf"^## .*\[{section}\].*?(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"docs/map-format.md has no heading for [{section}]"
    return found[0]


@pytest.mark.parametrize(("section", "key"), [(name, key) for name, keys in sections().items() for key in ["", *keys]])
def test_every_section_and_key_is_described(section: str, key: str) -> None:
    page = page_of(section)
    assert not key or re.search(rf"(`|^){key}(`| =)", page, re.MULTILINE), f"[{section}] says nothing of {key}"


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_named(option: str) -> None:
    assert f"`{option}`" in page_of("options")


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("cities", f"Up to {Limits.CITIES}"),
        ("routes", f"up to {Limits.ROUTES}"),
        ("routes", f"(1–{Limits.LENGTH})"),
        ("tickets", f"up to {Limits.TICKETS}"),
        ("districts", f"Up to {Limits.DISTRICTS}"),
        ("technologies", f"up to {Limits.TECHNOLOGIES}"),
        ("cards", f"up to {Limits.COLORS} colors"),
        ("cards", f"No more than {Limits.CARDS} cards"),
        ("players", f"1–{Limits.PIECES}"),
    ],
)
def test_the_limits_are_those_of_the_engine(section: str, words: str) -> None:
    assert words in page_of(section)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_have_the_shape_of_the_schema(example: str) -> None:
    data = tomllib.loads(example)
    assert data
    assert [finding for finding in structure.find_deviations(data) if finding.path[0] in data] == []
