"""The ways in which a kernel can fail to compile or to run, one class each.

Every error carries its facts as attributes, so that a caller can say them in another language;
``str(error)`` says them in one English sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

Triple = tuple[int, int, int]


class Error(Exception):
    """Base of every error that a kernel, or the way it was launched, can cause."""

    key: ClassVar[str] = "error"
    sentence: ClassVar[str] = "{reason}"

    def __init__(self, **facts: Any):
        self.__dict__.update(facts)
        self._facts = facts
        super().__init__(self.sentence.format(**self._shown()))

    def fields(self) -> dict[str, Any]:
        """Return the facts of the error by name."""
        return dict(self._facts)

    def _shown(self) -> dict[str, Any]:
        return self._facts

    def __reduce__(self):
        return _rebuild, (type(self), self._facts)


def _rebuild(kind: type[Error], facts: dict[str, Any]) -> Error:
    return kind(**facts)


@dataclass(frozen=True)
class Diagnostic:
    """One message of the compiler, at a line of the student's own file."""

    line: int
    column: int
    severity: str
    message: str


class CompileError(Error):
    """The source is not a CUDA program: ``diagnostics``, ``log``, ``file``."""

    key = "compile"
    sentence = "{file} does not compile: {first}"

    def _shown(self) -> dict[str, Any]:
        diagnostics = self._facts["diagnostics"]
        errors = [d for d in diagnostics if d.severity == "error"] or diagnostics
        first = f"line {errors[0].line}: {errors[0].message}" if errors else self._facts["log"].strip()
        return {**self._facts, "first": first}


class LaunchError(Error):
    """The launch is one that CUDA refuses: ``reason`` (a key), ``kernel``, ``detail`` (a sentence)."""

    key = "launch"
    sentence = "{kernel} cannot be launched: {detail}"


class UnsupportedError(Error):
    """The kernel uses what the CPU device does not have: ``kernel, file, line, instruction``."""

    key = "unsupported"
    sentence = "{file}:{line}: the CPU device does not support the instruction '{instruction}' (kernel {kernel})"


class StoppedError(Error):
    """The kernel stopped at a fault: the base of the errors that happen while it runs."""

    key = "stopped"


class BoundsError(StoppedError):
    """An access outside of its array: ``kernel, file, line, block, thread, array, index, size, access, space``.

    ``index`` and ``size`` count elements of ``bytes`` bytes; ``array`` is the name in the source.
    """

    key = "bounds"
    sentence = (
        "{file}:{line}: {access} of {array}[{index}] is outside of the array, which has {size} elements "
        "(kernel {kernel}, block {block}, thread {thread})"
    )


class MisalignedError(StoppedError):
    """An access of ``bytes`` bytes at an address that is no multiple of it; fields as for BoundsError."""

    key = "misaligned"
    sentence = (
        "{file}:{line}: {access} of {bytes} bytes at byte {offset} of {array} is misaligned: its address is not a "
        "multiple of {bytes} (kernel {kernel}, block {block}, thread {thread})"
    )


class BarrierError(StoppedError):
    """A barrier that some threads of the block never reach: ``kernel, file, line, block, thread``.

    ``thread`` is the first thread that waits at the barrier.
    """

    key = "barrier"
    sentence = (
        "{file}:{line}: some threads of the block never reach this __syncthreads() "
        "(kernel {kernel}, block {block}, thread {thread} waits there)"
    )


class StepBudgetError(StoppedError):
    """A loop that does not end: ``kernel, file, line, block, thread, budget`` (jumps back, per warp)."""

    key = "endless"
    sentence = (
        "{file}:{line}: the loop did not end after {budget} rounds (kernel {kernel}, block {block}, thread {thread})"
    )
