"""The counters and the race check of any kernel file: what ``course profile`` and ``course racecheck`` print.

Both run on the CPU device, whatever the machine has: no GPU tells which lines race.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

import warpsim
from course_kernels import catalog
from course_kernels.errors import CourseError
from course_kernels.loader import read_source, the_kernel
from course_kernels.matmul import matrices

# what ncu says beside the counters and the CPU device cannot know
ONLY_A_GPU_KNOWS = ("instructions", "dram_bytes_read", "gpu_time_ns", "achieved_occupancy_pct")


def compiled(what: str, kernel: str | None, tile: int | None) -> warpsim.Function:
    """A kernel of the catalog (by key or symbol), or of a .cu file, compiled for the CPU device."""
    entry = next((e for e in catalog.ENTRIES if what in (e.key, e.symbol)), None)
    source, file, symbol = read_source(entry.key if entry else what)
    options = () if tile is None else (f"-DTILE_WIDTH={tile}",)
    return warpsim.Module(source, options, name=file).get_function(kernel or the_kernel(source, file, symbol))


def arguments(function: warpsim.Function, n: int, tile: int) -> list[Any]:
    """Arguments for a product of n x n matrices: pointers get matrices, integers n, a parameter ``tile`` the tile.

    The first two pointers get random numbers, the others NaN.
    """
    A, B = matrices(n)
    inputs = [A, B]
    values: list[Any] = []
    for name, kind in function.signature:
        if kind == "u64":
            values.append(inputs.pop(0) if inputs else np.full((n, n), np.nan, np.float32))
        elif kind == "f32":
            values.append(np.float32(1))
        elif kind == "f64":
            values.append(np.float64(1))
        else:
            values.append(tile if name.lower() in ("tile", "tile_width", "t") else n)
    return values


def profile(what: str, n: int, tile: int | None = None, block: tuple[int, ...] | None = None,
            shared_mem: int | None = None) -> dict[str, Any]:
    """The counters of one launch on n x n matrices, by the names of ncu's table; None where only a GPU knows."""
    shape = block or (tile or catalog.DEFAULT_TILE,) * 2
    check_size(n)
    function = compiled(what, None, tile if tile is not None or block is None else shape[-1])
    grid = tuple(-(-n // side) for side in shape[:2])
    values = arguments(function, n, shape[0])
    bytes_ = dynamic_bytes(function, shape, shared_mem)
    counted = function.profile(grid, shape, values, shared_mem=bytes_)
    return {
        "kernel": function.name,
        "block": str(counted.block),
        "N": n,
        **asdict(counted.total),
        **dict.fromkeys(ONLY_A_GPU_KNOWS),
        "lines": {str(line): asdict(counters) for line, counters in counted.lines.items()},
    }


def racecheck(what: str, kernel: str | None, grid: tuple[int, ...], block: tuple[int, ...], n: int,
              tile: int | None = None, shared_mem: int | None = None, schedule: str = "one_ahead",
              seed: int = 0) -> dict[str, Any]:
    """The hazards of one launch: ``{"hazards": [{kind, array, lines, threads, block, count, ...}]}``."""
    check_size(n)
    function = compiled(what, kernel, tile)
    values = arguments(function, n, block[0])
    found = function.check(grid, block, values, shared_mem=dynamic_bytes(function, block, shared_mem),
                               schedule=schedule, seed=seed)
    return {
        "hazards": [race.as_dict() for race in found.races],
        "unwritten": [read.as_dict() for read in found.unwritten],
        "sentences": [str(one) for one in (*found.races, *found.unwritten)],
    }


def dynamic_bytes(function: warpsim.Function, block: tuple[int, ...], wish: int | None) -> int:
    """Bytes of dynamic shared memory: as asked for; else, if the kernel has any, two tiles of the block's size."""
    if wish is not None:
        return wish
    return 8 * int(np.prod(block)) if function.takes_dynamic_shared else 0


def check_size(n: int) -> None:
    """Refuse a matrix size below 1."""
    if n < 1:
        raise CourseError("bad-size", n=n)
