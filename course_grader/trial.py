"""One trial of a kernel: random inputs, a poisoned C between guard bands, and what came out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_kernels import Device, Verdict, launch_shape, matrices
from course_kernels.verify import judge, reference

GUARD = 64
CANARY = np.float32(-12345.5)


@dataclass(frozen=True)
class Trial:
    """What one launch on n x n matrices left behind."""

    n: int
    tile: int
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    verdict: Verdict
    guards_whole: bool
    inputs_whole: bool


def attempt(run: Callable[..., Any], where: Device, n: int, tile: int, fill: float = np.nan,
            **schedule: Any) -> Trial:
    """Launch ``run`` on two random matrices. C starts as ``fill`` everywhere, NaN by default, so that an
    element that nobody writes is seen. Errors of the kernel pass through."""
    A_host, B_host = matrices(n, seed=n)
    A, B = where.array(A_host), where.array(B_host)
    padded = np.full(n * n + 2 * GUARD, CANARY, dtype=np.float32)
    padded[GUARD:-GUARD] = fill
    memory = where.array(padded)
    grid, block = launch_shape(n, tile)
    run(grid, block, (A, B, memory[GUARD:-GUARD], np.int32(n)), shared_mem=0, **schedule)
    left = where.host(memory)
    C = left[GUARD:-GUARD].reshape(n, n).copy()
    guards = np.concatenate([left[:GUARD], left[-GUARD:]])
    return Trial(n, tile, A_host, B_host, C, judge(C, reference(A, B)), bool((guards == CANARY).all()),
                 bool((where.host(A) == A_host).all() and (where.host(B) == B_host).all()))
