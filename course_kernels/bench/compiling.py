"""How long the CPU device takes to compile a kernel: from nothing, and from its cache on disk.

Each compile has a fresh process, which has compiled an empty kernel before: the loading of NVRTC and LLVM, which
happens once in a process, is a figure of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

import warpsim
from course_kernels.bench.cases import COMPILED, Case

EMPTY = "__global__ void empty() {}"


def measure(cases: Iterable[Case] = COMPILED, rounds: int = 3) -> dict[str, Any]:
    """Milliseconds for each kernel: cold (the cache is an empty folder) and cached (it has just been filled)."""
    listed = list(cases)
    times: dict[str, dict[str, list[float]]] = {one.symbol: {"cold": [], "cached": []} for one in listed}
    starts: list[float] = []
    for _ in range(rounds):
        for case in listed:
            with tempfile.TemporaryDirectory() as folder:
                for kind in ("cold", "cached"):
                    figures = _in_a_fresh_process(case, folder)
                    times[case.symbol][kind].append(figures["ms"])
            starts.append(figures["start_ms"])
    return {"kernels": [{"kernel": symbol, **_summary(both)} for symbol, both in times.items()],
            **_summary({"start": starts})}


def _summary(runs_by_kind: dict[str, list[float]]) -> dict[str, Any]:
    return {f"{kind}_{name}": pick(runs) for kind, runs in runs_by_kind.items()
            for name, pick in (("ms", median), ("best_ms", min), ("worst_ms", max))}


def _in_a_fresh_process(case: Case, folder: str) -> dict[str, float]:
    done = subprocess.run([sys.executable, "-m", "course_kernels.bench.compiling", case.symbol], text=True,
                          env={**os.environ, "WARPSIM_CACHE": folder}, capture_output=True, check=True)
    return json.loads(done.stdout)


def _milliseconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - start) / 1e6


def _main() -> None:
    case = next(one for one in COMPILED if one.symbol == sys.argv[1])
    start = _milliseconds(lambda: warpsim.Module(EMPTY).get_function("empty").prepare())
    print(json.dumps({"start_ms": start, "ms": _milliseconds(case.compiled)}))


if __name__ == "__main__":
    _main()
