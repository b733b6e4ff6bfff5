"""Bots in a Python file: `path/to/file.py:Class`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from branchline.bots.base import Bot, BotError
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from types import ModuleType


_loaded: dict[Path, tuple[int, ModuleType]] = {}


def load_class(name: str) -> type[Bot]:
    """Return the class that a `file.py:Class` names; with one bot in the file, the class may be left out."""
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
        raise BotError(f"{file} should have one class with a choose method, but has {found}: name it as {file}:Class.")
    return next(iter(bots.values()))


def _is_bot(value: Any, module: ModuleType) -> bool:
    return isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "choose", None))


def _unknown(file: Path, wanted: str, module: ModuleType, bots: dict[str, type[Bot]]) -> BotError | UnknownNameError:
    if wanted in vars(module):
        return BotError(f"{wanted} in {file} is no bot: a bot is a class with choose(self, view, legal, clock).")
    return UnknownNameError(f"bot in {file}", wanted, bots)


def _module(file: Path) -> ModuleType:
    """Return a file as a module, loaded anew only when the file has changed."""
    if not file.is_file():
        raise BotError(f"There is no bot file {file}.")
    known = _loaded.get(file.resolve())
    stamp = file.stat().st_mtime_ns
    if known is None or known[0] != stamp:
        known = _loaded[file.resolve()] = (stamp, _load(file))
    return known[1]


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
        raise BotError(f"{place}: {error.msg}; the bot cannot be loaded.") from None
    except Exception as error:
        raise BotError(f"{file} cannot be loaded: {type(error).__name__}: {error}{where(error, file)}.") from error
    return module


def where(error: BaseException, file: Path | None = None) -> str:
    """Say in which line of which file an error came up: the last one in the bot's file, or the last of all."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if file is None or Path(name).name == file.name:
            place = f" ({Path(name).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place
