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
    """Lay out the variables of one state space; local memory, which is the compiler's own, has no gaps."""
    places: dict[str, Place] = {}
    natural = end = 0
    gaps = space == "shared"

    def start_of() -> int:
        return (_up(end + GAP, BANK_ROW) if end else 0) + natural % BANK_ROW if gaps else natural

    for variable in (v for v in variables if v.space == space and v.size):
        natural = _up(natural, max(variable.align, 1 if gaps else 16))
        places[variable.name] = Place(start_of(), variable.size)
        end = places[variable.name].offset + variable.size
        natural += variable.size
    static = natural
    natural = _up(natural, 16)
    for variable in (v for v in variables if v.space == space and not v.size):
        places[variable.name] = Place(start_of(), 0, dynamic=True)
    return Layout(places, start_of(), static)


def _up(value: int, step: int) -> int:
    return -(-value // step) * step
