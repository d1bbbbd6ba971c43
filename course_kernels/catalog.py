"""The list of the course's own kernels: key, file, symbol, parameters and launch shape, as data.

Example: ``catalog.entry("tiled").symbol`` is ``"mmTiled"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from course_kernels.errors import CourseError

HERE = Path(__file__).parent
DEFAULT_TILE = 16

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """One kernel of the course. Its title is the phrase ``kernel-<key>``."""

    key: str
    file: str
    symbol: str
    parameters: tuple[str, ...]
    constants: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return HERE / self.file


ENTRIES = (
    Entry("naive", "naive.cu", "mmNaive", ("A", "B", "C", "N")),
    Entry("tiled", "tiled.cu", "mmTiled", ("A", "B", "C", "N"), constants=("TILE_WIDTH",)),
    Entry("tiled_missing_first_barrier", "tiled_missing_first_barrier.cu", "mmTiledNoFirst",
          ("A", "B", "C", "N"), constants=("TILE_WIDTH",)),
    Entry("tiled_missing_second_barrier", "tiled_missing_second_barrier.cu", "mmTiledNoSecond",
          ("A", "B", "C", "N"), constants=("TILE_WIDTH",)),
)


def keys() -> tuple[str, ...]:
    """The keys of all kernels, in the order of the course."""
    return tuple(one.key for one in ENTRIES)


def entry(key: str) -> Entry:
    """The kernel called ``key``; a CourseError names the known ones."""
    for one in ENTRIES:
        if one.key == key:
            return one
    raise CourseError("unknown-kernel", name=key, known=", ".join(keys()))


def find(key: str) -> Entry | None:
    """The kernel called ``key``, or None."""
    return next((one for one in ENTRIES if one.key == key), None)


def launch_shape(n: int, tile: int = DEFAULT_TILE) -> tuple[Shape, Shape]:
    """Grid and block that give each element of an n x n matrix a thread, in blocks of tile x tile.

    >>> launch_shape(100, 16)
    ((7, 7), (16, 16))
    """
    blocks = -(-n // tile)
    return (blocks, blocks), (tile, tile)
