"""Numba's CUDA simulator as a contestant: the tiled kernel as a Python function, in a process of its own."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import numpy as np

from course_kernels.bench.cases import TILE
from course_kernels.bench.contestant import inputs, poisoned
from course_kernels.bench.worker import InWorker, Run, serve

cuda: Any = None  # a global name of the kernel: the simulator puts its own module there while a kernel runs


def on_numba(n: int = 32, most_runs: int = 3) -> InWorker:
    """The contestant. The simulator is chosen before Numba is imported, so by the environment."""
    return InWorker("course_kernels.bench.on_numba", "Numba", n, "simulator",
                    environment={"NUMBA_ENABLE_CUDASIM": "1"}, most_runs=most_runs)


def prepare(n: int) -> tuple[np.ndarray, Run, str]:
    """Run the kernel once, and return C, the way to run again, and Numba's version."""
    global cuda
    numba, cuda = import_module("numba"), import_module("numba.cuda")
    float32 = numba.float32

    @cuda.jit
    def mmTiled(A, B, C, N):
        """C = A * B, launched with blocks of TILE x TILE threads."""
        As = cuda.shared.array((TILE, TILE), float32)
        Bs = cuda.shared.array((TILE, TILE), float32)
        tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
        row, col = cuda.blockIdx.y * TILE + ty, cuda.blockIdx.x * TILE + tx
        total = float32(0)
        for t in range((N + TILE - 1) // TILE):
            a_col, b_row = t * TILE + tx, t * TILE + ty
            As[ty, tx] = A[row, a_col] if row < N and a_col < N else float32(0)
            Bs[ty, tx] = B[b_row, col] if b_row < N and col < N else float32(0)
            cuda.syncthreads()
            for k in range(TILE):
                total += As[ty, k] * Bs[k, tx]
            cuda.syncthreads()
        if row < N and col < N:
            C[row, col] = total

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
