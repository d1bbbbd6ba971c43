"""The counters of a launch: what the GPU's profiler would count, per kernel and per line of the source."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np

from warpsim.counting import Site, Slot


@dataclass
class Counters:
    """Requests, wavefronts, bank conflicts and sectors of warps' accesses; ``thread_ffma`` counts threads."""

    shared_load_requests: int = 0
    shared_store_requests: int = 0
    shared_load_wavefronts: int = 0
    shared_store_wavefronts: int = 0
    shared_load_conflicts: int = 0
    shared_store_conflicts: int = 0
    global_load_requests: int = 0
    global_load_sectors: int = 0
    global_store_requests: int = 0
    global_store_sectors: int = 0
    thread_ffma: int = 0
    ptx_instructions: int = 0

    def add(self, other: Counters) -> None:
        """Add another set of counters."""
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + getattr(other, f.name))


@dataclass
class Profile:
    """The counters of one launch: ``total``, and ``lines`` by line of the source."""

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    total: Counters = field(default_factory=Counters)
    lines: dict[int, Counters] = field(default_factory=dict)

    def line(self, number: int) -> Counters:
        """Return the counters of a line, new if it has none."""
        return self.lines.setdefault(number, Counters())


def collect(name: str, grid, block, observer, observed: list[np.ndarray], segments: list[np.ndarray]) -> Profile:
    """Add up what the workers of a launch counted."""
    profile = Profile(name, grid, block)
    for data in observed:
        for offset, requests in zip(observer.offsets.values(), observer.requests, strict=True):
            for number, request in enumerate(requests):
                start = offset + Site.REQUESTS + number * Slot.COUNT
                slots = data[start : start + Slot.COUNT]
                _add_request(profile.line(request.line), request, slots, int(data[offset + Site.HITS]))
    for data in segments:
        for number, instructions in enumerate(observer.instructions):
            executed, lanes = (int(v) for v in data[2 * number : 2 * number + 2])
            for instruction in instructions:
                counters = profile.line(instruction.line)
                counters.ptx_instructions += executed
                if instruction.opcode == "fma" and instruction.type == "f32":
                    counters.thread_ffma += lanes
    for counters in profile.lines.values():
        profile.total.add(counters)
    profile.lines = dict(sorted(profile.lines.items()))
    return profile


def _add_request(counters: Counters, request, slots: np.ndarray, hits: int) -> None:
    times = hits * request.times  # of the last pattern, which is not in the sums yet
    count = int(slots[Slot.SUM_REQUESTS]) + times
    place = f"{'shared' if request.shared else 'global'}_{'load' if request.load else 'store'}"

    def add(name: str, total: Slot, figure: Slot) -> None:
        key = f"{place}_{name}"
        setattr(counters, key, getattr(counters, key) + int(slots[total]) + times * int(slots[figure]))

    key = f"{place}_requests"
    setattr(counters, key, getattr(counters, key) + count)
    if request.shared:
        add("wavefronts", Slot.SUM_WAVEFRONTS, Slot.WAVEFRONTS)
        add("conflicts", Slot.SUM_CONFLICTS, Slot.CONFLICTS)
    else:
        add("sectors", Slot.SUM_SECTORS, Slot.SECTORS)
