"""Run the kernel compiled or as plain Python, cache compiled code on disk, and announce the first compilation.

`@kernel`, `@inline` and `@instruction` mark what compiled code calls; for Python these functions stay plain. `@entry`
marks what Python calls, and is the compiled form of a function unless the process runs plain: always with
`BRANCHLINE_JIT=0`, or after `start_plain` until `change_over`. Both forms work on the same records, so a game can
switch between them. Compiled code is kept in a cache folder named by a hash of its sources. A `CompiledPart` is a part
of it that is compiled together: once, by one process at a time, and announced.
"""

from __future__ import annotations

import gc
import hashlib
import os
import platform
import re
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from branchline.errors import BranchlineError
from branchline.file_locks import hold

Function = TypeVar("Function", bound=Callable[..., Any])
T = TypeVar("T")

COMPILED = os.environ.get("BRANCHLINE_JIT", "1") != "0"
"""Whether the kernel may be compiled in this process."""
_plain = not COMPILED
"""Whether entry points are plain Python until `change_over` finds them compiled."""


# -- the cache on disk -------------------------------------------------------------------------

ENGINE = "branchline.engine"
_UNCOMPILED = "branchline.boards"
"""Not hashed: the kernel uses only its limits, which set the shape of records; Numba notices a change of shape."""
_PACKAGE = Path(__file__).parents[2]
_DECORATOR = re.compile(rb"^@(kernel|inline|instruction|entry)\b", re.MULTILINE)
_ENTRY = re.compile(rb"^@entry\b", re.MULTILINE)
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
    _collect(f"{ENGINE}.kernel.compiler", found, engine=True)  # nothing imports it at the top of a module
    return found


@cache
def source_hash(module: str = ENGINE) -> str:
    """Return a hash of all sources that a module's compiled code depends on.

    Numba itself compiles again only when the file of an entry point changes, not when a file that it imports does.
    """
    digest = hashlib.sha256()
    for _, text in sorted(_sources(module).items()):
        digest.update(text)
    return digest.hexdigest()[:16]


@cache
def installation_hash(module: str = ENGINE) -> str:
    """Return a hash of what else Numba keys its cache by: Python, Numba, and the paths and times of entry points.

    Without it, a part that was compiled by another checkout or another Python would seem to be compiled here as well.
    """
    known = [sys.implementation.cache_tag, platform.machine(), version("numba")]
    for name, text in sorted(_sources(module).items()):
        if _ENTRY.search(text) and (file := _source(name)) is not None:
            known.append(f"{file} {file.stat().st_mtime_ns}")
    return hashlib.sha256("\n".join(known).encode()).hexdigest()[:8]


def _sources(module: str) -> dict[str, bytes]:
    """Return all sources that a module's compiled code depends on."""
    sources = dict(_rules_sources())
    _collect(module, sources, engine=False)
    return sources


def cache_folder(module: str = ENGINE) -> Path:
    """Return the folder for the compiled code of a module; a change in any of its sources gives another folder."""
    return _writable(usual_cache_base()) / f"kernel-{source_hash(module)}-{installation_hash(module)}"


def usual_cache_base() -> Path:
    """Return the folder that compiled code is kept in if it can be written."""
    return Path(os.environ.get("BRANCHLINE_CACHE") or platformdirs.user_cache_dir("branchline"))


class CacheError(BranchlineError):
    """No folder for compiled code can be written."""


@cache
def _writable(usual: Path) -> Path:
    """Return the folder for all compiled code; a temporary one if the usual one cannot be written."""
    if _can_write(usual):
        return usual
    advice = "Set BRANCHLINE_CACHE to a folder that this user can write."
    try:
        temporary = _own_temporary_folder()
    except OSError:
        raise CacheError(f"Compiled code can be kept neither in {usual} nor in a temporary folder. {advice}") from None
    sys.stderr.write(f"{usual} cannot be written, so compiled code is kept in {temporary}. {advice}\n")
    return temporary


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _own_temporary_folder() -> Path:
    """Return a temporary folder that only this user can write: somebody else's compiled code must not be run."""
    if not hasattr(os, "getuid"):
        return Path(tempfile.mkdtemp(prefix="branchline-"))
    folder = Path(tempfile.gettempdir()) / f"branchline-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
        return Path(tempfile.mkdtemp(prefix="branchline-"))
    return folder


# -- the decorators ----------------------------------------------------------------------------

_unprepared: list[tuple[Callable[..., Any], str]] = []
"""Functions that compiled code calls and that are not yet registered with Numba, and how each is called."""


def _mark(function: Callable[..., Any], how: str) -> None:
    if COMPILED:
        _unprepared.append((function, how))


def kernel(function: Function) -> Function:
    """Compile a function of the rules, as a part of the entry points that use it."""
    _mark(function, "call")
    return function


def inline(function: Function) -> Function:
    """Compile a small function into its callers: a call would cost more than what it does."""
    _mark(function, "inline")
    return function


def instruction(name: str) -> Callable[[Function], Function]:
    """Compile a function as an instruction of the processor, one of `compiler.INSTRUCTIONS`."""

    def decorate(function: Function) -> Function:
        _mark(function, name)
        return function

    return decorate


@dataclass(eq=False)
class _EntryPoint:
    """A function that Python calls, in both forms."""

    plain: Callable[..., Any]

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        """The compiled form; its code is loaded or compiled when it is first called."""
        from branchline.engine.kernel.compiler import compiled_entry

        return compiled_entry(self.plain, cache_folder(self.plain.__module__))

    def belongs_to(self, module: str) -> bool:
        """Return whether the function is defined in a module or package."""
        return f"{self.plain.__module__}.".startswith(f"{module}.")

    @property
    def is_on_disk(self) -> bool:
        """Whether the compiled code can be loaded."""
        source = self.plain.__module__.rpartition(".")[2]
        return any(cache_folder(self.plain.__module__).glob(f"*/{source}.{self.plain.__name__}-*.nbi"))


