"""What this machine offers the course: device, processor, compiler, CuPy, GPU, each with its remedy."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import warpsim
from course_kernels import gpu
from course_kernels.devices import device
from course_kernels.errors import CourseError
from course_kernels.explain import explain
from course_kernels.matmul import matmul
from course_kernels.phrases import Phrases

PROBE = 'extern "C" __global__ void probe(int* a) { a[threadIdx.x] = 1; }\n'


@dataclass(frozen=True)
class Finding:
    """One line of the report. ``state`` is "well", "note" (nothing to mend) or "wrong"."""

    key: str
    title: str
    state: str
    value: str
    fix: str = ""


def examine() -> list[Finding]:
    """Every finding, in the order shown."""
    checks: tuple[Callable[[Phrases], Finding], ...] = (_device, _cpu, _nvrtc, _llvm, _kernel, _cupy, _gpu)
    say = Phrases("course_kernels")
    return [check(say) for check in checks]


def _device(say: Phrases) -> Finding:
    try:
        return Finding("device", say("doctor-device"), "well", device().name)
    except CourseError as problem:
        return Finding("device", say("doctor-device"), "wrong", explain(problem), say("doctor-device-fix"))


def _cpu(say: Phrases) -> Finding:
    threads = say("doctor-threads", count=warpsim.threads())
    value = f"{warpsim.cpu_name()}, {threads}, {warpsim.simd_name()}"
    return Finding("cpu", say("doctor-cpu"), "well", value)


def _nvrtc(say: Phrases) -> Finding:
    title = say("doctor-nvrtc")
    try:
        ptx = warpsim.Module(PROBE, name="probe.cu").ptx
    except Exception as problem:  # a broken wheel fails in many ways; the doctor reports all of them
        return Finding("nvrtc", title, "wrong", _first_line(problem), say("doctor-broken-fix"))
    found = re.search(r"release [\d.]+, V([\d.]+)", ptx)
    return Finding("nvrtc", title, "well", found.group(1) if found else _version("nvidia-cuda-nvrtc-cu12"))


def _llvm(say: Phrases) -> Finding:
    found = _version("llvmlite")
    if found:
        return Finding("llvmlite", say("doctor-llvm"), "well", found)
    return Finding("llvmlite", say("doctor-llvm"), "wrong", say("doctor-not-installed"),
                   say("doctor-broken-fix"))


def _kernel(say: Phrases) -> Finding:
    title = say("doctor-kernel")
    try:
        result = matmul("tiled", n=33, tile=16, repeats=1)
    except Exception as problem:  # whatever goes wrong here is what the user needs to read
        return Finding("kernel", title, "wrong", _first_line(problem), say("doctor-broken-fix"))
    where = result.kind.upper()
    if result.ok:
        return Finding("kernel", title, "well", say("doctor-kernel-right", device=where))
    return Finding("kernel", title, "wrong",
                   say("doctor-kernel-wrong", device=where, wrong=result.verdict.wrong),
                   say("doctor-kernel-wrong-fix"))


def _cupy(say: Phrases) -> Finding:
    title, why = say("doctor-cupy"), gpu.why_not()
    if why == "no-cupy":
        return Finding("cupy", title, "note", say("doctor-not-installed"), say("doctor-cupy-missing-fix"))
    if why == "broken-cupy":
        return Finding("cupy", title, "wrong", explain(CourseError("no-gpu", reason=why)),
                       say("doctor-cupy-broken-fix"))
    return Finding("cupy", title, "well", gpu.cupy_version() or "")


def _gpu(say: Phrases) -> Finding:
    title, why = say("doctor-gpu"), gpu.why_not()
    if why is None:
        name = gpu.GpuDevice().name
        value = say("doctor-gpu-driver", name=name, version=gpu.driver_version() or "?")
        return Finding("gpu", title, "well", value)
    if not driver_present():
        return Finding("gpu", title, "note", say("doctor-no-gpu"), say("doctor-gpu-none-fix"))
    fix = "doctor-gpu-present-fix" if why == "no-cupy" else "doctor-gpu-driver-fix"
    return Finding("gpu", title, "wrong", explain(CourseError("no-gpu", reason=why)), say(fix))


def driver_present() -> bool:
    """Whether this machine looks as if it had an NVIDIA GPU with its driver."""
    return Path("/proc/driver/nvidia").exists() or shutil.which("nvidia-smi") is not None


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _first_line(problem: Exception) -> str:
    text = explain(problem) or type(problem).__name__
    return text.strip().splitlines()[0]
