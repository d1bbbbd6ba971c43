"""What each PTX instruction does: one function per opcode, in files named as the chapters of the PTX manual.

A function receives the ``Chunk`` that code is being generated for and the instruction; it reads its operands,
computes for all lanes of the chunk, and writes its destination.
"""

from __future__ import annotations

from collections.abc import Callable

OPCODES: dict[str, Callable] = {}


class Unsupported(Exception):
    """Raised by a definition that meets a form of its instruction that it does not have."""


def opcode(*names: str):
    """Register the decorated function as the meaning of the opcodes ``names``."""

    def register(function: Callable) -> Callable:
        for name in names:
            OPCODES[name] = function
        return function

    return register


def _load_families() -> None:
    from warpsim.semantics import arithmetic, atomic, bits, compare, control, convert, memory, move, output, warp  # noqa: F401


_load_families()
