"""Merge patches (RFC 7396) of JSON values."""

from __future__ import annotations

from typing import Any


def difference(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the patch that turns `old` into `new`.

    >>> difference({"a": 1, "b": {"c": 1, "d": 2}}, {"b": {"c": 1, "d": 3}})
    {'b': {'d': 3}, 'a': None}
    """
    patch: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if before == value:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            patch[key] = difference(before, value)
        else:
            patch[key] = value
    for key in old:
        if key not in new:
            patch[key] = None
    return patch


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
