"""The processor's own clock, read inside the kernel: what share of a game each bot thought."""

from __future__ import annotations

import time
from typing import Any

from branchline.engine.compilation import COMPILED, inline

if COMPILED:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def _cycles(typing_context: Any) -> Any:  # noqa: ARG001 (Numba's own protocol)
        """Return the count of the processor's clock; only differences and shares mean anything."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            kind = ir.FunctionType(ir.IntType(64), [])
            return builder.call(builder.module.declare_intrinsic("llvm.readcyclecounter", fnty=kind), [])

        return types.int64(), generate

    @inline
    def ticks() -> int:
        """Return the count of the processor's clock; only differences and shares mean anything."""
        return _cycles()  # type: ignore[call-arg]

else:

    def ticks() -> Any:
        """Return nanoseconds; only differences and shares mean anything."""
        return time.perf_counter_ns()
