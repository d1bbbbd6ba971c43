"""Modules and functions: what a caller compiles once and launches many times."""

from __future__ import annotations

import platform
import re
from contextlib import contextmanager
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from warpsim import jit, nvrtc, profile, racecheck, scheduler
from warpsim.errors import Error, LaunchError, UnsupportedError
from warpsim.inline import inline
from warpsim.launch import Record, Runner, check_limits
from warpsim.lower import Lowered
from warpsim.memory import MAX_ARRAY_BYTES, Arguments, triple
from warpsim.parse import parse
from warpsim.profile import Profile
from warpsim.racecheck import Findings, Race
from warpsim.rewrite import rewrite
from warpsim.source import parameter_names, plain_name, returns_early


@lru_cache(maxsize=1)
def cpu_name() -> str:
    """Return the CPU's name as the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1]
                return " ".join(name.replace("(R)", "").replace("(TM)", "").replace("Processor", "").split())
    except OSError:
        pass
    return platform.processor() or platform.machine()


def simd_name() -> str:
    """Return the vector instructions that code is generated for."""
    return jit.simd().name


class Module:
    """CUDA C++ source compiled to PTX. ``ptx`` is the text; ``kernels`` are the names of its kernels.

    Raises CompileError.
    """

    def __init__(self, code: str, options: tuple[str, ...] = (), name: str = "kernel.cu"):
        self.source, self.options, self.file = code, tuple(options), name
        self.ptx = nvrtc.compile_to_ptx(code, self.options, name)
        with _inline_ptx(code, name, ""):
            self._parsed = parse(self.ptx)
            functions = self._parsed.functions
            self._parsed.kernels = {n: rewrite(inline(k, functions)) for n, k in self._parsed.kernels.items()}
        self._functions: dict[str, Function] = {}
        self.variables = {v.name: _initial(v) for v in self._parsed.variables if v.space in ("global", "const")}

    @property
    def kernels(self) -> list[str]:
        """The kernels' names as the source spells them."""
        return [plain_name(symbol) for symbol in self._parsed.kernels]

    def get_function(self, name: str) -> Function:
        """Return the kernel called ``name`` in the source, or by its mangled symbol."""
        symbols = [s for s in self._parsed.kernels if s == name] or [
            s for s in self._parsed.kernels if plain_name(s) == name
        ]
        if len(symbols) != 1:
            known = ", ".join(self.kernels) or "none"
            detail = f"{self.file} has no kernel of this name (it has: {known})"
            raise LaunchError(kernel=name, reason="name", detail=detail)
        if symbols[0] not in self._functions:
            self._functions[symbols[0]] = Function(self, symbols[0])
        return self._functions[symbols[0]]


