"""`@kernel`: compiled by Numba, or plain Python with `BRANCHLINE_JIT=0`."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = os.environ.get("BRANCHLINE_JIT", "1") != "0"
"""Whether the kernel is compiled in this process."""


ENGINE = Path(__file__).parent
CONSTANTS = ("layout.py", "reasons.py")
"""Files whose numbers are compiled into the kernel though they hold no function of it."""


IMPORTED = re.compile(r"^from (branchline[.\w]*) import|^import (branchline[.\w]*)", re.MULTILINE)


def _imported(module: str, found: dict[str, Path]) -> None:
    """Collect the files, outside this room, that a module and those it imports are made of."""
    if module in found or module.startswith("branchline.engine") or module not in sys.modules:
        return
    found[module] = Path(sys.modules[module].__file__ or "")
    for names in IMPORTED.findall(found[module].read_text(encoding="utf-8")):
        _imported(names[0] or names[1], found)


@cache
def source_hash(module: str) -> str:
    """Hash the sources a module's kernel is compiled from: Numba's cache does not see a change in another file."""
    rules = [file for folder in (ENGINE, ENGINE / "rules") for file in sorted(folder.glob("*.py"))]
    digest = hashlib.sha256()
    for file in rules:
        text = file.read_bytes()
        if b"@kernel" in text or b"@inline" in text or b"@entry" in text or file.name in CONSTANTS:
            digest.update(text)
    used: dict[str, Path] = {}
    _imported(module, used)
    for _, file in sorted(used.items()):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(module: str = __name__) -> Path:
    """Return the folder of compiled code that belongs to exactly these sources."""
    base = os.environ.get("BRANCHLINE_CACHE") or platformdirs.user_cache_dir("branchline")
    return Path(base) / f"kernel-{source_hash(module)}"


if COMPILED:
    import numba

    # Nothing but compiled code calls the inner functions: without wrappers for Python they compile much faster.
    _INNER: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }

    def kernel(function: Function) -> Function:
        """Compile a function of the rules, as a part of the entry points that use it."""
        compiled: Function = numba.njit(function, **_INNER)
        return compiled

    def inline(function: Function) -> Function:
        """Compile a small function into its callers: a call would cost more than what it does."""
        compiled: Function = numba.njit(function, forceinline=True, **_INNER)
        return compiled

    def entry(function: Function) -> Function:
        """Compile a function that Python calls: it releases the GIL and is cached on disk with all it uses."""
        # The folder is read where the decorator is applied; other users of Numba in this process keep theirs.
        before = vars(numba.config)["CACHE_DIR"]
        vars(numba.config)["CACHE_DIR"] = str(cache_folder(function.__module__))
        try:
            compiled: Function = numba.njit(function, nogil=True, error_model="numpy", cache=True)
        finally:
            vars(numba.config)["CACHE_DIR"] = before
        return compiled

else:

    def kernel(function: Function) -> Function:
        """Leave the function as it is."""
        return function

    def inline(function: Function) -> Function:
        """Leave the function as it is."""
        return function

    def entry(function: Function) -> Function:
        """Leave the function as it is."""
        return function


def announce_compilation() -> Callable[[], None]:
    """Say once, on a terminal's error stream, that the first start compiles; return what to call when done."""
    folder = cache_folder()
    mark = folder / "compiled"
    if not COMPILED or mark.exists():
        return lambda: None
    started = time.monotonic()
    if sys.stderr.isatty():
        sys.stderr.write("Compiling the rules, once: this takes about half a minute …\n")

    def done() -> None:
        folder.mkdir(parents=True, exist_ok=True)
        mark.touch()
        if sys.stderr.isatty():
            sys.stderr.write(f"Compiled in {time.monotonic() - started:.0f} s; from now on the start is quick.\n")

    return done
