"""`@kernel`: compiled by Numba, or plain Python with `BRANCHLINE_JIT=0`; and the two bit tricks that need it."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = os.environ.get("BRANCHLINE_JIT", "1") != "0"
"""Whether the kernel is compiled in this process."""


def source_hash() -> str:
    """Hash the kernel's sources: Numba's cache does not see a change in a callee of another file."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted([*here.glob("*.py"), *here.glob("rules/*.py"), *here.parent.glob("bots/kernel/*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder of compiled code that belongs to exactly these sources."""
    base = os.environ.get("BRANCHLINE_CACHE") or platformdirs.user_cache_dir("branchline")
    return Path(base) / f"kernel-{source_hash()}"


if COMPILED:
    import numba
    from numba.core import types
    from numba.extending import intrinsic

    _FOLDER = str(cache_folder())

    def kernel(function: Function) -> Function:
        """Compile a function of the rules; it releases the GIL and is cached on disk."""
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = _FOLDER
        try:
            compiled: Function = numba.njit(function, nogil=True, cache=True, error_model="numpy", boundscheck=False)
        finally:
            numba.config.CACHE_DIR = before
        return compiled

    @intrinsic  # type: ignore[untyped-decorator]
    def _trailing_zeros(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, 0))

        return types.uint64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def _population(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate

    @kernel
    def lowest(mask: Any) -> Any:
        """Return the number of the lowest bit that is set."""
        return types.int64(_trailing_zeros(mask))

    @kernel
    def count(mask: Any) -> Any:
        """Return how many bits are set."""
        return types.int64(_population(mask))

else:

    def kernel(function: Function) -> Function:
        """Leave the function as it is."""
        return function

    def lowest(mask: Any) -> Any:
        """Return the number of the lowest bit that is set."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def count(mask: Any) -> Any:
        """Return how many bits are set."""
        return int(mask).bit_count()


def announce_compilation() -> Callable[[], None]:
    """Say once, on a terminal's error stream, that the first start compiles; return what to call when done."""
    folder = cache_folder()
    mark = folder / "compiled"
    if not COMPILED or mark.exists():
        return lambda: None
    started = time.monotonic()
    if sys.stderr.isatty():
        print("Compiling the rules, once: this takes about half a minute …", file=sys.stderr)

    def done() -> None:
        folder.mkdir(parents=True, exist_ok=True)
        mark.touch()
        if sys.stderr.isatty():
            print(f"Compiled in {time.monotonic() - started:.0f} s; from now on the start is quick.", file=sys.stderr)

    return done
