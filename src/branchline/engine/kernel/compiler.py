"""How Numba compiles the kernel. `compilation` imports this module only when something is compiled or loaded."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import ir
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.options import DefaultOptions
from numba.core.targetconfig import TargetConfig
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# -- faster compilation ------------------------------------------------------------------------
#
# Numba looks functions up by the flags they are compiled with, and names them by their types: tens of thousands of
# times for the rules. It compares and hashes flags by reading every option, and writes a record out field by field.

_same_flags: Any = TargetConfig.__eq__
_hash_of_flags: Any = TargetConfig.__hash__


def _are_same_flags(flags: TargetConfig, others: object) -> Any:
    """Compare the options that were set before those that have their default value."""
    if isinstance(others, TargetConfig) and type(flags) is type(others) and flags._values == others._values:
        return True
    return _same_flags(flags, others)


def _hash_by_class(flags: TargetConfig) -> Any:
    """Return the hash of flags, which depends on the names of their options alone."""
    found = _hashes.get(type(flags))
    if found is None:
        found = _hashes[type(flags)] = _hash_of_flags(flags)
    return found


_hashes: dict[type, Any] = {}


def _speed_up_lookups() -> None:
    """Let Numba compare and hash flags quickly, and write out each type of record once."""
    flags_class: Any = TargetConfig
    flags_class.__eq__ = _are_same_flags
    flags_class.__hash__ = _hash_by_class
    record_class: Any = types.Record
    record_class.__repr__ = cache(record_class.__repr__)


if hasattr(TargetConfig(), "_values"):  # type: ignore[no-untyped-call]
    _speed_up_lookups()


# -- inner functions ---------------------------------------------------------------------------


class _LinkedLibrary(JITCodeLibrary):
    """The code of a function that only compiled code calls: linked into its callers as it is.

    Numba would optimize it, with everything it calls, and generate machine code that is never run, once for each
    function on the way to an entry point. The entry point is optimized as a whole instead, once.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address: there is no machine code."""
        del name
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0

    @property
    def codegen(self) -> _LinkedLibrary:
        """What Numba reports about the function's environment."""
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Ignore the environment: without machine code nothing uses it."""


class _InnerCompiler(Compiler):
    """A compiler that stops before machine code."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a function into a `_LinkedLibrary`."""
        if self.state.library is None:
            codegen = self.state.targetctx.codegen()
            self.state.library = _LinkedLibrary(codegen, func.__qualname__)  # type: ignore[no-untyped-call]
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


_ENTRY: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
if hasattr(DefaultOptions, "_nrt"):
    # Without reference counts: compiled code allocates nothing, and its caller keeps the arrays alive. Every count is
    # an atomic instruction, and threads that count references to the same array wait for one another.
    _ENTRY["_nrt"] = False
# Nothing but compiled code calls the inner functions: they need no wrappers for Python.
_INNER: dict[str, Any] = {**_ENTRY, "no_cpython_wrapper": True}
if all(hasattr(JITCodeLibrary, name) for name in ("_optimize_final_module", "_finalize_final_module")):
    _INNER["pipeline_class"] = _InnerCompiler


# -- instructions of the processor -------------------------------------------------------------


@intrinsic
def _trailing_zeros(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 0))

    return types.uint64(types.uint64), generate


@intrinsic
def _population(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _cycles(typing_context: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [])
        return builder.call(builder.module.declare_intrinsic("llvm.readcyclecounter", fnty=kind), [])

    return types.int64(), generate


@intrinsic
def _prefetch(typing_context: Any, record: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address, number, number, number])
        instruction = builder.module.declare_intrinsic("llvm.prefetch", [address], kind)
        start = builder.bitcast(arguments[0], address)
        for line in range(2):
            place = builder.gep(start, [number(64 * line)])
            # To be read, and kept in all caches, as data.
            builder.call(instruction, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(record), generate


INSTRUCTIONS: dict[str, Callable[..., Any]] = {
    "trailing zeros": lambda mask: types.int64(_trailing_zeros(mask)),  # type: ignore[call-arg]
    "population": lambda mask: types.int64(_population(mask)),  # type: ignore[call-arg]
    "prefetch": lambda record: _prefetch(record),  # type: ignore[call-arg]  # noqa: PLW0108 (see below)
    "cycles": lambda: _cycles(),  # type: ignore[call-arg]  # noqa: PLW0108 (Numba compiles a function)
}
"""What compiled code does instead of a function marked with `instruction`."""


# -- functions ---------------------------------------------------------------------------------

_kept: list[Any] = []
"""The compiled forms of functions: their types refer to them weakly."""


def use_in_compiled_code(function: Callable[..., Any], how: str) -> None:
    """Let compiled code call a function, which stays plain for Python: Numba asks a value for its type."""
    compiled = numba.njit(INSTRUCTIONS.get(how, function), forceinline=how != "call", **_INNER)
    _kept.append(compiled)
    function._numba_type_ = compiled._numba_type_  # type: ignore[attr-defined]


def compiled_entry(function: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    """Return the compiled form of an entry point: it releases the GIL and is cached on disk with all it uses."""
    # The folder is read where the decorator is applied; other users of Numba in this process keep theirs.
    before = vars(numba.config)["CACHE_DIR"]
    vars(numba.config)["CACHE_DIR"] = str(folder)
    try:
        compiled: Callable[..., Any] = numba.njit(function, cache=True, **_ENTRY)
    finally:
        vars(numba.config)["CACHE_DIR"] = before
    return compiled
