"""The whole benchmark as one record: the machine, the rows, the compile times, the ratios."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import warpsim
from course_kernels.bench import compiling
from course_kernels.bench.cases import COMPILED, TILED, Case
from course_kernels.bench.contestant import Row
from course_kernels.bench.on_pocl import METHODS
from course_kernels.bench.rounds import SIMULATOR_N, contestants, race

PACKAGES = ("cuda-matmul-workbook", "numpy", "llvmlite", "cuda-bindings", "nvidia-cuda-nvrtc-cu12", "pyopencl",
            "pocl-binary-distribution", "numba")
# name of a ratio: the two rows (peer, mode) of mmTiled whose speeds are divided
RATIOS = {
    "plain/PoCL": (("warpsim", "plain"), ("PoCL", "default")),
    "profile/PoCL": (("warpsim", "profile"), ("PoCL", "default")),
    "plain/PoCL workitemrepl": (("warpsim", "plain"), ("PoCL", "workitemrepl")),
}
SIMULATOR = ("Numba", "simulator")


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    sizes: tuple[int, ...]
    race_sizes: tuple[int, ...]
    rounds: int
    methods: tuple[str, ...]
    compile_rounds: int
    compiled: tuple[Case, ...] = COMPILED
    pause: float = 0.1


FULL = Plan((512, 1024), (512,), rounds=7, methods=tuple(METHODS), compile_rounds=5)
QUICK = Plan((256,), (256,), rounds=3, methods=("default",), compile_rounds=1)


def measure(plan: Plan = FULL) -> dict[str, Any]:
    """Run the benchmark: a minute or two for the full plan."""
    rows = race(contestants(plan.sizes, plan.race_sizes, plan.methods), plan.rounds, plan.pause)
    return {
        "machine": machine(),
        "rows": [row.record() for row in rows],
        "compile": compiling.measure(plan.compiled, plan.compile_rounds),
        "ratios": ratios(rows, plan.sizes),
    }


def machine() -> dict[str, Any]:
    """What it was measured on, with what, and when."""
    return {
        "cpu": warpsim.cpu_name(),
        "threads": warpsim.threads(),
        "simd": warpsim.simd_name(),
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in PACKAGES}},
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def ratios(rows: Iterable[Row], sizes: Iterable[int]) -> dict[str, Any]:
    """How many times as fast one is as another, on mmTiled, by the medians, at the largest size.

    ``by_n`` has every size, ``best_by_n`` the same by the best times: those depend less on what else the machine
    was doing. Numba's simulator runs at N=32 only: it is compared with the CPU device at N=32, where a launch's
    fixed cost is most of its time, and at the larger sizes by GFLOP/s.
    """
    tiled = [row for row in rows if row.kernel == TILED.symbol]
    medians = {(row.peer, row.mode, row.n): row.gflops for row in tiled}
    bests = {(row.peer, row.mode, row.n): row.best_gflops for row in tiled}
    by_n = {str(n): _at(n, medians) for n in sizes}
    largest = max(by_n, key=int)
    small = _over(medians.get(("warpsim", "plain", SIMULATOR_N)), medians.get((*SIMULATOR, SIMULATOR_N)))
    return {"kernel": TILED.symbol, "N": int(largest), **by_n[largest], f"plain/numba at N={SIMULATOR_N}": small,
            "by_n": by_n, "best_by_n": {n: _at(int(n), bests) for n in by_n}}


def _at(n: int, speed: dict[tuple[str, str, int], float | None]) -> dict[str, float | None]:
    found = {name: _over(speed.get((*one, n)), speed.get((*other, n))) for name, (one, other) in RATIOS.items()}
    return {**found, "plain/numba": _over(speed.get(("warpsim", "plain", n)), speed.get((*SIMULATOR, SIMULATOR_N)))}


def _over(one: float | None, other: float | None) -> float | None:
    return one / other if one and other else None
