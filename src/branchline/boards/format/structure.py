"""Whether a map file has the shape of its schema: every misfit at once, in words a designer reads."""

from __future__ import annotations

from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import inspect

from branchline.boards.format import schema
from branchline.names import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.line_numbers import Path

SHOWN = 60
"""Longer values are cut when a message shows them."""


class Misfit(NamedTuple):
    """A value that does not fit: where it stands, what is wrong, what to do."""

    path: Path
    message: str
    fix: str


def misfits(data: dict[str, Any]) -> Iterator[Misfit]:
    """Everything in a parsed file that its schema does not allow."""
    return _walk(data, _schema(), ())


@cache
def _schema() -> inspect.Type:
    return inspect.type_info(schema.Map)


def _walk(value: Any, kind: inspect.Type, path: Path) -> Iterator[Misfit]:  # noqa: ANN401 (a file holds anything)
    match kind:
        case inspect.UnionType():  # only ever "this, or left out"
            yield from _walk(value, kind.types[0], path)
        case inspect.StructType(array_like=True):
            yield from _row(value, kind, path) if isinstance(value, list) else _wrong(value, kind, path)
        case inspect.StructType():
            yield from _table(value, kind, path) if isinstance(value, dict) else _wrong(value, kind, path)
        case inspect.DictType():
            yield from _entries(value, kind, path) if isinstance(value, dict) else _wrong(value, kind, path)
        case inspect.ListType():
            yield from _items(value, kind, path) if isinstance(value, list) else _wrong(value, kind, path)
        case inspect.TupleType():
            yield from _pair(value, kind, path)
        case _:
            yield from () if _fits(value, kind) else _wrong(value, kind, path)


def _table(value: dict[str, Any], kind: inspect.StructType, path: Path) -> Iterator[Misfit]:
    fields = {field.encode_name: field for field in kind.fields}
    for key, item in value.items():
        if key in fields:
            yield from _walk(item, fields[key].type, (*path, key))
        else:
            fix = did_you_mean(key, fields) or f"Known here: {', '.join(fields)}."
            yield Misfit((*path, key), f'"{key}" means nothing here.', fix)
    for key, field in fields.items():
        if field.required and key not in value:
            yield _missing(key, field, path)


def _missing(key: str, field: inspect.Field, path: Path) -> Misfit:
    if not path:
        return Misfit(
            (key,), f"The section [{key}] is missing.", "`branchline map new` writes a file that has every section."
        )
    return Misfit(path, f'"{key}" is missing.', f"Add `{key} = …`, {_expected(field.type)}.")


def _row(value: list[Any], kind: inspect.StructType, path: Path) -> Iterator[Misfit]:
    least = sum(field.required for field in kind.fields)
    if not least <= len(value) <= len(kind.fields):
        yield Misfit(path, f"This row has {_count(len(value), 'value')}.", f"Write it as {_pattern(kind)}.")
        return
    for item, field in zip(value, kind.fields, strict=False):
        yield from _walk(item, field.type, (*path, field.name))


def _entries(value: dict[str, Any], kind: inspect.DictType, path: Path) -> Iterator[Misfit]:
    for key, item in value.items():
        if not _fits(key, kind.key_type):
            yield Misfit((*path, key), f"{_shown(key)} is no good as a name.", f"Expected {_expected(kind.key_type)}.")
        yield from _walk(item, kind.value_type, (*path, key))


def _items(value: list[Any], kind: inspect.ListType, path: Path) -> Iterator[Misfit]:
    least, most = kind.min_length or 0, kind.max_length
    if len(value) < least or (most is not None and len(value) > most):
        yield Misfit(path, f"This list has {_count(len(value), 'value')}.", f"Expected {least} to {most}.")
    for number, item in enumerate(value):
        yield from _walk(item, kind.item_type, (*path, number))


def _pair(value: Any, kind: inspect.TupleType, path: Path) -> Iterator[Misfit]:  # noqa: ANN401
    if not isinstance(value, list) or len(value) != len(kind.item_types):
        yield from _wrong(value, kind, path)
        return
    for number, (item, item_type) in enumerate(zip(value, kind.item_types, strict=True)):
        yield from _walk(item, item_type, (*path, number))


def _fits(value: Any, kind: inspect.Type) -> bool:  # noqa: ANN401
    match kind:
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and _within(value, kind.ge, kind.le)
        case inspect.FloatType():
            number = isinstance(value, int | float) and not isinstance(value, bool)
            return number and _finite(value) and _within(value, kind.ge, kind.le)
        case inspect.StrType():
            return isinstance(value, str) and _within(len(value), kind.min_length, kind.max_length)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.LiteralType():
            return isinstance(value, str) and value in kind.values
    return True


def _within(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _finite(value: float) -> bool:
    try:
        return isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def _wrong(value: Any, kind: inspect.Type, path: Path) -> Iterator[Misfit]:  # noqa: ANN401
    fix = f"Expected {_expected(kind)}."
    if isinstance(kind, inspect.LiteralType) and isinstance(value, str):
        fix = f"{did_you_mean(value, [str(choice) for choice in kind.values])} {fix}".strip()
    yield Misfit(path, f"{path[-1]} is {_shown(value)}.", fix)


def _expected(kind: inspect.Type) -> str:  # noqa: PLR0911 (one phrase a type)
    match kind:
        case inspect.UnionType():
            return _expected(kind.types[0])
        case inspect.StructType() | inspect.DictType() | inspect.ListType() | inspect.TupleType():
            return _expected_many(kind)
        case inspect.IntType():
            return f"a whole number{_range(kind.ge, kind.le)}"
        case inspect.FloatType():
            return f"a number{_range(kind.ge, kind.le)}"
        case inspect.LiteralType():
            return "one of " + ", ".join(f'"{choice}"' for choice in sorted(map(str, kind.values)))
        case inspect.StrType(max_length=int(most)):
            return f"a text of {kind.min_length or 0} to {most} characters"
    return "true or false" if isinstance(kind, inspect.BoolType) else "a text in quotes"


def _expected_many(kind: inspect.StructType | inspect.DictType | inspect.ListType | inspect.TupleType) -> str:
    match kind:
        case inspect.StructType(array_like=True):
            return _pattern(kind)
        case inspect.StructType():
            keys = ", ".join(f"{field.encode_name} = …" for field in kind.fields if field.required)
            return f"a table, {{ {keys or '…'} }}"
        case inspect.TupleType():
            return f"{len(kind.item_types)} numbers, [x, y]"
        case inspect.ListType():
            return f"a list, [ … ], each {_expected(kind.item_type)}"
    return "a table, { name = … }"


def _range(least: float | None, most: float | None) -> str:
    if least is None or most is None:
        return ""
    return f" from {least} to {most}"


def _pattern(kind: inspect.StructType) -> str:
    """The row as a designer writes it: `["a", "b", length, "color"]`."""
    cells = [f'"{f.name}"' if isinstance(f.type, inspect.StrType) else f.name for f in kind.fields if f.required]
    return f"[{', '.join(cells)}]"


def _shown(value: Any) -> str:  # noqa: ANN401
    """The value as the file would write it, cut where it is long."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            text = f'"{value}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case int() if value.bit_length() > 64:  # noqa: PLR2004 (too long to be worth reading)
            return "a huge number"
        case _:
            text = str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
