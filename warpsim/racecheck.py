"""Races as records: which two lines touch the same word with nothing to order them, and reads before any write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np

from warpsim.races import BLOCK_SHIFT, KINDS, Hazard

Triple = tuple[int, int, int]


@dataclass(frozen=True)
class Race:
    """A hazard between two lines: ``kind`` RAW, WAR or WAW; the first line is the one that comes first.

    ``threads`` (x, y, z) and ``block`` are one example, ``index`` the element of ``array`` that it is about;
    ``count`` is how often the two lines met. In global memory the two threads may be of different blocks,
    ``block`` is the second one's.
    """

    kind: str
    array: str
    space: str
    index: int
    lines: tuple[int, int]
    threads: tuple[Triple, Triple]
    block: Triple
    count: int

    def as_dict(self) -> dict:
        """Return the fields as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        what = {"RAW": "is read", "WAR": "is overwritten", "WAW": "is written again"}[self.kind]
        first = {"RAW": "write", "WAR": "read", "WAW": "write"}[self.kind]
        return (
            f"{self.kind} hazard on {self.space} {self.array}[{self.index}]: {first} at line {self.lines[0]} by thread "
            f"{self.threads[0]}, and it {what} at line {self.lines[1]} by thread {self.threads[1]} of block "
            f"{self.block}, with nothing to order them ({self.count} times)"
        )


@dataclass(frozen=True)
class UnwrittenRead:
    """A read of shared memory that no thread of the block had written: ``count`` reads at ``line``, one example."""

    array: str
    index: int
    line: int
    thread: Triple
    block: Triple
    count: int

    def as_dict(self) -> dict:
        """Return the fields as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        return (
            f"line {self.line} reads shared {self.array}[{self.index}], which no thread of the block has written "
            f"(thread {self.thread} of block {self.block}; {self.count} times)"
        )


@dataclass(frozen=True)
class Findings:
    """What a checked launch found; ``unwritten`` leaves out reads that a race explains."""

    races: list[Race]
    unwritten: list[UnwrittenRead]


def collect(observer, tables: list[np.ndarray], grid: Triple, block: Triple, describe: Callable) -> Findings:
    """Return what the workers' tables hold, each pair of lines once, in the order of the lines.

    ``describe(group, address)`` returns the array's name, its element size, its space and where it starts.
    """
    found: dict[tuple, Race] = {}
    for table in tables:
        for row in table.reshape(-1, Hazard.COUNT):
            if row[Hazard.KIND] == 0:
                break
            race = _race(observer, row, grid, block, describe)
            key = (race.kind, race.array, race.lines)
            before = found.get(key)
            if before is not None:
                keep = min(before, race, key=lambda r: (r.block, r.threads))
                race = Race(**{**keep.__dict__, "count": before.count + race.count})
            found[key] = race
    ordered = [found[key] for key in sorted(found, key=lambda k: (k[2], k[0], k[1]))]
    races = [r for r in ordered if r.kind != "UNWRITTEN"]
    explained = {(r.array, r.lines[1]) for r in races if r.kind == "RAW"}
    unwritten = [
        UnwrittenRead(r.array, r.index, r.lines[1], r.threads[1], r.block, r.count)
        for r in ordered
        if r.kind == "UNWRITTEN" and (r.array, r.lines[1]) not in explained
    ]
    return Findings(races, unwritten)


def _race(observer, row: np.ndarray, grid: Triple, block: Triple, describe: Callable) -> Race:
    first, second = (observer.accesses[int(row[s])] for s in (Hazard.FIRST, Hazard.SECOND))
    name, element, space, start = describe(second[0], int(row[Hazard.ADDRESS]))
    number = int(row[Hazard.BLOCK])
    mask = (1 << BLOCK_SHIFT) - 1
    threads = tuple(_split(int(row[s]) & mask, block) for s in (Hazard.FIRST_THREAD, Hazard.SECOND_THREAD))
    return Race(
        kind=KINDS[int(row[Hazard.KIND]) - 1],
        array=name,
        space=space,
        index=(int(row[Hazard.ADDRESS]) - start) // element,
        lines=(first[1].instruction.line, second[1].instruction.line),
        threads=(threads[0], threads[1]),
        block=_split(number, grid),
        count=int(row[Hazard.COUNT_OF]),
    )


def _split(number: int, shape: Triple) -> Triple:
    return number % shape[0], number // shape[0] % shape[1], number // (shape[0] * shape[1])
