"""Where things lie in the device's memory: shared arrays with gaps between them, and the address windows.

The gaps are there to be hit: an index beyond the end of one shared array must not land in the next one. They
keep every array in the banks that it has without gaps.
"""

from __future__ import annotations

from dataclasses import dataclass

from warpsim import ptx

GAP = 128
BANK_ROW = 128  # bytes in one row of the 32 banks

SHARED_WINDOW = 0x0100_0000_0000  # generic addresses of shared memory
LOCAL_WINDOW = 0x0200_0000_0000
GLOBAL_BASE = 0x7F00_0000_0000  # addresses of arrays in global memory
ARRAY_ALIGNMENT = 512


@dataclass(frozen=True)
class Place:
    """An array of shared or local memory: its byte offset and its size; ``dynamic`` ones get theirs at launch."""

    offset: int
    size: int
    dynamic: bool = False


@dataclass(frozen=True)
class Layout:
    """The places of a kernel's shared arrays, the bytes they need with gaps, and what CUDA would count."""

    places: dict[str, Place]
    bytes_with_gaps: int
    static_bytes: int


def arrange(variables: list[ptx.Variable], space: str) -> Layout:
    """Lay out the variables of one state space."""
    places: dict[str, Place] = {}
    natural = end = 0
    fixed = [v for v in variables if v.space == space and v.size]
    dynamic = [v for v in variables if v.space == space and not v.size]
    for variable in fixed:
        natural = _up(natural, variable.align)
        start = _up(end + GAP, BANK_ROW) if end else 0
        start += natural % BANK_ROW
        places[variable.name] = Place(start, variable.size)
        end = start + variable.size
        natural += variable.size
    static = natural
    natural = _up(natural, 16)
    start = (_up(end + GAP, BANK_ROW) if end else 0) + natural % BANK_ROW
    for variable in dynamic:
        places[variable.name] = Place(start, 0, dynamic=True)
    return Layout(places, start, static)


def _up(value: int, step: int) -> int:
    return -(-value // step) * step
