"""What an observed launch adds to the code of a segment: its lanes' addresses go to a routine.

A plain launch has no observer. In "profile" mode every group of accesses is counted (``counting``); in
"racecheck" mode every access meets its shadow (``races``). The kernel's own code is the same in all modes.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir

from warpsim import layout, merging
from warpsim.abi import LANES, Launch, Warp, Worker
from warpsim.accesses import Group
from warpsim.cfg import SEGMENT
from warpsim.counting import Site, Slot
from warpsim.races import Row
from warpsim.simd import I32, I64

MODES = ("plain", "profile", "racecheck")
STRIDE = 128  # between the places of two segments in the program's order

assert STRIDE > SEGMENT


class Observer:
    """Collects the addresses of a segment's groups while its chunks run; the subclasses use them."""

    def __init__(self, builder):
        self.builder = builder
        self.places: dict[int, tuple[ir.Value, ir.Value]] = {}
        self.segments = 0
        self.declare(builder.module)

    def declare(self, module: ir.Module) -> None:
        """Declare the routine that the observer calls."""
        raise NotImplementedError

    def begin(self, groups: list[Group]) -> None:
        """Before the chunks: no lane has been seen."""
        b = self.builder.b
        self.places = {}
        for group in groups:
            with b.goto_entry_block():
                self.places[group.site] = (b.alloca(I64, size=LANES), b.alloca(I32))
            b.store(ir.Constant(I32, 0), self.places[group.site][1])

    def seen(self, c, group: Group, address: ir.Value, mask: ir.Value) -> None:
        """In a chunk: keep the addresses of the group's base and the lanes that take part."""
        b = c.b
        addresses, lanes = self.places[group.site]
        start = b.mul(c.chunk, ir.Constant(I32, c.simd.width))
        target = b.gep(addresses, [b.zext(start, I64)])
        b.store(address, b.bitcast(target, address.type.as_pointer()), align=8)
        bits = b.shl(b.zext(c.simd.bits(b, mask), I32), start)
        b.store(b.or_(b.load(lanes), bits), lanes)

    def end(self, groups: list[Group], instructions: list) -> None:
        """After the chunks: hand every group over."""
        raise NotImplementedError

    def _slot(self, pointer: ir.Value, slot) -> ir.Value:
        return self.builder.b.gep(pointer, [ir.Constant(I64, int(slot))])

    def _memory(self, slot: Worker, offset: int) -> ir.Value:
        """Return the address of an int64 of one of the worker's observation arrays."""
        b = self.builder.b
        start = b.inttoptr(b.load(self._slot(self.builder.worker, slot)), I64.as_pointer())
        return b.gep(start, [ir.Constant(I64, offset)])


class Counter(Observer):
    """Counts requests, wavefronts and sectors per group, and how often each segment ran with how many lanes."""

    def __init__(self, builder):
        super().__init__(builder)
        self.requests: list[list[merging.Request]] = []
        self.offsets: dict[int, int] = {}
        self.size = 0
        self.instructions: list[list] = []
        kernel = builder.k
        self.alignment = merging.alignments(kernel.source, set(kernel.shared.places))

    def declare(self, module: ir.Module) -> None:
        kind = ir.FunctionType(ir.VoidType(), [I64.as_pointer(), I64.as_pointer(), I32])
        self.routine = ir.Function(module, kind, "count_group")

    def end(self, groups: list[Group], instructions: list) -> None:
        b = self.builder.b
        for group in groups:
            shared = group.space == "shared" or group.array[1] in self.builder.k.shared.places
            if group.space == "local" or group.array[1].startswith("__local_depot"):
                continue
            base = group.accesses[0].base
            aligned = self.alignment.get(getattr(base, "name", ""), 1)
            if group.array[1] == getattr(base, "name", ""):
                aligned = merging.LEAST_ALIGNMENT
            found = merging.requests(group, shared, aligned)
            self.offsets[group.site] = self.size
            self.requests.append(found)
            self.size += Site.REQUESTS + Slot.COUNT * len(found)
            addresses, lanes = self.places[group.site]
            b.call(self.routine, [self._memory(Worker.OBSERVED, self.offsets[group.site]), addresses, b.load(lanes)])
        lanes = self.builder.load(Warp.MASK)
        count = b.call(self.builder.population, [lanes])
        for n, value in enumerate((ir.Constant(I64, 1), b.zext(count, I64))):
            place = self._memory(Worker.SEGMENTS, 2 * len(self.instructions) + n)
            b.store(b.add(b.load(place), value), place)
        self.instructions.append(instructions)

    def memory(self) -> np.ndarray:
        """Return a worker's counters before a launch."""
        data = np.zeros(max(self.size, 1), np.int64)
        for offset, requests in zip(self.offsets.values(), self.requests, strict=True):
            data[offset + Site.COUNT] = len(requests)
            for n, r in enumerate(requests):
                start = offset + Site.REQUESTS + n * Slot.COUNT
                data[start : start + Slot.TIMES + 1] = (r.words, r.load, r.shared, r.offset, r.times)
        return data


class Shadow(Observer):
    """Hands every shared access, and those to global arrays that the kernel writes, to the race check."""

    def __init__(self, builder):
        super().__init__(builder)
        self.rows: list[tuple[int, ...]] = []
        self.accesses: list = []
        stores = {builder.k.array_row(*g) for g in builder.k.written_arrays()}
        self.written = {row for row in stores if row is not None}

    def declare(self, module: ir.Module) -> None:
        pointer = I64.as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, I32.as_pointer(), pointer, I64, pointer, I32, I64, I64, I64])
        self.routine = ir.Function(module, kind, "check_group")

    def end(self, groups: list[Group], instructions: list) -> None:
        builder, b = self.builder, self.builder.b
        self.segments += 1
        for group in groups:
            shared = group.space == "shared" or group.array[1] in builder.k.shared.places
            row = builder.k.array_row(*group.array)
            if shared:
                window = layout.SHARED_WINDOW if group.space == "generic" else 0
                shadow, base = b.load(self._slot(builder.worker, Worker.SHADOW)), ir.Constant(I64, window)
            elif row in self.written:
                shadows = b.inttoptr(b.load(self._slot(builder.launch, Launch.SHADOWS)), I64.as_pointer())
                shadow = b.load(b.gep(shadows, [ir.Constant(I64, row)]))
                table = b.inttoptr(b.load(self._slot(builder.launch, Launch.ARRAYS)), I64.as_pointer())
                base = b.load(b.gep(table, [ir.Constant(I64, 3 * row)]))
            else:
                continue
            first = len(self.rows)
            for access in group.accesses:
                order = self.segments * STRIDE + access.order
                self.rows.append((access.offset, access.bytes, access.instruction.opcode == "st", order))
                self.accesses.append((group, access))
            addresses, lanes = self.places[group.site]
            b.call(
                self.routine,
                [builder.worker, builder.warp,
                 self._memory(Worker.OBSERVED, Row.COUNT * first), ir.Constant(I64, len(group.accesses)),
                 addresses, b.load(lanes), shadow, base, ir.Constant(I64, 0 if shared else 1)],
            )  # fmt: skip

    def memory(self) -> np.ndarray:
        """Return the table of accesses: rows as ``races.Row`` says."""
        data = np.zeros((max(len(self.rows), 1), Row.COUNT), np.int64)
        for n, (offset, size, write, order) in enumerate(self.rows):
            data[n] = (offset, size, write, order, n)
        return data.ravel()


def choose(mode: str, builder) -> Observer | None:
    """Return the observer of a mode."""
    return {"plain": lambda _: None, "profile": Counter, "racecheck": Shadow}[mode](builder)
