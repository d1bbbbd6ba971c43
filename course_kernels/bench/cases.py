"""The kernels that are raced and compiled: file, symbol, launch shape and arguments, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import warpsim

HERE = Path(__file__).parent
TILE = 16


@dataclass(frozen=True)
class Case:
    """One kernel. A block computes ``side`` x ``side`` elements of C; ``scalars`` follow A, B and C."""

    path: Path
    symbol: str
    block: tuple[int, ...]
    side: int
    scalars: Callable[[int], tuple[Any, ...]]
    options: tuple[str, ...] = ()

    def compiled(self) -> warpsim.Function:
        """The kernel, compiled for plain launches on the CPU device."""
        source = self.path.read_text(encoding="utf-8")
        return warpsim.Module(source, self.options, name=self.path.name).get_function(self.symbol).prepare()

    def fits(self, n: int) -> bool:
        """Whether the kernel can multiply n x n matrices: sgemm_v4 has no edge guards."""
        return self.side == TILE or n % self.side == 0

    def grid(self, n: int) -> tuple[int, int]:
        """The blocks that cover an n x n matrix."""
        return (-(-n // self.side),) * 2


def _n(n: int) -> tuple[Any, ...]:
    return (np.int32(n),)


NAIVE = Case(HERE.parent / "naive.cu", "mmNaive", (TILE, TILE), TILE, _n)
TILED = Case(HERE.parent / "tiled.cu", "mmTiled", (TILE, TILE), TILE, _n, (f"-DTILE_WIDTH={TILE}",))
TILED_DYN = Case(HERE / "tiled_dyn.cu", "mmTiledDyn", (TILE, TILE), TILE, lambda n: (np.int32(n), np.int32(TILE)))
SGEMM = Case(HERE / "sgemm_v4.cu", "sgemm_v4", (256,), 128, lambda n: (np.int32(n),) * 3)

RACED = (NAIVE, TILED, SGEMM)
COMPILED = (NAIVE, TILED, TILED_DYN, SGEMM)
