"""Bots by name: `name:key=value,…`, `path/to/file.py:Class`, `cmd:command line`."""

from __future__ import annotations

import shlex
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, cast, get_args, get_type_hints

import msgspec

from branchline.bots import policies
from branchline.bots.base import Bot, BotAdapter, BotError
from branchline.bots.files import load_class, location_of
from branchline.errors import BranchlineError
from branchline.names import UnknownNameError, find

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.metadata import EntryPoint

    from branchline.bots.base import Chooser

ENTRY_POINT_GROUP = "branchline.bots"
"""The group in which other packages register bots."""
COMMAND_PREFIX = "cmd:"

LEVELS = ("novice", "beginner", "easy", "medium", "strong", "hard", "expert")
"""The levels of difficulty, weakest first."""
CHARACTERS = ("blocker", "builder", "collector", "racer")
"""Bots of middle strength, each with a style of its own."""


@cache
def built_in() -> dict[str, str]:
    """Return the bots of this package, by name: compiled policies, folders with a `bot` module, levels, characters.

    The bot of the folder `search` is the class `SearchBot` in its module.
    """
    here = Path(__file__).parent
    simple = {name: f"{bot.__module__}:{bot.__name__}" for name, bot in policies.BOTS.items()}
    names = [file.parent.name for file in here.glob("*/bot.py")]
    folders = {name: f"branchline.bots.{name}.bot:{name.title()}Bot" for name in names}
    levels = {name: f"branchline.bots.levels:{name.title()}Bot" for name in LEVELS}
    characters = {name: f"branchline.bots.characters:{name.title()}Bot" for name in CHARACTERS}
    return {**dict(sorted({**simple, **folders}.items())), **levels, **characters}


def bot(spec: str) -> Bot:
    """Create the bot that a spec names.

    >>> bot("planner:risk=0.1").parameters.risk
    0.1
    """
    if not isinstance(spec, str):
        raise BotError(f'A bot is named by a text, such as "planner" or "my_bot.py:MyBot", not {spec!r}.')
    if spec.startswith(COMMAND_PREFIX):
        from branchline.bots.external import CommandBot

        return CommandBot(_command_words(spec))
    name, given = split_spec(spec)
    return _new_bot(bot_class(name), name, given)


def installed_bots() -> dict[str, str]:
    """Return the names of all installed bots, with the `module:Class` of each."""
    return {**{point.name: point.value for point in _plugins()}, **built_in()}


def bot_class(name: str) -> type[Bot]:
    """Return the class of an installed bot or of a `file.py:Class`."""
    if is_file(name):
        return load_class(name)
    bots = installed_bots()
    place = find(name, bots)
    if place is None:
        raise UnknownNameError("bot", name, bots)
    module, _, attribute = place.partition(":")
    try:
        found: type[Bot] = getattr(import_module(module), attribute)
    except Exception as error:
        raise BotError(f'The bot "{name}" ({place}) cannot be loaded: {error}.') from error
    return found


def is_file(name: str) -> bool:
    """Return whether a name refers to a class in a Python file."""
    return name.endswith(".py") or ".py:" in name


@cache
def _plugins() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=ENTRY_POINT_GROUP))


def _command_words(spec: str) -> list[str]:
    try:
        words = shlex.split(spec.removeprefix(COMMAND_PREFIX))
    except ValueError as error:
        raise BotError(f'"{spec}" is not a command line: {error}.') from None
    if not words:
        raise BotError('"cmd:" must be followed by a command line, as in "cmd:node my_bot.js".')
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
        raise BotError('The bot is missing: write a spec like "planner", "planner:risk=0.1" or "my_bot.py:MyBot".')
    return head, dict(_split_parameter(spec, part) for part in tail.split(",") if part)


def _split_parameter(spec: str, part: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise BotError(f'"{part}" in "{spec}" is not a parameter: write key=value, separated by commas.')
    return key.strip(), value.strip()


# ---- parameters --------------------------------------------------------------------------------


def _new_bot(maker: type[Bot], name: str, given: Mapping[str, str]) -> Bot:
    struct = _struct_of(maker)
    if struct is None:
        if given:
            raise BotError(f'The bot "{name}" takes no parameters, but was given {", ".join(given)}.')
        return _call(maker, name)
    fields = struct.__struct_fields__
    for key in given:
        if key not in fields:
            raise UnknownNameError("parameter", key, fields, f'of the bot "{name}"')
    hints = get_type_hints(struct, include_extras=True)
    values = {key: _parse_value(name, key, text, hints[key]) for key, text in given.items()}
    return _call(maker, name, struct(**values))


def _struct_of(maker: type[Bot]) -> type[msgspec.Struct] | None:
    """Return the parameters of a bot; a class that does not derive from `Bot` may have none."""
    return getattr(maker, "Parameters", None)


def _call(maker: Callable[..., object], name: str, *parameters: object) -> Bot:
    """Create a bot from its class, which may be any class with a `choose` method."""
    try:
        made = maker(*parameters)
    except BranchlineError:
        raise
    except Exception as error:
        place = location_of(error)
        raise BotError(f'The bot "{name}" cannot be created: {type(error).__name__}: {error}{place}.') from error
    return made if isinstance(made, Bot) else BotAdapter(cast("Chooser", made))


def _parse_value(name: str, key: str, text: str, hint: object) -> object:
    try:
        return msgspec.convert(_normalized(text, hint), hint, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise BotError(f'"{key}={text}" for the bot "{name}": {error}.') from None


def _normalized(text: str, hint: object) -> str:
    """Return a duration as a number of seconds, and .5 as 0.5; any other text as it is."""
    if text.startswith("."):
        text = "0" + text
    if not _is_duration(hint):
        return text
    for suffix, factor in (("ms", 0.001), ("s", 1.0), ("m", 60.0)):
        if text.endswith(suffix):
            return str(float(text.removesuffix(suffix)) * factor)
    return text


def _metas(hint: object) -> list[msgspec.Meta]:
    return [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]


def _is_duration(hint: object) -> bool:
    return any((meta.extra or {}).get("unit") == "seconds" for meta in _metas(hint))


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of a bot, as `branchline bots show` prints it."""

    name: str
    type: str
    default: str
    about: str


def parameters_of(maker: type[Bot]) -> list[Parameter]:
    """Return the parameters that a bot takes."""
    struct = _struct_of(maker)
    if struct is None:
        return []
    hints = get_type_hints(struct, include_extras=True)
    defaults = dict(zip(reversed(struct.__struct_fields__), reversed(struct.__struct_defaults__), strict=False))
    return [_parameter(name, hints[name], defaults.get(name, "")) for name in struct.__struct_fields__]


def _parameter(name: str, hint: object, default: object) -> Parameter:
    about = next((meta.description for meta in _metas(hint) if meta.description), "")
    return Parameter(name, "duration" if _is_duration(hint) else _type_name(hint), str(default), about)


def _type_name(hint: object) -> str:
    """Return the name of a type without its constraints; that of an optional value is the type itself."""
    kind = getattr(hint, "__origin__", hint) if _metas(hint) else hint
    given = [part for part in get_args(kind) if part is not NoneType]
    if len(given) == 1 and NoneType in get_args(kind):
        return _type_name(given[0])
    return getattr(kind, "__name__", str(kind))
