"""The CPU device as a contestant: plain launches, launches that count, launches that look for races."""

from __future__ import annotations

import time
from typing import Any

import warpsim
from course_kernels.bench.cases import Case
from course_kernels.bench.contestant import PeerFailed, inputs, poisoned, verdict
from course_kernels.verify import Verdict

MODES = ("plain", "profile", "racecheck")


class OnWarpsim:
    """A kernel on warpsim in one of its modes."""

    peer = "warpsim"

    def __init__(self, case: Case, n: int, mode: str = "plain", most_runs: int = 1000):
        self.case, self.n, self.mode, self.most_runs = case, n, mode, most_runs
        self.kernel = case.symbol
        self._launch: Any = None
        self._C = poisoned(n)

    def verified(self) -> Verdict:
        """Compile, run once and compare; a race found in these race-free kernels is a failure."""
        try:
            function = self.case.compiled()
            self._launch = function if self.mode == "plain" else getattr(function, self.mode)
            found = self._run()
        except warpsim.Error as problem:
            raise PeerFailed(str(problem)) from None
        if self.mode == "racecheck" and found:
            raise PeerFailed(str(found[0]))
        return verdict(self._C)

    def milliseconds(self) -> float:
        """One launch, with its arguments checked and its observations gathered."""
        start = time.perf_counter_ns()
        self._run()
        return (time.perf_counter_ns() - start) / 1e6

    def close(self) -> None:
        """Forget the kernel."""
        self._launch = None

    def _run(self) -> Any:
        return self._launch(self.case.grid(self.n), self.case.block,
                            (*inputs(self.n), self._C, *self.case.scalars(self.n)))
