"""The CPU device: kernels run by warpsim, arrays are NumPy's."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import warpsim


class CpuDevice:
    """Runs kernels without a GPU. ``xp`` is NumPy."""

    kind = "cpu"
    xp: Any = np

    @property
    def name(self) -> str:
        threads = warpsim.threads()
        return f"warpsim on {warpsim.cpu_name()} ({threads} thread{'' if threads == 1 else 's'})"

    def compile(self, source: str, symbol: str, options: tuple[str, ...], file: str) -> Callable[..., Any]:
        """A callable ``run(grid, block, args, shared_mem=0)``; raises warpsim.CompileError."""
        return warpsim.Module(source, options=options, name=file).get_function(symbol)

    def array(self, values: Any) -> Any:
        """A copy of ``values`` in the device's memory."""
        return np.array(values, order="C")

    def host(self, array: Any) -> np.ndarray:
        """``array`` as a NumPy array."""
        return np.asarray(array)

    def product(self, A: Any, B: Any) -> np.ndarray:
        """A @ B in float64, as a NumPy array."""
        return np.asarray(A, dtype=np.float64) @ np.asarray(B, dtype=np.float64)

    def milliseconds(self, launch: Callable[..., Any], grid: Any, block: Any, args: Any,
                     shared_mem: int = 0) -> float:
        """How long one launch takes."""
        start = time.perf_counter_ns()
        launch(grid, block, args, shared_mem=shared_mem)
        return (time.perf_counter_ns() - start) / 1e6