class Function:
    """A kernel that can be launched: ``function(grid, block, args, shared_mem=0)``."""

    def __init__(self, module: Module, symbol: str):
        self.module, self.symbol, self.name = module, symbol, plain_name(symbol)
        self._entry = module._parsed.kernels[symbol]
        self.parameters = parameter_names(module.source, symbol)
        self._variants: dict[str, Variant] = {}

    @property
    def signature(self) -> list[tuple[str, str]]:
        """The parameters as (name, PTX type): pointers are "u64"."""
        parameters = self._entry.parameters
        names = self.parameters if len(self.parameters) == len(parameters) else [p.name for p in parameters]
        return [(name, p.type) for name, p in zip(names, parameters, strict=True)]

    @property
    def takes_dynamic_shared(self) -> bool:
        """Whether the kernel has an ``extern __shared__`` array, whose size a launch must give."""
        return any(place.dynamic for place in self.lowered.shared.places.values())

    def variant(self, mode: str = "plain") -> Variant:
        """Return the kernel compiled for a mode: "plain", "profile" or "racecheck". Raises UnsupportedError."""
        if mode not in self._variants:
            early = returns_early(self.module.source, self.symbol)
            with _inline_ptx(self.module.source, self.module.file, self.name):
                self._variants[mode] = Variant(
                    Lowered(self._entry, self.module._parsed, jit.simd(), self.module.file, early, mode)
                )
        return self._variants[mode]

    @property
    def lowered(self) -> Lowered:
        """The kernel as LLVM IR, with what is needed to explain its faults."""
        return self.variant().lowered

    @property
    def llvm(self) -> str:
        """The kernel's LLVM IR."""
        return self.lowered.ir

    def prepare(self) -> Function:
        """Compile now instead of at the first launch; returns itself. Raises UnsupportedError."""
        _ = self.variant().run_blocks
        return self

    def __call__(
        self,
        grid,
        block,
        args=(),
        shared_mem: int = 0,
        *,
        schedule: str = "one_ahead",
        seed: int = 0,
        budget: int | None = None,
    ) -> Record:
        """Launch the kernel and wait for it.

        grid, block: one to three integers. args: contiguous NumPy arrays for pointers, NumPy or Python
        numbers for the others. shared_mem: bytes of dynamic shared memory. schedule: how
        the warps of a block take turns: "one_ahead" runs each from barrier to barrier, "round_robin" lets all
        go through their loops in step, "random" (of ``seed``) does so with a warp rushing ahead now and then;
        each is the same in every run. budget: jumps back that one
        warp may make before the launch counts as endless.

        Raises LaunchError, BoundsError, MisalignedError, BarrierError, StepBudgetError, UnsupportedError.
        """
        runner = self._runner("plain", grid, block, args, shared_mem, schedule, seed, budget)
        runner.run()
        return Record(runner.grid, runner.block, schedule, seed, runner.workers)

    def profile(self, grid, block, args=(), shared_mem: int = 0, **options) -> Profile:
        """Launch the kernel and count its memory requests as the hardware does. Arguments as for a launch."""
        runner = self._runner("profile", grid, block, args, shared_mem, **options)
        runner.run()
        observer = runner.lowered.observer
        return profile.collect(self.name, runner.grid, runner.block, observer, runner.observed, runner.segments)

    def racecheck(self, grid, block, args=(), shared_mem: int = 0, **options) -> list[Race]:
        """Launch the kernel and return its races, of shared and of global memory. Arguments as for a launch."""
        return self.check(grid, block, args, shared_mem, **options).races

    def check(self, grid, block, args=(), shared_mem: int = 0, **options) -> Findings:
        """Launch the kernel and return its races and its reads of unwritten shared memory. Arguments as before."""
        runner = self._runner("racecheck", grid, block, args, shared_mem, **options)
        runner.run()
        return racecheck.collect(
            runner.lowered.observer, [runner.hazards], runner.grid, runner.block, runner.explain.word
        )

    def _runner(self, mode, grid, block, args, shared_mem, schedule="one_ahead", seed=0, budget=None) -> Runner:
        grid, block = triple(self.name, "grid", grid), triple(self.name, "block", block)
        variant = self.variant(mode)
        lowered, shared_mem = variant.lowered, int(shared_mem)
        check_limits(self.name, grid, block, lowered.shared.static_bytes, shared_mem, lowered.local.static_bytes)
        written = lowered.written_parameters()
        arguments = Arguments(self.name, self._entry.parameters, self.parameters, tuple(args), written)
        for variable in lowered.globals:
            arguments.add_variable(variable.name, self.module.variables[variable.name])
        with _inline_ptx(self.module.source, self.module.file, self.name):
            _ = variant.run_blocks
        return Runner(variant, grid, block, arguments, shared_mem, schedule, seed, budget)


class Variant:
    """A kernel compiled for one mode."""

    def __init__(self, lowered: Lowered):
        self.lowered = lowered

    @cached_property
    def _program(self) -> jit.Program:
        k = self.lowered
        return jit.Program(scheduler.build(k.warp_bytes, k.early_return, k.mode), k.ir)

    @cached_property
    def run_blocks(self):
        """The compiled routine that a CPU thread calls."""
        return self._program.function("run_blocks", "launch", "worker")


@contextmanager
def _inline_ptx(source: str, file: str, kernel: str):
    """Refuse a source whose inline PTX, which the compiler passes on unread, makes no sense to the steps behind."""
    try:
        yield
    except Error:
        raise
    except Exception as error:
        found = re.search(r"\b(?:__)?asm(?:__)?\b", source)
        if found is None:
            raise
        line = source.count("\n", 0, found.start()) + 1
        raise UnsupportedError(kernel=kernel, file=file, line=line, instruction="asm") from error


def _initial(variable) -> np.ndarray:
    if variable.size > MAX_ARRAY_BYTES:
        detail = f"the variable {variable.name} has {variable.size} bytes, and the CPU device takes 2 GiB"
        raise LaunchError(kernel="the module", reason="size", detail=detail)
    data = np.zeros(max(variable.size, 1), np.uint8)
    data[: len(variable.initial)] = np.frombuffer(variable.initial, np.uint8)
    return data
