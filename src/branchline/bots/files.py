"""Bots in Python files: `path/to/file.py:Class`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.bots.base import Bot, BotError
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from types import ModuleType

_modules: dict[Path, tuple[int, ModuleType]] = {}
"""The loaded files, with the modification time of each."""


def load_class(name: str) -> type[Bot]:
    """Return the class that `file.py:Class` names; the class may be omitted if the file has only one bot."""
    path, _, wanted = name.partition(".py")
    file = Path(path + ".py")
    module = _module(file)
    bots: dict[str, type[Bot]] = {key: value for key, value in vars(module).items() if _is_bot(value, module)}
    wanted = wanted.removeprefix(":")
    if wanted:
        if wanted not in bots:
            raise _unknown(file, wanted, module, bots)
        return bots[wanted]
    if len(bots) != 1:
        found = ", ".join(bots) or "none"
        raise BotError(f"{file} must have one class with a choose method, or name it as {file}:Class. Found: {found}.")
    return next(iter(bots.values()))


def _is_bot(value: object, module: ModuleType) -> bool:
    return isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "choose", None))


def _unknown(file: Path, wanted: str, module: ModuleType, bots: dict[str, type[Bot]]) -> BotError | UnknownNameError:
    if wanted in vars(module):
        return BotError(f"{wanted} in {file} is not a bot: a bot is a class with choose(self, view, legal, clock).")
    return UnknownNameError("bot", wanted, bots, f"in {file}")


def _module(file: Path) -> ModuleType:
    """Return a file as a module; load it again only if it has changed."""
    if not file.is_file():
        raise BotError(f"There is no bot file {file}.")
    loaded = _modules.get(file.resolve())
    modified = file.stat().st_mtime_ns
    if loaded is None or loaded[0] != modified:
        loaded = _modules[file.resolve()] = (modified, _load(file))
    return loaded[1]


def _load(file: Path) -> ModuleType:
    name = f"branchline_bot_{file.resolve().stem}_{abs(hash(file.resolve())):x}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise BotError(f"{file} cannot be read as Python.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        place = f"{error.filename or file}, line {error.lineno}"
        raise BotError(f"The bot cannot be loaded: {error.msg} ({place}).") from None
    except Exception as error:
        raise BotError(
            f"{file} cannot be loaded: {type(error).__name__}: {error}{location_of(error, file)}."
        ) from error
    return module


def location_of(error: BaseException, file: Path | None = None) -> str:
    """Return the line where an error was raised, in parentheses: the innermost one in `file`, or the innermost."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if file is None or Path(name).name == file.name:
            place = f" ({Path(name).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place
