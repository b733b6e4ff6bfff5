"""How Numba compiles the kernel. `compilation` imports this module only when something is compiled or loaded."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
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


VECTOR = 16
"""The numbers of single precision in a vector: what one instruction of a wide processor computes with."""


PARTS = 4
"""The parts of a sum over rows; their number must be a multiple of it."""


class _Rows:
    """Code for the rows of a matrix of single precision, as vectors, if its shape is known at compile time."""

    def __init__(self, builder: Any, matrix: Any, columns: int) -> None:
        self.builder = builder
        width = VECTOR if columns % VECTOR == 0 else columns
        self.vector = ir.VectorType(ir.FloatType(), width)
        self.starts = range(0, columns, width)
        self.columns = ir.Constant(ir.IntType(64), columns)
        self.first = matrix

    def address(self, array: Any, place: Any, start: int) -> Any:
        """Return the address of the vector that starts at an offset, in numbers, from a place of an array."""
        place = self.builder.add(place, ir.Constant(ir.IntType(64), start))
        return self.builder.bitcast(self.builder.gep(array, [place]), self.vector.as_pointer())

    def load(self, array: Any, place: Any, start: int) -> Any:
        """Return a vector of an array."""
        return self.builder.load(self.address(array, place, start), align=4)

    def store(self, vector: Any, array: Any, start: int) -> None:
        """Store a vector in an array that is a single row."""
        self.builder.store(vector, self.address(array, ir.Constant(ir.IntType(64), 0), start), align=4)

    def repeated(self, number: Any) -> Any:
        """Return a vector of one number."""
        vector = self.builder.insert_element(ir.Constant(self.vector, ir.Undefined), number, ir.IntType(32)(0))
        mask = ir.Constant(ir.VectorType(ir.IntType(32), self.vector.count), [0] * self.vector.count)
        return self.builder.shuffle_vector(vector, vector, mask)

    def plus_product(self, total: Any, factor: Any, row: Any, start: int) -> Any:
        """Return a total plus the product of a repeated number with a vector of a row."""
        product = self.builder.fmul(factor, self.load(self.first, self.builder.mul(row, self.columns), start))
        return self.builder.fadd(total, product)


def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


@intrinsic
def _add_row(typing_context: Any, totals: Any, matrix: Any, row: Any, factor: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        sums, weights = (_data(context, builder, signature.args[place], arguments[place]) for place in (0, 1))
        rows = _Rows(builder, weights, matrix.shape[1])
        factors = rows.repeated(arguments[3])
        none = ir.Constant(ir.IntType(64), 0)
        for start in rows.starts:
            rows.store(rows.plus_product(rows.load(sums, none, start), factors, arguments[2], start), sums, start)
        return context.get_dummy_value()

    return types.void(totals, matrix, types.int64, types.float32), generate


@intrinsic
def _add_positive_rows(typing_context: Any, totals: Any, factors: Any, matrix: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        sums, inputs, weights = (
            _data(context, builder, kind, array) for kind, array in zip(signature.args, arguments, strict=True)
        )
        rows = _Rows(builder, weights, matrix.shape[1])
        none, zero = ir.Constant(ir.IntType(64), 0), ir.Constant(ir.FloatType(), 0.0)
        # Each sum has parts, so that an addition need not wait for the one before it.
        kept = {
            (start, part): cgutils.alloca_once_value(  # type: ignore[no-untyped-call]
                builder, rows.load(sums, none, start) if part == 0 else ir.Constant(rows.vector, None)
            )
            for start in rows.starts
            for part in range(PARTS)
        }
        with cgutils.for_range(builder, ir.Constant(ir.IntType(64), matrix.shape[0] // PARTS)) as loop:
            for part in range(PARTS):
                row = builder.add(builder.mul(loop.index, ir.IntType(64)(PARTS)), ir.IntType(64)(part))
                number = builder.load(builder.gep(inputs, [row]))
                number = builder.select(builder.fcmp_ordered(">", number, zero), number, zero)
                repeated = rows.repeated(number)
                for start in rows.starts:
                    total = kept[start, part]
                    builder.store(rows.plus_product(builder.load(total), repeated, row, start), total)
        for start in rows.starts:
            total = builder.load(kept[start, 0])
            for part in range(1, PARTS):
                total = builder.fadd(total, builder.load(kept[start, part]))
            rows.store(total, sums, start)
        return context.get_dummy_value()

    return types.void(totals, factors, matrix), generate


INSTRUCTIONS: dict[str, Callable[..., Any]] = {
    "trailing zeros": lambda mask: types.int64(_trailing_zeros(mask)),  # type: ignore[call-arg]
    "population": lambda mask: types.int64(_population(mask)),  # type: ignore[call-arg]
    "prefetch": lambda record: _prefetch(record),  # type: ignore[call-arg]  # noqa: PLW0108 (see below)
    "add row": lambda totals, matrix, row, factor: _add_row(totals, matrix, row, factor),  # type: ignore[call-arg]  # noqa: PLW0108
    "add positive rows": lambda totals, factors, matrix: _add_positive_rows(totals, factors, matrix),  # type: ignore[call-arg]  # noqa: PLW0108
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
