"""NumPy's product as a contestant: what the machine can do when nobody simulates a GPU."""

from __future__ import annotations

import time

import numpy as np

from course_kernels.bench.contestant import inputs, poisoned, verdict
from course_kernels.verify import Verdict


class OnNumpy:
    """``A @ B`` in float32."""

    peer, mode, kernel = "NumPy", "BLAS", "A @ B"

    def __init__(self, n: int, most_runs: int = 1000):
        self.n, self.most_runs = n, most_runs
        self._C = poisoned(n)

    def verified(self) -> Verdict:
        """Run once and compare."""
        self.milliseconds()
        return verdict(self._C)

    def milliseconds(self) -> float:
        """One product, into an array that is there already."""
        A, B = inputs(self.n)
        start = time.perf_counter_ns()
        np.matmul(A, B, out=self._C)
        return (time.perf_counter_ns() - start) / 1e6

    def close(self) -> None:
        """Nothing is held."""
