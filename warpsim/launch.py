"""One launch of a compiled kernel: limits checked, CPU threads started, what they observed kept."""

from __future__ import annotations

import ctypes
import os
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from warpsim import printing
from warpsim.abi import LANES, Error, Launch, Warp, Worker
from warpsim.errors import LaunchError
from warpsim.faults import Explainer
from warpsim.memory import Arguments
from warpsim.races import HAZARD_ROWS, WORD, Hazard
from warpsim.source import plain_name

MAX_THREADS = 1024
MAX_BLOCK = (1024, 1024, 64)
MAX_GRID = (2**31 - 1, 65535, 65535)
MAX_LOCAL = 512 * 1024  # bytes of one thread's local memory
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


def check_limits(kernel: str, grid, block, static_shared: int, shared_mem: int, local: int = 0) -> None:
    """Raise LaunchError for a launch that CUDA refuses."""

    def refuse(reason: str, detail: str) -> None:
        raise LaunchError(kernel=kernel, reason=reason, detail=detail)

    count = block[0] * block[1] * block[2]
    if count > MAX_THREADS or any(n > most for n, most in zip(block, MAX_BLOCK, strict=True)):
        refuse("block", f"the block {block} has {count} threads, and a block has at most {MAX_THREADS}")
    if any(n > most for n, most in zip(grid, MAX_GRID, strict=True)):
        refuse("grid", f"the grid {grid} is larger than {MAX_GRID}")
    if local > MAX_LOCAL:
        refuse("local", f"its local arrays have {local} bytes in every thread, and a thread has at most {MAX_LOCAL}")
    if not 0 <= shared_mem or static_shared + shared_mem > MAX_SHARED:
        refuse(
            "shared",
            f"it needs {static_shared + shared_mem} bytes of shared memory, and a block has at most {MAX_SHARED}",
        )


class Runner:
    """Runs a compiled kernel once."""

    def __init__(self, variant, grid, block, arguments: Arguments, shared_mem: int, schedule, seed, budget):
        self.variant, self.lowered = variant, variant.lowered
        self.name = plain_name(self.lowered.name)
        self.explain = Explainer(self.lowered, block, arguments, shared_mem)
        self.grid, self.block, self.arguments = grid, block, arguments
        self.budget = budget or DEFAULT_BUDGET
        self.keep: list = []
        self.observed: list[np.ndarray] = []
        self.segments: list[np.ndarray] = []
        count = block[0] * block[1] * block[2]
        self.warps = -(-count // LANES)
        self.shared_bytes = self.lowered.shared.bytes_with_gaps + shared_mem
        blocks = grid[0] * grid[1] * grid[2]
        self.workers = min(threads(), blocks)
        if self.lowered.mode == "racecheck" or self.lowered.has_global_atomics:
            self.workers = 1  # one at a time, so that what they do to global memory has an order
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
            Launch.ORDER: order.ctypes.data, Launch.QUANTA: quanta.ctypes.data,
            Launch.ORDER_ROUNDS: len(order), Launch.WARPS: self.warps,
            Launch.SHARED_BYTES: self.shared_bytes, Launch.ERROR: self.error.ctypes.data,
            Launch.INITIAL_MASKS: masks.ctypes.data, Launch.DYNAMIC_BYTES: shared_mem,
        }  # fmt: skip
        for slot, value in slots.items():
            self.launch[slot] = value

        if self.lowered.prints:
            self.print_buffer = self._aligned(printing.LIMIT_BYTES)
            self.launch[Launch.PRINT] = self.print_buffer.ctypes.data
            self.launch[Launch.PRINT_RECORDS] = printing.records(self.lowered.local.static_bytes)

    def _print(self) -> None:
        """Write what the kernel printed to standard output."""
        printed = int(self.launch[Launch.PRINTED])
        if printed:
            local = self.lowered.local.static_bytes
            sys.stdout.write(printing.text(self.print_buffer, printed, local, self.arguments.string_at))

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
            raise LaunchError(kernel=self.name, reason="schedule", detail=detail)
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
        self._observe(record)
        return record

    def _observe(self, record: np.ndarray) -> None:
        """Give a worker of an observed launch the arrays that it fills."""
        observer = self.lowered.observer
        if observer is None:
            return
        data = observer.memory()
        self.observed.append(data)
        record[Worker.OBSERVED] = data.ctypes.data
        if self.lowered.mode == "profile":
            self.segments.append(np.zeros(2 * len(observer.instructions) + 2, np.int64))
            record[Worker.SEGMENTS] = self.segments[-1].ctypes.data
        else:
            self.hazards = np.zeros(HAZARD_ROWS * Hazard.COUNT, np.int64)
            record[Worker.HAZARDS] = self.hazards.ctypes.data
            record[Worker.SHADOW] = self._shadow(self.shared_bytes).ctypes.data
            rows = [
                self._shadow(a.bytes).ctypes.data if a and n in observer.written else 0
                for n, a in enumerate(self.arguments.rows)
            ]
            self.shadows = np.array([*rows, 0], np.int64)
            self.launch[Launch.SHADOWS] = self.shadows.ctypes.data

    def _shadow(self, size: int) -> np.ndarray:
        shadow = np.zeros((size // 4 + 2) * WORD, np.int32)
        self.keep.append(shadow)
        return shadow

    def run(self) -> None:
        """Run all thread blocks; raises the error of the first fault. Ctrl-C stops the launch."""
        records = [self._worker() for _ in range(self.workers)]
        launch = ctypes.c_void_p(self.launch.ctypes.data)
        pool = _pool(threads(), os.getpid())
        futures = [pool.submit(self.variant.run_blocks, launch, ctypes.c_void_p(r.ctypes.data)) for r in records]
        try:
            while wait(futures, timeout=0.2).not_done:
                pass
        except BaseException:
            self.launch[Launch.STOP] = 1
            wait(futures)
            raise
        for future in futures:
            future.result()
        self._print()
        if self.launch[Launch.FAULT]:
            raise self.explain.fault(self.error, self.budget)
