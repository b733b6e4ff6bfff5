"""Merge patches (RFC 7396) of typed states and of JSON values."""

from __future__ import annotations

from typing import Any

from branchline.engine.view_state.types import Part


def difference(old: Any, new: Any) -> dict[str, Any]:  # noqa: ANN401 (two parts of a state, or two dicts)
    """Return the patch that turns `old` into `new`: two parts of a state of the same type, or two dicts.

    >>> difference({"a": 1, "b": {"c": 1, "d": 2}}, {"b": {"c": 1, "d": 3}})
    {'b': {'d': 3}, 'a': None}
    """
    return _of_parts(old, new) if isinstance(new, Part) else _of_dicts(old, new)


def _of_parts(old: Part, new: Part) -> dict[str, Any]:
    patch: dict[str, Any] = {}
    for name in new.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if before is not after and before != after:
            patch[name] = _change(before, after)
    return patch


def _of_dicts(old: dict[Any, Any], new: dict[Any, Any]) -> dict[Any, Any]:
    patch: dict[Any, Any] = {}
    for key, after in new.items():
        before = old.get(key)
        if before is not after and before != after:
            patch[key] = _change(before, after)
    for key in old:
        if key not in new:
            patch[key] = None
    return patch


def _change(before: Any, after: Any) -> Any:  # noqa: ANN401 (JSON values and parts)
    if isinstance(after, dict) and isinstance(before, dict):
        return _of_dicts(before, after)
    if isinstance(after, Part) and isinstance(before, Part):
        return _of_parts(before, after)
    return after


def patched(old: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """Return `old` with a patch applied.

    >>> patched({"a": 1, "b": {"c": 1, "d": 2}}, {"b": {"d": 3}, "a": None})
    {'b': {'c': 1, 'd': 3}}
    """
    new = dict(old)
    for key, value in patch.items():
        if value is None:
            new.pop(key, None)
        elif isinstance(value, dict):
            before = new.get(key)
            new[key] = patched(before if isinstance(before, dict) else {}, value)
        else:
            new[key] = value
    return new
