"""The race check of a product kernel, told in the student's language with the lines themselves.

It runs on the CPU device, whatever the machine has, and finds a hazard also where the result happened to be right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

import warpsim
from course_kernels.catalog import DEFAULT_TILE, launch_shape
from course_kernels.cpu import CpuDevice
from course_kernels.loader import Kernel
from course_kernels.matmul import matrices
from course_kernels.message import Message
from course_kernels.phrases import Phrases


@dataclass(frozen=True)
class Hazards:
    """The races of one launch. Shown by being the value of a cell."""

    kernel: Kernel
    n: int
    races: tuple[warpsim.Race, ...]

    @property
    def message(self) -> Message:
        """The report: a headline, then each hazard with its two lines."""
        say = Phrases("course_kernels")
        if not self.races:
            return Message(say("hazards-none", symbol=self.kernel.symbol, n=self.n), True)
        text = self.kernel.source.splitlines()
        shown = ["\n".join(f"{one:>3}  {text[one - 1].strip()}" for one in race.lines) for race in self.races]
        places = [(explain_race(race, self.kernel), lines) for race, lines in zip(self.races, shown, strict=True)]
        return Message(say("hazards-found", symbol=self.kernel.symbol, n=self.n, count=len(places)), False, places)

    def __repr__(self) -> str:
        return str(self.message)

    def _repr_html_(self) -> str:
        return self.message._repr_html_()


def hazards(kernel: Kernel, n: int = 64) -> Hazards:
    """Check a kernel ``(A, B, C, N)`` for races on random n x n matrices.

    Example: ``hazards(load("tiled")).races`` is ``()``.
    """
    tile = int(kernel.defines.get("TILE_WIDTH", DEFAULT_TILE))
    A, B = matrices(n)
    arguments = (A, B, np.full((n, n), np.nan, np.float32), np.int32(n))
    found = kernel.on(CpuDevice()).racecheck(*launch_shape(n, tile), arguments)  # type: ignore[attr-defined]
    return Hazards(kernel, n, tuple(found))


def explain_race(race: warpsim.Race, kernel: Kernel, lang: str | None = None) -> str:
    """One race as a sentence: its kind, the element, both lines, and an example of two threads."""
    return Phrases("course_kernels", lang)(
        f"hazard-{race.kind}", place=_place(race, kernel), first=race.lines[0], second=race.lines[1],
        one=_thread(race.threads[0]), other=_thread(race.threads[1]), block=_thread(race.block))


def _place(race: warpsim.Race, kernel: Kernel) -> str:
    """The element as the source writes it: with two indexes where the array is a tile."""
    if re.search(rf"\b{race.array}\s*\[TILE_WIDTH\]\s*\[TILE_WIDTH\]", kernel.source):
        row, col = divmod(race.index, int(kernel.defines.get("TILE_WIDTH", DEFAULT_TILE)))
        return f"{race.array}[{row}][{col}]"
    return f"{race.array}[{race.index}]"


def _thread(place: tuple[int, int, int]) -> str:
    x, y, z = place
    return f"({x}, {y})" if z == 0 else f"({x}, {y}, {z})"
