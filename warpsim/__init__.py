"""A CPU device for CUDA kernels: ``.cu`` text -> PTX -> LLVM IR -> warps in lockstep.

    module = warpsim.Module(source, options=("-DTILE_WIDTH=16",))
    module.get_function("mmTiled")(grid, block, (A, B, C, np.int32(n)))

The steps, each a file: ``nvrtc`` (source to PTX text), ``parse`` (to records, ``ptx``), ``cfg`` (blocks),
``provenance`` (which array an address belongs to), ``lower`` with ``chunk``, ``accesses`` and ``semantics``
(to LLVM IR), ``scheduler`` (warps and blocks), ``jit`` (to machine code), ``memory`` and ``launch`` (to run it),
``faults`` (to say what went wrong).

``function.profile(...)`` counts memory requests as the hardware does (``counting``, ``merging``, ``profile``);
``function.racecheck(...)`` names the lines that race, ``function.check(...)`` also reads of shared memory before any
write (``races``, ``racecheck``). ``access`` has the counting rules
for one request.
"""

from warpsim.errors import (
    BarrierError,
    BoundsError,
    CompileError,
    Diagnostic,
    Error,
    LaunchError,
    MisalignedError,
    StepBudgetError,
    StoppedError,
    UnsupportedError,
)
from warpsim.launch import SCHEDULES, threads
from warpsim.module import Function, Module, cpu_name, simd_name
from warpsim.profile import Counters, Profile
from warpsim.racecheck import Findings, Race, UnwrittenRead

__all__ = [
    "SCHEDULES",
    "BarrierError",
    "BoundsError",
    "CompileError",
    "Counters",
    "Diagnostic",
    "Error",
    "Findings",
    "Function",
    "LaunchError",
    "MisalignedError",
    "Module",
    "Profile",
    "Race",
    "StepBudgetError",
    "StoppedError",
    "UnsupportedError",
    "UnwrittenRead",
    "cpu_name",
    "simd_name",
    "threads",
]