_entry_points: list[_EntryPoint] = []
_in_use: dict[Callable[..., Any], Callable[..., Any]] = {}
"""For both forms of an entry point, the one in use."""
_changing = threading.Lock()
"""Held while forms are replaced: a server loads parts in several threads."""


def entry(function: Function) -> Function:
    """Compile a function that Python calls; plain processes call it as it is."""
    point = _EntryPoint(function)
    _entry_points.append(point)
    if not _plain:
        _prepare()
    return function if _plain else point.compiled  # type: ignore[return-value]


def _prepare() -> None:
    """Register the functions that compiled code calls with Numba."""
    from branchline.engine.kernel.compiler import use_in_compiled_code

    while _unprepared:
        use_in_compiled_code(*_unprepared.pop())


# -- plain and compiled ------------------------------------------------------------------------


def start_plain() -> None:
    """Run entry points as plain Python in this process, so that nobody waits for a compiler; see `change_over`."""
    global _plain  # noqa: PLW0603 (the state of the process)
    _plain = True
    _use({point.compiled: point.plain for point in _entry_points if "compiled" in vars(point)})


def is_plain() -> bool:
    """Return whether entry points are plain Python until they are found compiled."""
    return _plain


def change_over() -> None:
    """Replace the entry points of a plain process by their compiled forms, as far as these are on disk.

    Calls that are running finish in the form in which they began.
    """
    if not COMPILED:
        return
    with _changing:
        _prepare()
        _use({point.plain: point.compiled for point in _entry_points if point.is_on_disk})


def in_use(function: Function) -> Function:
    """Return the form of an entry point that is in use, for callers that store it outside a module."""
    return _in_use.get(function, function)  # type: ignore[return-value]


def _use(forms: dict[Callable[..., Any], Callable[..., Any]]) -> None:
    """Replace functions, under their global names, in all modules of the package."""
    for old, new in forms.items():
        _in_use[old] = _in_use[new] = new
    replaced = {id(old): new for old, new in forms.items()}
    modules = sys.modules.copy()  # other threads import
    for module in [module for name, module in modules.items() if name.partition(".")[0] == "branchline"]:
        for name, value in list(vars(module).items()):
            if id(value) in replaced:
                setattr(module, name, replaced[id(value)])


# -- the parts that are compiled together ------------------------------------------------------

announcing = True
"""Whether a compilation is announced on stderr; a server logs it instead."""
_compiling = threading.local()
"""Its `names` are the parts that this thread is compiling now, outermost first."""


@contextmanager
def _fewer_collections() -> Iterator[None]:
    """Collect garbage less often: the compiler allocates much and keeps most of it."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 50, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*before)


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
    """The module or package whose entry points, with all they import, make up the part."""
    includes: tuple[CompiledPart, ...] = ()
    """Smaller parts that are compiled when this one is."""
    _known: bool = field(default=False, init=False, repr=False)
    _loaded: bool = field(default=False, init=False, repr=False)

    @property
    def _mark(self) -> Path:
        return cache_folder(self.module) / f"{self.name}.compiled"

    @property
    def is_compiled(self) -> bool:
        """Whether the part is on disk or is never compiled."""
        self._known = self._known or not COMPILED or self._mark.exists()
        return self._known

    @property
    def needs_compiler(self) -> bool:
        """Whether the first use of the part waits for the compiler."""
        return not _plain and not self.is_compiled

    @property
    def is_fast(self) -> bool:
        """Whether this process uses the compiled part, or never will."""
        return self.is_compiled and (self._loaded or not _plain or not COMPILED)

    def load(self, work: Callable[[], object]) -> None:
        """Do `work`, which uses the whole part; a plain process first switches to the part if it is on disk."""
        import_module(self.module)
        if _plain:
            change_over()
            work()
        else:
            self.compile_once(work)
        self._loaded = True

    def compile_alone(self, work: Callable[[], object]) -> None:
        """Compile only this part by doing `work`; what it uses of other parts runs plain unless it is on disk."""
        import_module(self.module)
        start_plain()
        change_over()
        _use({point.plain: point.compiled for point in _entry_points if point.belongs_to(self.module)})
        if not self.is_compiled:
            self._compile_locked(work)

    def compile_once(self, work: Callable[[], T]) -> T:
        """Do `work`, which uses the whole part. The first time this compiles, while other processes wait for it."""
        names: list[str] = _compiling.__dict__.setdefault("names", [])
        if not self.needs_compiler or self.name in names:
            return work()
        return self._compile_locked(work)

    def _compile_locked(self, work: Callable[[], T]) -> T:
        names: list[str] = _compiling.__dict__.setdefault("names", [])
        lock = hold(self._mark.with_suffix(".lock"), wait=True)
        names.append(self.name)
        try:
            # Another process may have compiled it by now; a part within a part is announced with the outer one.
            return self._compile(work, announced=announcing and len(names) == 1 and not self._mark.exists())
        finally:
            names.pop()
            if lock is not None:
                lock.close()

    def _compile(self, work: Callable[[], T], *, announced: bool) -> T:
        started = time.monotonic()
        if announced:
            sys.stderr.write(f"Compiling {self.what}, once: this takes about {self.seconds} seconds …\n")
        with _fewer_collections():
            result = work()
        for part in (self, *self.includes):
            part._mark.touch()
        if announced:
            sys.stderr.write(f"Compiled in {time.monotonic() - started:.0f} s. From now on it is loaded from disk.\n")
        return result


RULES = CompiledPart("rules", "the rules", seconds=10)
