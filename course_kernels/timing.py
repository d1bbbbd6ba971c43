"""How long a kernel takes: a warm-up, several runs, and their median."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any

from course_kernels.devices import device
from course_kernels.loader import Kernel

ENOUGH_MS = 250.0
FEWEST, MOST = 3, 50


@dataclass(frozen=True)
class Timing:
    """Milliseconds of one launch: the median, the best and the worst of all ``runs``."""

    ms: float
    best: float
    worst: float
    runs: tuple[float, ...]
    device: str

    def gflops(self, operations: float) -> float:
        """Billions of operations per second, when one launch does that many."""
        return operations / self.ms / 1e6 if self.ms > 0 else 0.0


def benchmark(kernel: Kernel, grid: Any, block: Any, args: Any, repeats: int | None = None,
              shared_mem: int = 0) -> Timing:
    """Time a launch. Without ``repeats`` it is repeated for a quarter of a second, 3 to 50 times."""
    where = device()
    kernel(grid, block, args, shared_mem=shared_mem)  # warm-up: compiles, loads, and shows errors
    launch, runs = kernel.on(where), list[float]()
    while not _enough(runs, repeats):
        runs.append(where.milliseconds(launch, tuple(grid), tuple(block), tuple(args), shared_mem))
    return Timing(median(runs), min(runs), max(runs), tuple(runs), where.name)


def _enough(runs: list[float], repeats: int | None) -> bool:
    if repeats is not None:
        return len(runs) >= max(1, repeats)
    return len(runs) >= FEWEST and (sum(runs) >= ENOUGH_MS or len(runs) >= MOST)
