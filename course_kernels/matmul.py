"""Run a matrix product kernel once, completely: inputs, launch, timing, verdict."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

import numpy as np

from course_kernels.catalog import DEFAULT_TILE, find, launch_shape
from course_kernels.devices import device
from course_kernels.errors import CourseError
from course_kernels.loader import Kernel, load
from course_kernels.timing import Timing, benchmark
from course_kernels.verify import Reference, Verdict, judge, reference

LARGEST_BLOCK = 1024


@dataclass(frozen=True)
class Run:
    """One measured and verified product. ``device`` names what it ran on."""

    kernel: str
    device: str
    kind: str
    n: int
    tile: int
    seed: int
    timing: Timing
    verdict: Verdict
    C: np.ndarray

    @property
    def ms(self) -> float:
        return self.timing.ms

    @property
    def gflops(self) -> float:
        """Billions of floating-point operations per second: a product of size n does 2 n^3."""
        return self.timing.gflops(2.0 * self.n**3)

    @property
    def max_error(self) -> float:
        return self.verdict.max_error

    @property
    def bound_ratio(self) -> float:
        return self.verdict.ratio

    @property
    def ok(self) -> bool:
        return self.verdict.ok

    @property
    def checksum(self) -> str:
        """SHA-256 of C's bytes: equal on two devices when they agree bit for bit."""
        return hashlib.sha256(np.ascontiguousarray(self.C).tobytes()).hexdigest()

    def record(self) -> dict[str, Any]:
        """The run as plain data for JSON; a number that is not finite becomes None."""
        plain = {
            "kernel": self.kernel, "device": self.device, "kind": self.kind, "N": self.n,
            "tile": self.tile, "seed": self.seed, "ms": self.ms, "gflops": self.gflops,
            "max_error": self.max_error, "bound_ratio": self.bound_ratio,
            "wrong": self.verdict.wrong, "ok": self.ok, "checksum": self.checksum,
            "runs": len(self.timing.runs),
        }
        return {key: None if isinstance(value, float) and not isfinite(value) else value
                for key, value in plain.items()}


def matrices(n: int, seed: int = 0, columns: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Two float32 matrices, n x columns and columns x n, uniform in [-1, 1): the same on every machine.

    >>> A, B = matrices(4)
    >>> A.shape, A.dtype.name
    ((4, 4), 'float32')
    """
    width = n if columns is None else columns
    numbers = np.random.Generator(np.random.PCG64(seed))
    A = (2.0 * numbers.random((n, width), dtype=np.float32) - 1.0).astype(np.float32)
    B = (2.0 * numbers.random((width, n), dtype=np.float32) - 1.0).astype(np.float32)
    return A, B


def matmul(kernel: str | Kernel, n: int = 512, tile: int | None = None, seed: int = 0,
           repeats: int | None = None) -> Run:
    """Multiply two random n x n matrices with a kernel ``(A, B, C, N)``; time it and verify it.

    ``kernel`` is a key of the catalog, a .cu file, or a loaded Kernel. C holds NaN before the launch, so an
    element that the kernel does not write is seen.
    """
    prepared, side = _prepare(kernel, tile)
    if n < 1:
        raise CourseError("bad-size", n=n)
    where = device()
    A_host, B_host = matrices(n, seed)
    A, B = where.array(A_host), where.array(B_host)
    C = where.array(np.full((n, n), np.nan, dtype=np.float32))
    grid, block = launch_shape(n, side)
    timing = benchmark(prepared, grid, block, (A, B, C, np.int32(n)), repeats=repeats)
    result = where.host(C)
    return Run(_name(kernel, prepared), where.name, where.kind, n, side, seed, timing,
               judge(result, _truth(n, seed)), result)


def _prepare(kernel: str | Kernel, tile: int | None) -> tuple[Kernel, int]:
    """The kernel compiled for this tile width, and the width."""
    if isinstance(kernel, Kernel):
        side = int(kernel.defines.get("TILE_WIDTH", DEFAULT_TILE)) if tile is None else tile
        _check_tile(side)
        if kernel.defines.get("TILE_WIDTH", DEFAULT_TILE) != side:
            kernel = kernel.with_defines(TILE_WIDTH=side)
        return kernel, side
    side = DEFAULT_TILE if tile is None else tile
    _check_tile(side)
    entry = find(kernel)
    takes_tile = entry is None or "TILE_WIDTH" in entry.constants
    return (load(kernel, TILE_WIDTH=side) if takes_tile else load(kernel)), side


def _check_tile(side: int) -> None:
    if side < 1 or side * side > LARGEST_BLOCK:
        raise CourseError("bad-tile", tile=side, threads=side * side, most=LARGEST_BLOCK)


def _name(kernel: str | Kernel, prepared: Kernel) -> str:
    return kernel if isinstance(kernel, str) and find(kernel) else prepared.symbol


@lru_cache(maxsize=2)
def _truth(n: int, seed: int) -> Reference:
    """The reference for ``matrices(n, seed)``; sweeps ask for the same one many times."""
    A, B = matrices(n, seed)
    return reference(A, B)
