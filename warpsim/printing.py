"""From the print buffer of a launch to text: C's formats, with the arguments packed as the device packs them."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

import numpy as np

from warpsim.abi import Print

WIDEST = 4096  # characters of one number
LIMIT_BYTES = 1 << 20  # of one launch's output, as on the GPU
_CONVERSION = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?(hh|h|ll|l|z|j|t|L)?([diouxXeEfFgGaAcsp%])")


def records(local_bytes: int) -> int:
    """Return how many calls the buffer holds when each brings ``local_bytes`` of arguments."""
    return LIMIT_BYTES // (8 * Print.ARGUMENTS + local_bytes)


def text(buffer: np.ndarray, printed: int, local_bytes: int, string_at: Callable[[int], str]) -> str:
    """Return what the launch printed, thread block by thread block.

    ``string_at(address)`` reads a C string in global memory.
    """
    size = 8 * Print.ARGUMENTS + local_bytes
    kept = min(printed, records(local_bytes))
    found = []
    for number in range(kept):
        raw = buffer[number * size : (number + 1) * size].tobytes()
        head = struct.unpack_from(f"<{int(Print.ARGUMENTS)}q", raw)
        arguments = raw[8 * Print.ARGUMENTS + max(head[Print.OFFSET], 0) :]
        found.append((head[Print.BLOCK], number, _format(string_at(head[Print.FORMAT]), arguments, string_at)))
    lines = "".join(line for _, _, line in sorted(found))
    if printed > kept:
        lines += f"\n[{printed - kept} more calls of printf are not shown]\n"
    return lines


def _format(template: str, arguments: bytes, string_at: Callable[[int], str]) -> str:
    offset = 0

    def take(kind: str):
        nonlocal offset
        size = struct.calcsize(kind)
        offset = -(-offset // size) * size
        value = struct.unpack_from("<" + kind, arguments.ljust(offset + size, b"\0"), offset)[0]
        offset += size
        return value

    def convert(match: re.Match) -> str:
        flags, width, precision, length, how = match.groups()
        if how == "%":
            return "%"
        width = str(take("i")) if width == "*" else width or ""
        precision = str(take("i")) if precision == "*" else precision
        if width and abs(int(width)) > WIDEST or precision and int(precision) > WIDEST:
            return match[0]
        precision = None if precision and int(precision) < 0 else precision
        shape = f"%{flags}{width}" + ("" if precision is None else f".{precision}")
        wide = length in ("l", "ll", "z", "j", "t")
        if how in "di":
            return (shape + "d") % take("q" if wide else "i")
        if how in "ouxX":
            return (shape + how.replace("u", "d")) % take("Q" if wide else "I")
        if how == "c":
            return (shape + "c") % chr(take("i") & 255)
        if how == "s":
            return (shape + "s") % string_at(take("q"))
        if how == "p":
            return (f"%{flags}{width}s") % hex(take("Q"))
        value = take("d")
        return float.hex(value) if how in "aA" else (shape + how) % value

    return _CONVERSION.sub(convert, template)
