"""Is a matrix product right? Comparison with float64, within the bound that float32 rounding allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from course_kernels.devices import device

UNIT_ROUNDOFF = 2.0**-24
SAFETY = 4.0


@dataclass(frozen=True)
class Reference:
    """The exact enough product of two matrices, and how far from it a float32 result may lie."""

    product: np.ndarray
    bound: np.ndarray


@dataclass(frozen=True)
class Verdict:
    """What verify found. ``mask`` is True where C is wrong; ``ratio`` is the worst error over its bound."""

    max_error: float
    ratio: float
    wrong: int
    mask: np.ndarray

    @property
    def ok(self) -> bool:
        return self.wrong == 0


def reference(A: Any, B: Any) -> Reference:
    """A @ B in float64, with the bound 4 sqrt(K) 2^-24 (|A| @ |B|) for each element."""
    where = device()
    factor = SAFETY * np.sqrt(A.shape[1]) * UNIT_ROUNDOFF
    return Reference(where.product(A, B), factor * where.product(abs(A), abs(B)))


def verify(C: Any, A: Any, B: Any) -> Verdict:
    """Compare C with A @ B. An element that is not a number is wrong.

    Example: ``verify(C, A, B).ok``.
    """
    return judge(device().host(C), reference(A, B))


def judge(C: np.ndarray, truth: Reference) -> Verdict:
    """Compare C with a reference that is already known."""
    with np.errstate(invalid="ignore", divide="ignore"):
        error = np.abs(C.astype(np.float64) - truth.product)
        error[np.isnan(error)] = np.inf
        mask = ~(error <= truth.bound)
        ratio = np.where(error == 0, 0.0, error / truth.bound)
    return Verdict(float(error.max(initial=0.0)), float(ratio.max(initial=0.0)), int(mask.sum()), mask)
