"""The processor's cycle counter, read inside the kernel: each bot's share of the time of a game."""

from __future__ import annotations

import time
from typing import Any

from branchline.engine.kernel.compilation import COMPILED, inline

if COMPILED:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def _cycles(typing_context: Any) -> Any:  # noqa: ARG001 (Numba's protocol)
        """Return the processor's cycle counter; only differences and ratios are meaningful."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            kind = ir.FunctionType(ir.IntType(64), [])
            return builder.call(builder.module.declare_intrinsic("llvm.readcyclecounter", fnty=kind), [])

        return types.int64(), generate

    @inline
    def ticks() -> int:
        """Return the processor's cycle counter; only differences and ratios are meaningful."""
        return _cycles()  # type: ignore[call-arg]

else:

    def ticks() -> Any:
        """Return nanoseconds; only differences and ratios are meaningful."""
        return time.perf_counter_ns()
