"""What every peer of the benchmark has in common: it is verified first, and timed only when it was right."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import lru_cache
from statistics import median
from typing import Any, Protocol

import numpy as np

from course_kernels.matmul import matrices
from course_kernels.verify import Reference, Verdict, judge, reference


class PeerMissing(Exception):
    """A peer is not installed; the text names what is missing."""


class PeerFailed(Exception):
    """A peer is installed and does not work; the text says what it said."""


class Contestant(Protocol):
    """One product of n x n matrices, by one peer. ``most_runs`` bounds how often it is timed."""

    peer: str
    mode: str
    kernel: str
    n: int
    most_runs: int

    def verified(self) -> Verdict:
        """Run once, untimed, and compare with float64. Raises PeerMissing or PeerFailed."""

    def milliseconds(self) -> float:
        """Run once and say how long it took."""

    def close(self) -> None:
        """Give back what the contestant holds."""


@dataclass
class Row:
    """What became of one contestant. ``state`` is "ok", "wrong", "not installed" or "failed"."""

    peer: str
    mode: str
    kernel: str
    n: int
    state: str = "ok"
    note: str = ""
    max_error: float | None = None
    runs: list[float] = field(default_factory=list)

    @property
    def ms(self) -> float | None:
        """The median of all runs."""
        return median(self.runs) if self.runs else None

    @property
    def gflops(self) -> float | None:
        """Billions of floating-point operations per second, by the median."""
        return None if self.ms is None else 2.0 * self.n**3 / self.ms / 1e6

    @property
    def best_gflops(self) -> float | None:
        """The same by the best run."""
        return 2.0 * self.n**3 / min(self.runs) / 1e6 if self.runs else None

    def record(self) -> dict[str, Any]:
        """The row as plain data."""
        plain = asdict(self)
        runs = plain.pop("runs")
        return {**plain, "ms": self.ms, "best_ms": min(runs, default=None), "worst_ms": max(runs, default=None),
                "gflops": self.gflops, "runs": len(runs)}


@lru_cache(maxsize=4)
def inputs(n: int) -> tuple[np.ndarray, np.ndarray]:
    """A and B, the same for every peer."""
    return matrices(n)


@lru_cache(maxsize=4)
def truth(n: int) -> Reference:
    """Their float64 product, and how far from it a float32 result may lie."""
    return reference(*inputs(n))


def poisoned(n: int) -> np.ndarray:
    """A matrix C full of NaN: an element that nobody writes is seen."""
    return np.full((n, n), np.nan, np.float32)


def verdict(C: np.ndarray) -> Verdict:
    """Compare a product of ``inputs`` with float64."""
    return judge(C, truth(len(C)))
