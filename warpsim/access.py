"""The hardware's counting rules for one request: how many wavefronts, bank conflicts and sectors it costs.

    wavefronts, bank_conflicts = shared(lanes, words, "ld")
    count = sectors(lanes, words)

``lanes`` are 32 indices of 4-byte words, -1 for a lane that does not take part; ``words`` (1, 2 or 4) is the
width of the access. The rules agree with every one of the 565 patterns measured on an H200 that are in the tests.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from llvmlite import ir

from warpsim import counting, jit
from warpsim.abi import LANES


@lru_cache(maxsize=1)
def _routines():
    module = ir.Module("access")
    counting.build(module)
    program = jit.Program(str(module))
    wavefronts = program.returning("shared_wavefronts", ctypes.c_int64, ctypes.c_int32, ctypes.c_int64, ctypes.c_int64)
    found = program.returning("global_sectors", ctypes.c_int64, ctypes.c_int32, ctypes.c_int64, ctypes.c_int64)
    return wavefronts, found, program


def _addresses(lanes: Sequence[int], words: int) -> tuple[np.ndarray, int]:
    indices = np.asarray(lanes, np.int64)
    if indices.shape != (LANES,):
        raise ValueError(f"lanes must be {LANES} word indices, not {indices.shape}")
    if words not in (1, 2, 4):
        raise ValueError(f"words must be 1, 2 or 4, not {words}")
    active = indices >= 0
    if np.any(indices[active] % words):
        raise ValueError(f"an access of {words} words must start at a multiple of {words}")
    mask = sum(1 << n for n in range(LANES) if active[n])
    return 4 * np.where(active, indices, 0), mask


def shared(lanes: Sequence[int], words: int, op: str) -> tuple[int, int]:
    """Return the wavefronts and the bank conflicts of one shared request; ``op`` is "ld" or "st"."""
    if op not in ("ld", "st"):
        raise ValueError(f'op must be "ld" or "st", not {op!r}')
    addresses, mask = _addresses(lanes, words)
    both = _routines()[0](addresses.ctypes.data, ctypes.c_int32(mask), words, int(op == "ld"))
    return both & 0xFFFFFFFF, (both & 0xFFFFFFFF) - (both >> 32)


def sectors(lanes: Sequence[int], words: int) -> int:
    """Return the different 32-byte sectors that one global request touches."""
    addresses, mask = _addresses(lanes, words)
    return _routines()[1](addresses.ctypes.data, ctypes.c_int32(mask), words, 0)
