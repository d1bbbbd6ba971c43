"""From a name, a file or source text to a Kernel that runs on the device in use."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course_kernels import catalog
from course_kernels.devices import Device, device
from course_kernels.errors import CourseError

_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_KERNEL = re.compile(
    r"__global__\s+(?:void\s+)?(?:__launch_bounds__\s*\([^)]*\)\s*)?(?:void\s+)?(\w+)\s*\(")


class Kernel:
    """One compiled kernel: ``k(grid, block, args, shared_mem=0)``, on a GPU as on the CPU.

    Example::

        mm = load("tiled", TILE_WIDTH=16)
        mm((2, 2), (16, 16), (A, B, C, np.int32(32)))
    """

    def __init__(self, source: str, symbol: str, file: str, defines: dict[str, Any]):
        self.source, self.symbol, self.file = source, symbol, file
        self.defines = dict(defines)
        self._compiled: dict[str, Callable[..., Any]] = {}
        self.on(device())

    @property
    def options(self) -> tuple[str, ...]:
        """The compile options: one -D for each constant, so that line numbers stay the student's."""
        return tuple(f"-D{name}={_literal(value)}" for name, value in self.defines.items())

    def on(self, where: Device) -> Callable[..., Any]:
        """The kernel as compiled for one device."""
        if where.kind not in self._compiled:
            self._compiled[where.kind] = where.compile(self.source, self.symbol, self.options, self.file)
        return self._compiled[where.kind]

    def with_defines(self, **defines: Any) -> Kernel:
        """The same source with other constants."""
        return Kernel(self.source, self.symbol, self.file, {**self.defines, **defines})

    def __call__(self, grid: Any, block: Any, args: Any, shared_mem: int = 0) -> None:
        self.on(device())(_shape(grid), _shape(block), tuple(args), shared_mem=int(shared_mem))

    def __repr__(self) -> str:
        constants = "".join(f", {name}={value}" for name, value in self.defines.items())
        return f"<Kernel {self.symbol} from {self.file}{constants}>"


def load(what: str | Path, kernel: str | None = None, **defines: Any) -> Kernel:
    """Compile a kernel of the course, a .cu file, or source text, for the device in use.

    ``kernel`` names the function; it may be left out where the source has one. Constants are passed
    to the compiler: ``load("tiled", TILE_WIDTH=8)``.
    """
    source, file, known = read_source(what)
    return Kernel(source, kernel or the_kernel(source, file, known), file, defines)


def kernel_names(source: str) -> tuple[str, ...]:
    """The ``__global__`` functions that a source defines, in order."""
    bare = _COMMENTS.sub(" ", source)
    return tuple(dict.fromkeys(_KERNEL.findall(bare)))


def read_source(what: str | Path) -> tuple[str, str, str | None]:
    """Source text, file name for messages, and the symbol when the catalog knows it."""
    if isinstance(what, str):
        if "\n" in what or "__global__" in what:
            return what, "kernel.cu", None
        entry = catalog.find(what)
        if entry:
            return entry.path.read_text(encoding="utf-8"), entry.file, entry.symbol
        if not what.endswith((".cu", ".cuh")):
            catalog.entry(what)  # raises: this is no kernel of ours
    path = Path(what)
    try:
        return path.read_text(encoding="utf-8"), path.name, None
    except OSError:
        raise CourseError("no-file", file=str(path)) from None
    except UnicodeDecodeError:
        raise CourseError("not-utf8", file=str(path)) from None


def the_kernel(source: str, file: str, known: str | None) -> str:
    if known:
        return known
    names = kernel_names(source)
    if len(names) == 1:
        return names[0]
    if not names:
        raise CourseError("no-kernel", file=file)
    raise CourseError("which-kernel", file=file, names=", ".join(names))


def _literal(value: Any) -> str:
    """A constant as CUDA text: True is 1, the rest as Python prints it."""
    return str(int(value)) if isinstance(value, bool) else str(value)


def _shape(size: Any) -> tuple[int, ...]:
    return tuple(int(one) for one in size) if isinstance(size, (tuple, list)) else (int(size),)
