"""Numba's CUDA simulator as a contestant: the tiled kernel as a Python function, in a process of its own."""

from __future__ import annotations

import time

import numpy as np

from course_kernels.bench.cases import TILE
from course_kernels.bench.contestant import inputs, poisoned
from course_kernels.bench.worker import InWorker, Run, serve


def on_numba(n: int = 32, most_runs: int = 3) -> InWorker:
    """The contestant. The simulator is chosen before Numba is imported, so by the environment."""
    return InWorker("course_kernels.bench.on_numba", "Numba", n, "simulator",
                    environment={"NUMBA_ENABLE_CUDASIM": "1"}, most_runs=most_runs)


def prepare(n: int) -> tuple[np.ndarray, Run, str]:
    """Run the kernel once, and return C, the way to run again, and Numba's version."""
    import numba

    from course_kernels.bench.numba_kernel import mmTiled

    A, B, C = *inputs(n), poisoned(n)
    blocks = -(-n // TILE)

    def run() -> float:
        start = time.perf_counter_ns()
        mmTiled[(blocks, blocks), (TILE, TILE)](A, B, C, n)
        return (time.perf_counter_ns() - start) / 1e6

    run()
    return C, run, numba.__version__


if __name__ == "__main__":
    serve(prepare)
