"""CUDA C++ text to PTX text, by NVIDIA's own run-time compiler, which needs neither GPU nor driver."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from cuda.bindings import nvrtc
from cuda.pathfinder import find_nvidia_header_directory

from warpsim.errors import CompileError, Diagnostic

DEFAULT_ARCH = "compute_75"

# headers of the host's C library, which NVRTC does not have; what kernels use of them is built in
HOST_HEADERS = ("cassert", "climits", "cmath", "cstdio", "cstdlib", "iostream", "vector", "assert.h", "math.h",
                "stdio.h", "stdlib.h")  # fmt: skip

_DIAGNOSTIC = re.compile(
    r"^(?P<file>.*?)\((?P<line>\d+)\): (?:catastrophic )?(?P<severity>error|warning)(?: #[\w-]+)?: (?P<message>.*)$"
)


def version() -> str:
    """Return the version of the NVRTC library in use, e.g. ``"12.9"``."""
    status, major, minor = nvrtc.nvrtcVersion()
    _demand(status)
    return f"{major}.{minor}"


@lru_cache(maxsize=1)
def include_options() -> tuple[str, ...]:
    """Return ``-I`` options for the CUDA headers of the installed wheels."""
    found = (find_nvidia_header_directory(name) for name in ("cudart", "nvcc", "cccl"))
    return tuple(f"-I{path}" for path in dict.fromkeys(found) if path)


def compile_to_ptx(source: str, options: tuple[str, ...] = (), file: str = "kernel.cu") -> str:
    """Compile CUDA C++ ``source`` and return its PTX, which names the lines of ``source``.

    Raises CompileError with the compiler's messages.
    """
    arch = () if any(o.startswith(("-arch", "--gpu-architecture")) for o in options) else (f"-arch={DEFAULT_ARCH}",)
    with _compiled(source, (*arch, *options), file) as program:
        return _text(program, nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX)


def compile_to_cubin(
    source: str, symbol: str, arch: str, options: tuple[str, ...] = (), file: str = "kernel.cu"
) -> tuple[bytes, str]:
    """Compile for a real GPU, such as ``arch="sm_75"``: the machine code, and the name of ``symbol`` in it.

    The same compiler and options as for the CPU device, so that both devices round alike. Raises CompileError.
    """
    with _compiled(source, (f"-arch={arch}", *options), file, symbol) as program:
        status, name = nvrtc.nvrtcGetLoweredName(program, symbol.encode())
        _demand(status)
        return _bytes(program, nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN), name.decode()


@contextmanager
def _compiled(source: str, options: tuple[str, ...], file: str, symbol: str = ""):
    """The compiled program, for as long as the context lasts."""
    flags = [o.encode() for o in ("--generate-line-info", *include_options(), *options)]
    status, program = nvrtc.nvrtcCreateProgram(
        source.encode("utf-8", "replace"),
        Path(file).name.encode(),
        len(HOST_HEADERS),
        [b""] * len(HOST_HEADERS),
        [name.encode() for name in HOST_HEADERS],
    )
    _demand(status)
    try:
        if symbol:
            (status,) = nvrtc.nvrtcAddNameExpression(program, symbol.encode())
            _demand(status)
        (status,) = nvrtc.nvrtcCompileProgram(program, len(flags), flags)
        if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
            log = _text(program, nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog)
            raise CompileError(file=file, log=log, diagnostics=diagnostics(log))
        yield program
    finally:
        nvrtc.nvrtcDestroyProgram(program)


def diagnostics(log: str) -> list[Diagnostic]:
    """Return the errors and warnings in the compiler's ``log``, in order."""
    lines = log.splitlines()
    found = []
    for number, text in enumerate(lines):
        if match := _DIAGNOSTIC.match(text):
            # the compiler draws a caret under the place, two or three lines below its message
            below = lines[number + 1 : number + 4]
            caret = next((line.index("^") for line in below if line.strip() == "^"), -1)
            indent = 2 if caret >= 0 else 0
            found.append(
                Diagnostic(int(match["line"]), max(caret - indent + 1, 0), match["severity"], match["message"])
            )
    return found


def _text(program, size_of, copy_to) -> str:
    return _bytes(program, size_of, copy_to).rstrip(b"\0 ").decode("utf-8", "replace")


def _bytes(program, size_of, copy_to) -> bytes:
    status, size = size_of(program)
    _demand(status)
    buffer = b" " * size
    (status,) = copy_to(program, buffer)
    _demand(status)
    return buffer


def _demand(status) -> None:
    if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
        raise RuntimeError(f"NVRTC failed: {status.name}")
