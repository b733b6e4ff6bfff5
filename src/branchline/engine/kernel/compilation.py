"""Compile the kernel with Numba, cache it on disk, and announce the first compilation.

`@kernel`, `@inline` and `@entry` compile a function, or leave it plain Python with `BRANCHLINE_JIT=0`. Compiled code
is kept in a cache folder named by a hash of its sources. A `CompiledPart` is a part of it that is compiled together:
once, by one process at a time, and announced on a terminal.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from branchline.file_locks import hold

Function = TypeVar("Function", bound=Callable[..., Any])
T = TypeVar("T")

COMPILED = os.environ.get("BRANCHLINE_JIT", "1") != "0"
"""Whether the kernel is compiled in this process."""


# -- the cache on disk -------------------------------------------------------------------------

ENGINE = "branchline.engine"
_UNCOMPILED = "branchline.boards"
"""Left out: the kernel uses only its limits, which set the shape of records; Numba notices a change of shape."""
_PACKAGE = Path(__file__).parents[2]
_DECORATOR = re.compile(rb"^@(kernel|inline|entry)\b", re.MULTILINE)
_IMPORT = re.compile(r"^from (branchline[.\w]*) import (?:\(([^)]*)\)|(.*))|^import (branchline[.\w]*)", re.MULTILINE)


def _source(module: str) -> Path | None:
    """Return the file of a module; one of Branchline's is found without being imported."""
    if module.split(".", maxsplit=1)[0] != "branchline":
        file = getattr(sys.modules.get(module), "__file__", None)
        return Path(file) if file else None
    path = _PACKAGE.joinpath(*module.split(".")[1:])
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _collect(module: str, found: dict[str, bytes], *, engine: bool) -> None:
    """Add the sources of a module and of everything it imports, either those inside the engine or those outside it."""
    source = _source(module)
    if module in found or source is None or module.startswith(ENGINE) != engine or module.startswith(_UNCOMPILED):
        return
    found[module] = source.read_bytes()
    for package, several, one, plain in _IMPORT.findall(found[module].decode()):
        for imported in (plain or package, *(f"{package}.{name}" for name in re.findall(r"\w+", several or one))):
            _collect(imported, found, engine=engine)


@cache
def _rules_sources() -> dict[str, bytes]:
    """Return the sources of the engine's compiled modules and of everything they import from the engine."""
    found: dict[str, bytes] = {}
    folder = Path(__file__).parents[1]
    for file in [*folder.glob("*.py"), *folder.glob("kernel/*.py"), *folder.glob("rules/*.py")]:
        if _DECORATOR.search(file.read_bytes()):
            _collect(".".join([ENGINE, *file.relative_to(folder).with_suffix("").parts]), found, engine=True)
    return found


@cache
def source_hash(module: str = ENGINE) -> str:
    """Return a hash of all sources that a module's compiled code depends on.

    Numba itself compiles again only when the file of an entry point changes, not when a file that it imports does.
    """
    sources = dict(_rules_sources())
    _collect(module, sources, engine=False)
    digest = hashlib.sha256()
    for _, text in sorted(sources.items()):
        digest.update(text)
    return digest.hexdigest()[:16]


def cache_folder(module: str = ENGINE) -> Path:
    """Return the folder for the compiled code of a module; a change in any of its sources gives another folder."""
    base = os.environ.get("BRANCHLINE_CACHE") or platformdirs.user_cache_dir("branchline")
    return Path(base) / f"kernel-{source_hash(module)}"


# -- the decorators ----------------------------------------------------------------------------

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


# -- the parts that are compiled together ------------------------------------------------------

_compiling = threading.local()
"""Its `names` are the parts that this thread is compiling now, outermost first."""


@dataclass(eq=False)
class CompiledPart:
    """A part of the kernel that is compiled when it is first used and loaded from disk afterwards."""

    name: str
    """Names its files in the cache folder."""
    what: str
    """Describes the part to the user."""
    seconds: int
    """About how long the compilation takes on an ordinary machine."""
    module: str = ENGINE
    """The module whose entry points, with all they import, make up the part."""
    _known: bool = field(default=False, init=False, repr=False)

    @property
    def _mark(self) -> Path:
        return cache_folder(self.module) / f"{self.name}.compiled"

    @property
    def is_compiled(self) -> bool:
        """Whether the part can be used without waiting for the compiler."""
        self._known = self._known or not COMPILED or self._mark.exists()
        return self._known

    def compile_once(self, work: Callable[[], T]) -> T:
        """Do `work`, which uses the whole part. The first time this compiles, while other processes wait for it."""
        names: list[str] = _compiling.__dict__.setdefault("names", [])
        if self.is_compiled or self.name in names:
            return work()
        lock = hold(self._mark.with_suffix(".lock"), wait=True)
        names.append(self.name)
        try:
            # Another process may have compiled it by now; a part within a part is announced with the outer one.
            return self._compile(work, announced=len(names) == 1 and not self._mark.exists() and sys.stderr.isatty())
        finally:
            names.pop()
            if lock is not None:
                lock.close()

    def _compile(self, work: Callable[[], T], *, announced: bool) -> T:
        started = time.monotonic()
        if announced:
            sys.stderr.write(f"Compiling {self.what}, once: this takes about {self.seconds} seconds …\n")
        result = work()
        self._mark.touch()
        if announced:
            sys.stderr.write(f"Compiled in {time.monotonic() - started:.0f} s. From now on it is loaded from disk.\n")
        return result


RULES = CompiledPart("rules", "the rules", seconds=30)
