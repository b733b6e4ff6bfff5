"""Bots by name: `name:key=value,…`, `path/to/file.py:Class`, `cmd:command line`."""

from __future__ import annotations

import shlex
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from branchline.bots.base import Bot, BotError, Plain
from branchline.bots.files import where
from branchline.errors import BranchlineError
from branchline.names import UnknownNameError, find

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

GROUP = "branchline.bots"
"""The entry point group in which other packages offer their bots."""
COMMAND = "cmd:"

LEVELS = {
    "easy": "branchline.bots.levels:EasyBot",
    "medium": "branchline.bots.levels:MediumBot",
    "hard": "branchline.bots.levels:HardBot",
    "expert": "branchline.bots.levels:ExpertBot",
}


@cache
def built_in() -> dict[str, str]:
    """Return the bots of this package: every folder beside this file with a `bot` module, and the levels.

    The bot of the folder `greedy` is the class `GreedyBot` of its module. Nothing is imported to find it.
    """
    here = Path(__file__).parent
    names = sorted(file.parent.name for file in here.glob("*/bot.py"))
    return {**{name: f"branchline.bots.{name}.bot:{name.title()}Bot" for name in names}, **LEVELS}


def bot(spec: str) -> Bot:
    """Return a new bot of that spec.

    >>> bot("planner:risk=0.1").parameters.risk
    0.1
    """
    if spec.startswith(COMMAND):
        from branchline.bots.external import CommandBot

        return CommandBot(_words(spec))
    name, given = split_spec(spec)
    maker = bot_class(name)
    return _make(maker, name, given)


def known() -> dict[str, str]:
    """Return the names of all installed bots and where each lives."""
    return {**{point.name: point.value for point in _offered()}, **built_in()}


def bot_class(name: str) -> type[Bot]:
    """Return the class behind a name or a `file.py:Class`."""
    if is_file(name):
        from branchline.bots.files import load_class

        return load_class(name)
    places = known()
    place = find(name, places)
    if place is None:
        raise UnknownNameError("bot", name, places)
    module, _, attribute = place.partition(":")
    try:
        found: type[Bot] = getattr(import_module(module), attribute)
    except Exception as error:
        raise BotError(f'The bot "{name}" ({place}) cannot be loaded: {error}.') from error
    return found


def is_file(name: str) -> bool:
    """Whether a name means a class in a Python file."""
    return name.endswith(".py") or ".py:" in name


@cache
def _offered() -> tuple[Any, ...]:
    return tuple(entry_points(group=GROUP))


def _words(spec: str) -> list[str]:
    try:
        words = shlex.split(spec.removeprefix(COMMAND))
    except ValueError as error:
        raise BotError(f'"{spec}" is not a command line: {error}.') from None
    if not words:
        raise BotError('"cmd:" needs a command line after it, as in "cmd:node my_bot.js".')
    return words


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split a spec into its name and its parameters.

    >>> split_spec("search:time=500ms,threads=2")
    ('search', {'time': '500ms', 'threads': '2'})
    >>> split_spec("bots/mine.py:MyBot:depth=3")
    ('bots/mine.py:MyBot', {'depth': '3'})
    """
    head, _, tail = spec.strip().rpartition(":")
    if not head or "=" not in tail:
        head, tail = spec.strip(), ""
    if not head:
        raise BotError('A bot is named by a spec like "planner", "planner:risk=0.1" or "my_bot.py:MyBot".')
    return head, dict(_pair(spec, part) for part in tail.split(",") if part)


def _pair(spec: str, part: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise BotError(f'"{part}" in "{spec}" is not a parameter: write key=value, with commas between.')
    return key.strip(), value.strip()


# ---- parameters --------------------------------------------------------------------------------


def _make(maker: type[Bot], name: str, given: Mapping[str, str]) -> Bot:
    struct = getattr(maker, "Parameters", None)
    if struct is None:
        if given:
            raise BotError(f'The bot "{name}" takes no parameters, but {", ".join(given)} was given.')
        return _started(maker, name)
    known_keys = struct.__struct_fields__
    for key in given:
        if key not in known_keys:
            raise UnknownNameError(f'parameter of "{name}"', key, known_keys)
    hints = get_type_hints(struct, include_extras=True)
    values = {key: _value(name, key, text, hints[key]) for key, text in given.items()}
    return _started(maker, name, struct(**values))


def _started(maker: Callable[..., object], name: str, *parameters: object) -> Bot:
    """Make a bot; any class with a `choose` will do."""
    try:
        made = maker(*parameters)
    except BranchlineError:
        raise
    except Exception as error:
        raise BotError(f'The bot "{name}" cannot be made: {type(error).__name__}: {error}{where(error)}.') from error
    return made if isinstance(made, Bot) else Plain(made)


def _value(name: str, key: str, text: str, hint: Any) -> Any:
    try:
        return msgspec.convert(_plain(text, hint), hint, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise BotError(f'"{key}={text}" for the bot "{name}": {error}.') from None


def _plain(text: str, hint: Any) -> str:
    """Turn a duration into plain seconds and .5 into 0.5; leave everything else as it was written."""
    if text.startswith("."):
        text = "0" + text
    metas = [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    if not any((meta.extra or {}).get("unit") == "seconds" for meta in metas):
        return text
    for suffix, factor in (("ms", 0.001), ("s", 1.0), ("m", 60.0)):
        if text.endswith(suffix):
            return str(float(text.removesuffix(suffix)) * factor)
    return text


class Parameter(msgspec.Struct, frozen=True):
    """One parameter of a bot, as `branchline bots show` tells it."""

    name: str
    type: str
    default: str
    about: str


def parameters_of(maker: type[Bot]) -> list[Parameter]:
    """Return the parameters that a bot takes."""
    struct = getattr(maker, "Parameters", None)
    if struct is None:
        return []
    hints = get_type_hints(struct, include_extras=True)
    defaults = dict(zip(reversed(struct.__struct_fields__), reversed(struct.__struct_defaults__), strict=False))
    return [_parameter(name, hints[name], defaults.get(name, "")) for name in struct.__struct_fields__]


def _parameter(name: str, hint: Any, default: object) -> Parameter:
    metas = [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    about = next((meta.description for meta in metas if meta.description), "")
    kind = getattr(hint, "__origin__", hint)
    unit = any((meta.extra or {}).get("unit") == "seconds" for meta in metas)
    return Parameter(name, "duration" if unit else getattr(kind, "__name__", str(kind)), str(default), about)
