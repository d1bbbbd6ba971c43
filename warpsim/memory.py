"""NumPy arrays as a kernel sees them: device addresses that are the same in every run, and checked sizes."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np

from warpsim import layout, ptx
from warpsim.errors import LaunchError

MAX_ARRAY_BYTES = 1 << 31


@dataclass(frozen=True)
class Array:
    """An array in global memory: its device address, its bytes and where the host keeps them."""

    name: str
    address: int
    bytes: int
    host: int
    element_bytes: int


class Arguments:
    """A launch's arguments: the parameter block, and the table of arrays that the kernel may touch.

    Arrays that share memory keep their distance; others lie 512-aligned, in the order of the arguments,
    with gaps between them.
    """

    def __init__(
        self,
        kernel_name: str,
        parameters: list[ptx.Parameter],
        names: list[str],
        arguments: tuple,
        written: frozenset[str] = frozenset(),
    ):
        """``written`` are the parameters' PTX names through which the kernel writes."""
        self._kernel, self._written = kernel_name, written
        if len(arguments) != len(parameters):
            self._refuse("arguments", f"it takes {len(parameters)} arguments, and {len(arguments)} were given")
        self._next = layout.GLOBAL_BASE
        self._roots: dict[int, int] = {}
        self.rows: list[Array | None] = []
        self.names = [names[n] if n < len(names) else f"argument {n}" for n in range(len(parameters))]
        size = max((p.offset + p.size for p in parameters), default=0)
        self.block = np.zeros(max(size, 8), np.uint8)
        self.keep_alive: list = []
        for number, (parameter, argument) in enumerate(zip(parameters, arguments, strict=True)):
            raw = self._raw(number, parameter, argument)
            self.block[parameter.offset : parameter.offset + parameter.size] = np.frombuffer(raw, np.uint8)

    def add_variable(self, name: str, data: np.ndarray) -> None:
        """Add a ``__device__`` or ``__constant__`` variable of the module as a further row."""
        self.rows.append(self._place(name, data))

    def string_at(self, address: int) -> str:
        """Return the C string at a device address in one of the arrays."""
        for array in self.rows:
            if array is not None and array.address <= address < array.address + array.bytes:
                left = array.address + array.bytes - address
                raw = ctypes.string_at(array.host + address - array.address, left)
                return raw.split(b"\0", 1)[0].decode("utf-8", "replace")
        return ""

    def table(self) -> np.ndarray:
        """Return the rows as int64: device address, bytes, host address; (0, 0, 0) where there is no array."""
        rows = [(a.address, a.bytes, a.host) if a else (0, 0, 0) for a in self.rows]
        return np.array(rows or [(0, 0, 0)], np.uint64).view(np.int64)

    def _raw(self, number: int, parameter: ptx.Parameter, argument) -> bytes:
        name = self.names[number]
        if isinstance(argument, np.ndarray) and argument.ndim + argument.size > 0 and parameter.size == 8:
            if argument.dtype.hasobject:
                self._refuse("type", f"the array for {name} holds Python objects")
            if not argument.flags.writeable:
                if parameter.name in self._written:
                    self._refuse("layout", f"the array for {name} is read-only, and the kernel writes to it")
                argument = argument.copy(order="K")  # which a pointer that is made in other ways may reach
            array = self._place(name, argument)
            self.rows.append(array)
            return np.uint64(array.address).tobytes()
        self.rows.append(None)
        if isinstance(argument, np.ndarray):
            self._refuse("type", f"parameter {name} takes {parameter.size} bytes, and an array was given")
        if argument is None and parameter.size == 8:
            return bytes(8)
        if isinstance(argument, (bool, int, float)):
            argument = self._number(name, parameter, argument)
        if not isinstance(argument, np.generic):
            self._refuse("type", f"parameter {name} cannot be a {type(argument).__name__}")
        if {"f": "iu", "u": "f", "s": "f"}.get(parameter.type[0], "").find(argument.dtype.kind) >= 0:
            kind = "a floating-point number" if parameter.type[0] == "f" else "an integer"
            self._refuse("type", f"parameter {name} is {kind}, and {argument.dtype} {argument} was given")
        raw = argument.tobytes()
        if len(raw) != parameter.size:
            self._refuse("type", f"parameter {name} takes {parameter.size} bytes, and {argument.dtype} has {len(raw)}")
        return raw

    def _number(self, name: str, parameter: ptx.Parameter, value):
        if isinstance(value, float) or parameter.type[0] == "f":
            return {4: np.float32, 8: np.float64}.get(parameter.size, np.float64)(value)
        kind = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}.get(parameter.size)
        if kind is None or not np.iinfo(kind).min <= value < 1 << (8 * parameter.size):
            self._refuse("type", f"parameter {name} cannot hold {value}")
        return np.array(value & ((1 << (8 * parameter.size)) - 1), f"u{parameter.size}")[()]

    def _place(self, name: str, array: np.ndarray) -> Array:
        if not array.flags.c_contiguous and not array.flags.f_contiguous:
            self._refuse("layout", f"the array for {name} is not contiguous")
        if array.nbytes > MAX_ARRAY_BYTES - 4096:
            self._refuse("size", f"the array for {name} has {array.nbytes} bytes, and the CPU device takes 2 GiB")
        host = array.ctypes.data
        root = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        start = root.ctypes.data
        if start not in self._roots or host < start:
            start = min(start, host)
            self._roots[start] = self._next
            span = max(root.nbytes, host - start + array.nbytes)
            step = layout.ARRAY_ALIGNMENT
            self._next += -(-(span + step) // step) * step
        self.keep_alive.append(array)
        return Array(name, self._roots[start] + host - start, array.nbytes, host, array.itemsize)

    def _refuse(self, reason: str, detail: str) -> None:
        raise LaunchError(kernel=self._kernel, reason=reason, detail=detail)


def triple(kernel: str, what: str, value) -> tuple[int, int, int]:
    """Return a grid or block as three numbers; an int or a short tuple is filled up with ones."""
    numbers = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(numbers) <= 3 or not all(isinstance(n, (int, np.integer)) for n in numbers):
        raise LaunchError(kernel=kernel, reason=what, detail=f"the {what} must be one to three integers, not {value}")
    x, y, z = (*map(int, numbers), 1, 1)[:3]
    if min(x, y, z) < 1:
        raise LaunchError(kernel=kernel, reason=what, detail=f"the {what} {(x, y, z)} has a size below 1")
    return x, y, z
