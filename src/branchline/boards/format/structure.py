"""Check that a map file has the structure of its schema, and describe every deviation to its author."""

from __future__ import annotations

from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, TypeGuard

from msgspec import inspect

from branchline.boards.format import schema
from branchline.boards.format.finding import Finding
from branchline.names import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from branchline.boards.format.finding import Path

SHOWN = 60
"""Longer values are cut to this many characters in a message."""
LONGEST_INTEGER = 64
"""Bits; a longer integer is not worth showing."""


def find_deviations(data: object, kind: type = schema.Map, path: Path = ()) -> Iterator[Finding]:
    """Yield everything in a parsed file, or in the section at a path, that its schema does not allow."""
    return _walk(data, _schema(kind), path)


@cache
def _schema(kind: type) -> inspect.Type:
    return inspect.type_info(kind)


def _walk(value: object, kind: inspect.Type, path: Path) -> Iterator[Finding]:
    match kind:
        case inspect.UnionType():
            yield from _walk(value, _alternative(value, kind), path)
        case inspect.StructType(array_like=True):
            yield from _row(value, kind, path) if isinstance(value, list) else _wrong(value, kind, path)
        case inspect.StructType():
            yield from _table(value, kind, path) if isinstance(value, dict) else _wrong(value, kind, path)
        case inspect.DictType():
            yield from _entries(value, kind, path) if isinstance(value, dict) else _wrong(value, kind, path)
        case inspect.ListType():
            yield from _items(value, kind, path) if isinstance(value, list) else _wrong(value, kind, path)
        case inspect.TupleType():
            yield from _pair(value, kind, kind.item_types, path)
        case inspect.NamedTupleType():
            yield from _pair(value, kind, [field.type for field in kind.fields], path)
        case _:
            yield from () if _fits(value, kind) else _wrong(value, kind, path)


def _alternative(value: object, kind: inspect.UnionType) -> inspect.Type:
    """Return the type of a union that a value is meant to have: a text, or else the first one (TOML has no null)."""
    texts = [each for each in kind.types if isinstance(each, inspect.StrType)]
    others = [each for each in kind.types if each not in texts]
    return texts[0] if texts and isinstance(value, str) else others[0]


def _table(value: dict[str, object], kind: inspect.StructType, path: Path) -> Iterator[Finding]:
    fields = {field.encode_name: field for field in kind.fields}
    for key, item in value.items():
        if key in fields:
            yield from _walk(item, fields[key].type, (*path, key))
        else:
            known = "keys" if path else "sections"
            message = f'There is no key "{key}" here.' if path else f"There is no section [{key}]."
            fix = did_you_mean(key, fields) or f"The {known} are {', '.join(fields)}."
            yield _finding((*path, key), message, fix)
    for key, field in fields.items():
        if field.required and key not in value:
            yield _missing(key, field, path)


def _missing(key: str, field: inspect.Field, path: Path) -> Finding:
    if not path:
        fix = "Add it; `branchline map new` writes a file with every section."
        return _finding((key,), f"The section [{key}] is missing.", fix)
    return _finding(path, f"`{key}` is missing.", f"Add `{key} = …`, {_expected(field.type)}.")


def _row(value: list[object], kind: inspect.StructType, path: Path) -> Iterator[Finding]:
    least = sum(field.required for field in kind.fields)
    if not least <= len(value) <= len(kind.fields):
        yield _finding(path, f"This row has {_values(value)}.", f"Write it as {_pattern(kind)}.")
        return
    for item, field in zip(value, kind.fields, strict=False):
        yield from _walk(item, field.type, (*path, field.name))


def _entries(value: dict[str, object], kind: inspect.DictType, path: Path) -> Iterator[Finding]:
    for key, item in value.items():
        if not _fits(key, kind.key_type):
            message = f"{_shown(key)} cannot be used as a name."
            yield _finding((*path, key), message, f"Expected {_expected(kind.key_type)}.")
        yield from _walk(item, kind.value_type, (*path, key))


def _items(value: list[object], kind: inspect.ListType, path: Path) -> Iterator[Finding]:
    least, most = kind.min_length or 0, kind.max_length
    if len(value) < least or (most is not None and len(value) > most):
        yield _finding(path, f"This list has {_values(value)}.", f"Expected {least} to {most}.")
    for number, item in enumerate(value):
        yield from _walk(item, kind.item_type, (*path, number))


