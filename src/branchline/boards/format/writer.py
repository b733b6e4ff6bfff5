"""Writing a map as TOML: what `check` reads back as an equal map, without comments."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.boards.format.rules_hash import default_of

if TYPE_CHECKING:
    from branchline.boards.format.schema import Map

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def map_text(spec: Map) -> str:
    """Return a map as the text of a map file, with one city, route or ticket per line.

    >>> from branchline.boards.library import load_map
    >>> map_text(load_map("mini").spec).splitlines()[6:8]
    ['[players]', 'least = 2']
    """
    parts = _entries(spec)
    single = {
        name: part for name, part in parts.items() if isinstance(part, str)
    }  # a theme by name; before all sections
    lines = [f"{name} = {_value(part)}\n" for name, part in single.items()]
    return "\n".join([*lines, *(_section(name, part) for name, part in parts.items() if name not in single)])


def _section(name: str, part: object) -> str:
    lines = [f"{_key(key)} = {_top_value(value)}" for key, value in _entries(part).items()]
    return "\n".join([f"[{name}]", *lines, ""])


def _top_value(value: object) -> str:
    """Return a value of a section; a list of rows gets a line for each."""
    if isinstance(value, list) and value and not isinstance(value[0], str | int | float):
        return "\n".join(["[", *(f"    {_value(row)}," for row in value), "]"])
    return _value(value)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, msgspec.Struct) and value.__struct_config__.array_like:
        return _value(list(_entries(value).values()))
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    entries = (f"{_key(key)} = {_value(content)}" for key, content in _entries(value).items())
    return f"{{ {', '.join(entries)} }}".replace("{  }", "{}")


def _entries(part: Any) -> dict[str, object]:  # noqa: ANN401 (a struct or a table)
    """Return the entries of a table that are not at their default: TOML cannot write an absent value."""
    if not isinstance(part, msgspec.Struct):
        return dict(part)
    fields = {field.name: field for field in msgspec.structs.fields(part)}
    values = {name: getattr(part, name) for name in fields}
    return {name: value for name, value in values.items() if fields[name].required or value != default_of(fields[name])}


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    """Return a text in quotes: JSON escapes what TOML does, as no text of a checked map has control characters."""
    return json.dumps(text, ensure_ascii=False)
