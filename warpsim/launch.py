"""One launch of a compiled kernel: limits checked, CPU threads started, faults turned into errors."""

from __future__ import annotations

import ctypes
import os
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from warpsim import cfg
from warpsim.abi import LANES, Error, Fault, Launch, Warp, Worker
from warpsim.errors import (
    BarrierError,
    BoundsError,
    LaunchError,
    MisalignedError,
    StepBudgetError,
    StoppedError,
)
from warpsim.layout import SHARED_WINDOW
from warpsim.memory import Arguments
from warpsim.ptx import size_of
from warpsim.source import variable_name

MAX_THREADS = 1024
MAX_BLOCK = (1024, 1024, 64)
MAX_GRID = (2**31 - 1, 65535, 65535)
MAX_SHARED = 227 * 1024  # what the largest device in the course grants a block that asks for it
DEFAULT_BUDGET = 20_000_000
SCHEDULES = ("one_ahead", "round_robin", "random")
ROUNDS = 1021  # of the random schedule, before it repeats
RUSH = 1 / 512  # how often a warp of the random schedule does not let the others catch up
UNTIL_BARRIER = 1 << 30


@dataclass(frozen=True)
class Record:
    """What a launch was: its shape, its schedule and the CPU threads that ran it."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    schedule: str
    seed: int
    threads: int


def threads() -> int:
    """Return how many CPU threads run a launch; WARPSIM_THREADS sets another number."""
    wish = os.environ.get("WARPSIM_THREADS", "")
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, int(wish)) if wish.isdigit() else available


@lru_cache(maxsize=4)
def _pool(count: int, process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix="warpsim")


def check_limits(kernel: str, grid, block, static_shared: int, shared_mem: int) -> None:
    """Raise LaunchError for a launch that CUDA refuses."""

    def refuse(reason: str, detail: str) -> None:
        raise LaunchError(kernel=kernel, reason=reason, detail=detail)

    count = block[0] * block[1] * block[2]
    if count > MAX_THREADS or any(n > most for n, most in zip(block, MAX_BLOCK, strict=True)):
        refuse("block", f"the block {block} has {count} threads, and a block has at most {MAX_THREADS}")
    if any(n > most for n, most in zip(grid, MAX_GRID, strict=True)):
        refuse("grid", f"the grid {grid} is larger than {MAX_GRID}")
    if not 0 <= shared_mem or static_shared + shared_mem > MAX_SHARED:
        refuse(
            "shared",
            f"it needs {static_shared + shared_mem} bytes of shared memory, and a block has at most {MAX_SHARED}",
        )


class Runner:
    """Runs a compiled kernel once."""

    def __init__(self, compiled, grid, block, arguments: Arguments, shared_mem: int, schedule, seed, budget):
        self.k = compiled
        self.lowered = compiled.lowered
        self.grid, self.block, self.arguments = grid, block, arguments
        self.budget = budget or DEFAULT_BUDGET
        self.keep: list = []
        count = block[0] * block[1] * block[2]
        self.warps = -(-count // LANES)
        self.shared_bytes = self.lowered.shared.bytes_with_gaps + shared_mem
        blocks = grid[0] * grid[1] * grid[2]
        self.workers = min(threads(), blocks)
        self.error = self._aligned(8 * Error.COUNT).view(np.int64)
        self.launch = self._aligned(8 * Launch.COUNT).view(np.int64)
        masks = np.full(self.warps, -1, np.int32)
        if count % LANES:
            masks[-1] = (1 << (count % LANES)) - 1
        table, (order, quanta) = arguments.table(), self._schedule(schedule, seed)
        self.keep += [table, order, quanta, masks]
        slots = {
            Launch.NTID_X: block[0], Launch.NTID_Y: block[1], Launch.NTID_Z: block[2],
            Launch.NCTAID_X: grid[0], Launch.NCTAID_Y: grid[1], Launch.NCTAID_Z: grid[2],
            Launch.PARAMETERS: arguments.block.ctypes.data, Launch.ARRAYS: table.ctypes.data,
            Launch.ARRAY_COUNT: len(table), Launch.BLOCKS: blocks, Launch.BUDGET: self.budget,
            Launch.ORDER: order.ctypes.data, Launch.QUANTA: quanta.ctypes.data, Launch.ORDER_ROUNDS: len(order), Launch.WARPS: self.warps,
            Launch.SHARED_BYTES: self.shared_bytes, Launch.ERROR: self.error.ctypes.data,
            Launch.INITIAL_MASKS: masks.ctypes.data, Launch.DYNAMIC_BYTES: shared_mem,
        }  # fmt: skip
        for slot, value in slots.items():
            self.launch[slot] = value

    def _aligned(self, size: int) -> np.ndarray:
        """Return zeroed bytes at an address that is a multiple of 64."""
        raw = np.zeros(size + 64, np.uint8)
        self.keep.append(raw)
        start = -raw.ctypes.data % 64
        return raw[start : start + size]

    def _schedule(self, name: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Return two tables [round][warp]: whose turn it is, and how many jumps back the turn lasts."""
        if name not in SCHEDULES:
            detail = f"the schedule is one of {', '.join(SCHEDULES)}, not {name!r}"
            raise LaunchError(kernel=self.k.name, reason="schedule", detail=detail)
        order = np.arange(self.warps, dtype=np.int32)[None]
        quanta = np.full(order.shape, UNTIL_BARRIER if name == "one_ahead" else 1, np.int32)
        if name == "random":
            generator = np.random.default_rng(seed)
            order = generator.permuted(np.repeat(order, ROUNDS, axis=0), axis=1)
            rush = generator.random(order.shape) < RUSH
            quanta = np.where(rush, UNTIL_BARRIER, 1).astype(np.int32)
        return np.ascontiguousarray(order), np.ascontiguousarray(quanta)

    def _worker(self) -> np.ndarray:
        record = self._aligned(8 * Worker.COUNT).view(np.int64)
        shared = self._aligned(self.shared_bytes + 128)
        local = self._aligned(self.lowered.local.static_bytes * LANES * self.warps + 64)
        size = self.lowered.warp_bytes
        warps = self._aligned(size * self.warps)
        linear = np.arange(self.warps * LANES)
        x, y = self.block[0], self.block[1]
        coordinates = (linear % x, linear // x % y, linear // (x * y))
        for number in range(self.warps):
            slots = warps[number * size : (number + 1) * size].view(np.int32)
            slots[Warp.INDEX] = number
            for start, values in zip((Warp.TID_X, Warp.TID_Y, Warp.TID_Z), coordinates, strict=True):
                slots[start : start + LANES] = values[number * LANES : (number + 1) * LANES]
        record[Worker.SHARED] = shared.ctypes.data
        record[Worker.LOCAL] = local.ctypes.data
        record[Worker.WARP_RECORDS] = warps.ctypes.data
        self.keep += [shared, local, warps]
        return record

    def run(self) -> None:
        """Run all thread blocks; raises the error of the first fault. Ctrl-C stops the launch."""
        records = [self._worker() for _ in range(self.workers)]
        launch = ctypes.c_void_p(self.launch.ctypes.data)
        pool = _pool(threads(), os.getpid())
        futures = [pool.submit(self.k.run_blocks, launch, ctypes.c_void_p(r.ctypes.data)) for r in records]
        try:
            while wait(futures, timeout=0.2).not_done:
                pass
        except BaseException:
            self.launch[Launch.STOP] = 1
            wait(futures)
            raise
        for future in futures:
            future.result()
        if self.launch[Launch.FAULT]:
            raise self._fault()

    # what went wrong

    def _fault(self) -> StoppedError:
        kind = Fault(int(self.error[Error.KIND]))
        block = tuple(int(self.error[s]) for s in (Error.CTAID_X, Error.CTAID_Y, Error.CTAID_Z))
        place = {"kernel": self.k.name, "file": self.lowered.file, "block": block}
        if kind is Fault.ACCESS:
            return self._access_fault(place)
        site = int(self.error[Error.SITE])
        mask = int(self.error[Error.ADDRESSES])
        place["thread"] = self._thread(_lowest(mask))
        if kind is Fault.BUDGET:
            return StepBudgetError(**place, line=self.lowered.blocks[site].line, budget=self.budget)
        end = self.lowered.blocks[site].end
        assert isinstance(end, cfg.Barrier)
        return BarrierError(**place, line=end.line)

    def _thread(self, lane: int) -> tuple[int, int, int]:
        linear = int(self.error[Error.WARP]) * LANES + lane
        x, y, _ = self.block
        return linear % x, linear // x % y, linear // (x * y)

    def _access_fault(self, place: dict) -> StoppedError:
        """Find the first access of the group, and its first lane, that is outside or misaligned."""
        group = self.lowered.sites[int(self.error[Error.SITE])]
        mask = int(self.error[Error.MASK])
        lanes = [n for n in range(LANES) if mask >> n & 1]
        for access in group.accesses:
            for lane in lanes:
                address = int(self.error[Error.ADDRESSES + lane]) + access.offset
                fault = self._judge(group, access, address, {**place, "thread": self._thread(lane)})
                if fault:
                    return fault
        raise AssertionError("a reported access is neither outside nor misaligned")

    def _judge(self, group, access, address: int, place: dict) -> StoppedError | None:
        name, start, size, element, space = self._array(group, address)
        step = access.bytes
        inside = 0 <= address - start and address - start + step <= size
        if inside and address % step == 0:
            return None
        facts = {
            **place,
            "line": access.instruction.line,
            "array": name,
            "space": space,
            "access": "write" if access.instruction.opcode == "st" else "read",
            "bytes": step,
            "offset": address - start,
            "index": (address - start) // element,
            "size": size // element,
        }
        return MisalignedError(**facts) if inside else BoundsError(**facts)

    def _array(self, group, address: int):
        """Return name, start, bytes, element bytes and space of the array that the access belongs to."""
        kind, symbol = group.array
        element = size_of(group.accesses[0].instruction.type)
        if group.space == "local" or symbol.startswith("__local_depot"):
            return "local memory", 0, self.lowered.local.static_bytes, element, "local"
        place = self.lowered.shared.places.get(symbol)
        if place is not None:
            size = int(self.launch[Launch.DYNAMIC_BYTES]) if place.dynamic else place.size
            start = place.offset + (SHARED_WINDOW if group.space == "generic" else 0)
            return variable_name(symbol), start, size, element, "shared"
        if group.space == "shared":
            return "shared memory", 0, self.shared_bytes, element, "shared"
        row = self.lowered.array_row(kind, symbol)
        array = self.arguments.rows[row] if row is not None and row < len(self.arguments.rows) else None
        if array is None:
            array = self._nearest(address)
        if array is None:
            name = self.arguments.names[row] if row is not None and row < len(self.arguments.names) else "global memory"
            return name, 0, 0, element, "global"
        return array.name, array.address, array.bytes, array.element_bytes, "global"

    def _nearest(self, address: int):
        arrays = [a for a in self.arguments.rows if a is not None]
        below = [a for a in arrays if a.address <= address]
        return max(below, key=lambda a: a.address) if below else (arrays[0] if arrays else None)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1 if mask else 0
