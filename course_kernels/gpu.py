"""The GPU device: kernels compiled and run by CuPy. The only file that imports CuPy."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from course_kernels.errors import CourseError
from warpsim.nvrtc import compile_to_cubin

MOST_WITHOUT_ASKING = 48 * 1024  # bytes of dynamic shared memory; beyond that CUDA wants an attribute
REFUSALS = ("INVALID_VALUE", "OUT_OF_RESOURCES", "InvalidValue", "InvalidConfiguration")


def cupy_version() -> str | None:
    """CuPy's version, or None when it is not installed."""
    if find_spec("cupy") is None:
        return None
    import cupy

    return str(cupy.__version__)


def why_not() -> str | None:
    """None when a GPU can be used, else the reason: ``no-cupy``, ``broken-cupy`` or ``no-gpu``."""
    if find_spec("cupy") is None:
        return "no-cupy"
    try:
        import cupy

        return None if cupy.cuda.is_available() else "no-gpu"
    except Exception:  # a CuPy of the wrong CUDA version fails in many ways at its import
        return "broken-cupy"


def driver_version() -> str | None:
    """The CUDA version that the driver supports, such as ``13.0``, or None without a driver."""
    if why_not() in ("no-cupy", "broken-cupy"):
        return None
    import cupy

    number = int(cupy.cuda.runtime.driverGetVersion())
    return f"{number // 1000}.{number % 1000 // 10}" if number else None


class GpuDevice:
    """Runs kernels on an NVIDIA GPU. ``xp`` is CuPy."""

    kind = "gpu"

    def __init__(self) -> None:
        import cupy

        self.xp: Any = cupy
        properties = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.runtime.getDevice())
        name = properties["name"]
        self.name = name.decode() if isinstance(name, bytes) else str(name)
        self.arch = f"sm_{properties['major']}{properties['minor']}"

    def compile(self, source: str, symbol: str, options: tuple[str, ...], file: str) -> Callable[..., Any]:
        """A callable ``run(grid, block, args, shared_mem=0)``; raises warpsim.CompileError."""
        # CuPy's own compilation flushes small numbers to zero, which nvcc and the CPU device do not
        cubin, name = compile_to_cubin(source, symbol, self.arch, options, file)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "kernel.cubin"
            path.write_bytes(cubin)
            function = self.xp.RawModule(path=str(path)).get_function(name)
            function.compile()  # loads the file, which is gone afterwards
        return _Launch(self.xp, function, symbol, file)

    def array(self, values: Any) -> Any:
        """A copy of ``values`` in the device's memory."""
        return self.xp.array(values, order="C")

    def host(self, array: Any) -> np.ndarray:
        """``array`` as a NumPy array."""
        return np.asarray(self.xp.asnumpy(array))

    def product(self, A: Any, B: Any) -> np.ndarray:
        """A @ B in float64, as a NumPy array; by NumPy where cuBLAS is missing."""
        try:
            wide = self.xp.asarray(A, dtype=self.xp.float64) @ self.xp.asarray(B, dtype=self.xp.float64)
            return self.host(wide)
        except (ImportError, RuntimeError):
            return self.host(A).astype(np.float64) @ self.host(B).astype(np.float64)

    def milliseconds(self, launch: Callable[..., Any], grid: Any, block: Any, args: Any,
                     shared_mem: int = 0) -> float:
        """How long one launch takes on the GPU, between two CUDA events."""
        events = self.xp.cuda
        start, stop = events.Event(), events.Event()
        start.record()
        launch.function(grid, block, args, shared_mem=shared_mem)  # type: ignore[attr-defined]
        stop.record()
        stop.synchronize()
        return float(events.get_elapsed_time(start, stop))


class _Launch:
    """A compiled kernel that waits for its result, so that an error belongs to its own launch."""

    def __init__(self, cupy: Any, function: Any, symbol: str, file: str):
        self.cupy, self.function, self.symbol, self.file = cupy, function, symbol, file

    def __call__(self, grid: Any, block: Any, args: Any, shared_mem: int = 0) -> None:
        failures = (self.cupy.cuda.driver.CUDADriverError, self.cupy.cuda.runtime.CUDARuntimeError)
        if any(type(one) is np.ndarray for one in args):
            raise CourseError("host-array", kernel=self.symbol)
        try:
            if shared_mem > MOST_WITHOUT_ASKING:
                self.function.max_dynamic_shared_size_bytes = shared_mem
            self.function(grid, block, args, shared_mem=shared_mem)
            self.cupy.cuda.get_current_stream().synchronize()
        except failures as problem:
            refused = any(word in str(problem) for word in REFUSALS)
            raise CourseError("gpu-launch" if refused else "gpu", kernel=self.symbol, file=self.file,
                              detail=str(problem)) from None

