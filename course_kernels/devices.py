"""The choice of device: a GPU where one can be used, else the CPU."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from course_kernels import gpu
from course_kernels.cpu import CpuDevice
from course_kernels.errors import CourseError

KINDS = ("gpu", "cpu")


class Device(Protocol):
    """What kernels run on. ``kind`` is "gpu" or "cpu"; ``name`` goes beside every number and plot."""

    kind: str
    xp: Any

    @property
    def name(self) -> str: ...

    def compile(self, source: str, symbol: str, options: tuple[str, ...],
                file: str) -> Callable[..., Any]: ...

    def array(self, values: Any) -> Any: ...

    def host(self, array: Any) -> np.ndarray: ...

    def product(self, A: Any, B: Any) -> np.ndarray: ...

    def milliseconds(self, launch: Callable[..., Any], grid: Any, block: Any, args: Any,
                     shared_mem: int = 0) -> float: ...


class DeviceChoice:
    """``device()`` is the device in use; ``device.use("cpu")`` changes it.

    Without a choice the environment's COURSE_DEVICE decides, and without that: a GPU if there is one.
    """

    def __init__(self) -> None:
        self._current: Device | None = None

    def __call__(self) -> Device:
        if self._current is None:
            wanted = os.environ.get("COURSE_DEVICE", "").strip().lower()
            self._current = self._open(wanted or ("gpu" if gpu.why_not() is None else "cpu"))
        return self._current

    def use(self, kind: str) -> Device:
        """Run on "gpu" or "cpu" from here on, and return that device."""
        self._current = self._open(kind)
        return self._current

    def reset(self) -> None:
        """Forget the choice: the next ``device()`` decides anew."""
        self._current = None

    def _open(self, kind: str) -> Device:
        if kind not in KINDS:
            raise CourseError("unknown-device", name=kind)
        if kind == "cpu":
            return CpuDevice()
        reason = gpu.why_not()
        if reason:
            raise CourseError("no-gpu", reason=reason)
        return gpu.GpuDevice()


device = DeviceChoice()
