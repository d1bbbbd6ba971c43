"""The same product many times: how many elements are wrong in each run.

On a GPU the runs differ by the timing of the warps. The CPU device is deterministic, so there each run has an
order of the warps of its own: one seed of the random schedule for each run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_kernels.catalog import DEFAULT_TILE, launch_shape
from course_kernels.devices import Device, device
from course_kernels.loader import Kernel
from course_kernels.matmul import matrices
from course_kernels.verify import Verdict, judge, reference


@dataclass(frozen=True)
class Repeat:
    """One run: what ``number`` counts is a "seed" (CPU device) or a "run" (GPU)."""

    counted: str
    number: int
    schedule: str
    verdict: Verdict

    def __repr__(self) -> str:
        return f"{self.counted} {self.number}: wrong {self.verdict.wrong} of {self.verdict.mask.size}"


def repeat(kernel: Kernel, n: int, runs: int = 6, inputs: tuple[Any, Any] | None = None, schedule: str = "random",
           seeds: Sequence[int] | None = None, where: Device | None = None) -> list[Repeat]:
    """Run a kernel ``(A, B, C, N)`` several times on the same matrices and verify each result.

    Example: ``[one.verdict.wrong for one in repeat(load("tiled"), 64)]`` is all zeros. ``schedule`` and ``seeds``
    matter on the CPU device alone.
    """
    where = where or device()
    A, B = (where.array(one) for one in (matrices(n) if inputs is None else inputs))
    truth = reference(A, B)
    shape = launch_shape(n, int(kernel.defines.get("TILE_WIDTH", DEFAULT_TILE)))
    counted = "seed" if where.kind == "cpu" else "run"
    found = []
    for number in seeds if seeds is not None else range(1, runs + 1):
        C = where.array(np.full((n, n), np.nan, np.float32))
        order = {"schedule": schedule, "seed": number} if where.kind == "cpu" else {}
        kernel.on(where)(*shape, (A, B, C, np.int32(n)), shared_mem=0, **order)
        found.append(Repeat(counted, number, schedule, judge(where.host(C), truth)))
    return found
