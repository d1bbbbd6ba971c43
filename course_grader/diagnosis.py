"""From a wrong product to a guess at the mistake: which other product is it?"""

from __future__ import annotations

import re

import numpy as np

from course_grader.trial import Trial

_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_EARLY_RETURN = re.compile(r"\breturn\b.*__syncthreads", re.DOTALL)
ALIKE = 0.99


def diagnose(trial: Trial, source: str, from_zero: Trial | None = None) -> str:
    """The key of the phrase ``why-<key>`` that fits best, or "" when nothing fits.

    ``from_zero`` is the same launch with C full of zeros: a kernel that adds to C is right there.
    """
    ragged = trial.n % trial.tile != 0
    if ragged and _EARLY_RETURN.search(bare(source)):
        return "early-return"
    if np.isnan(trial.C).all():
        return "adds-to-c" if from_zero is not None and from_zero.verdict.ok else "nothing-written"
    for key, product in _mistakes(trial):
        if _alike(trial.C, product, trial):
            return key
    if np.isnan(trial.C).any():
        return "partly-written"
    if bare(source).count("__syncthreads") < 2 and trial.n > trial.tile:
        return "barriers"
    return "edge" if ragged else ""


def bare(source: str) -> str:
    """CUDA text without its comments."""
    return _COMMENTS.sub(" ", source)


def _mistakes(trial: Trial) -> list[tuple[str, np.ndarray]]:
    """The products that common mistakes compute instead."""
    A, B = trial.A.astype(np.float64), trial.B.astype(np.float64)
    n, tile = trial.n, trial.tile
    whole, phases = n // tile * tile, -(-n // tile)
    last = (phases - 1) * tile
    first = A[:, :tile] @ B[:tile]
    found = [
        ("transposed-c", (A @ B).T), ("transposed-b", A @ B.T), ("transposed-a", A.T @ B),
        ("swapped", B @ A),
    ]
    if phases > 1:
        found += [("stale-tile", first * phases), ("first-phase", first),
                  ("last-phase", A[:, last:] @ B[last:]), ("first-missing", A[:, tile:] @ B[tile:])]
    if whole not in (0, n):
        found.append(("last-tile-dropped", A[:, :whole] @ B[:whole]))
    return found


def _alike(C: np.ndarray, product: np.ndarray, trial: Trial) -> bool:
    """C is this product, up to rounding, nearly everywhere (and not merely zero)."""
    tolerance = 1e-5 * trial.n + 1e-6
    with np.errstate(invalid="ignore"):
        return float((np.abs(C - product) <= tolerance).mean()) >= ALIKE