def _pair(value: object, kind: inspect.Type, item_types: Sequence[inspect.Type], path: Path) -> Iterator[Finding]:
    if not isinstance(value, list) or len(value) != len(item_types):
        yield from _wrong(value, kind, path)
        return
    for number, (item, item_type) in enumerate(zip(value, item_types, strict=True)):
        yield from _walk(item, item_type, (*path, number))


def _fits(value: object, kind: inspect.Type) -> bool:
    match kind:
        case inspect.IntType():
            return isinstance(value, int) and _is_number(value) and _within(value, kind.ge, kind.le)
        case inspect.FloatType():
            return _is_number(value) and _finite(value) and _within(value, kind.ge, kind.le)
        case inspect.StrType():
            return isinstance(value, str) and _within(len(value), kind.min_length, kind.max_length)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.LiteralType():
            return isinstance(value, str) and value in kind.values
    return True


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _within(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _finite(value: float) -> bool:
    try:
        return isfinite(value)
    except OverflowError:  # an integer of hundreds of digits
        return False


def _wrong(value: object, kind: inspect.Type, path: Path) -> Iterator[Finding]:
    fix = f"Expected {_expected(kind)}."
    if isinstance(kind, inspect.LiteralType) and isinstance(value, str):
        fix = f"{did_you_mean(value, [str(choice) for choice in kind.values])} {fix}".strip()
    yield _finding(path, f"{_named(path)} is {_shown(value)}.", fix)


def _named(path: Path) -> str:
    """Return how to call the last part of a path: a key, or an entry of a list.

    >>> _named(("theme", "paper")), _named(("scenery", "rivers", 0, "line", 1, 0))
    ('`paper`', 'Entry 1 of entry 2 of `line`')
    """
    *before, last = path
    if isinstance(last, str):
        return f"`{last}`"
    within = _named(tuple(before))
    return f"Entry {last + 1} of {within[:1].lower()}{within[1:]}"


def _expected(kind: inspect.Type) -> str:  # noqa: PLR0911 (one phrase a type)
    match kind:
        case inspect.UnionType():
            return _expected(kind.types[0])
        case (
            inspect.StructType()
            | inspect.DictType()
            | inspect.ListType()
            | inspect.TupleType()
            | inspect.NamedTupleType()
        ):
            return _expected_many(kind)
        case inspect.IntType():
            return f"a whole number{_range(kind.ge, kind.le)}"
        case inspect.FloatType():
            return f"a number{_range(kind.ge, kind.le)}"
        case inspect.LiteralType():
            return "one of " + ", ".join(f'"{choice}"' for choice in sorted(map(str, kind.values)))
        case inspect.StrType(max_length=int(most)):
            return f"text in quotes, {kind.min_length or 0} to {most} characters long"
    return "true or false" if isinstance(kind, inspect.BoolType) else "text in quotes"


def _expected_many(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType(array_like=True):
            return _pattern(kind)
        case inspect.StructType():
            keys = ", ".join(f"{field.encode_name} = …" for field in kind.fields if field.required)
            return f"a table, {{ {keys or '…'} }}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)} numbers, [x, y]"
        case inspect.NamedTupleType():
            return f"a list of {len(kind.fields)} numbers, [{', '.join(field.name for field in kind.fields)}]"
        case inspect.ListType():
            return f"a list, [ … ], of {_expected(kind.item_type)}"
    return "a table, { name = … }"


def _range(least: float | None, most: float | None) -> str:
    if least is None or most is None:
        return ""
    return f" from {least} to {most}"


def _pattern(kind: inspect.StructType) -> str:
    """Return the form of a row, such as `["a", "b", length, "color"]`."""
    cells = [f'"{f.name}"' if isinstance(f.type, inspect.StrType) else f.name for f in kind.fields if f.required]
    return f"[{', '.join(cells)}]"


def _shown(value: object) -> str:
    """Return a value as it is written in the file, shortened if it is long."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            text = f'"{value}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case int() if value.bit_length() > LONGEST_INTEGER:
            return "a huge number"
        case _:
            text = str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _values(values: list[object]) -> str:
    return "1 value" if len(values) == 1 else f"{len(values)} values"


def _finding(path: Path, message: str, fix: str) -> Finding:
    return Finding("shape", path, message, fix)
