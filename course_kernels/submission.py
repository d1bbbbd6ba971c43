"""What the student has written so far: the source of each %%kernel cell, by name."""

from __future__ import annotations

from dataclasses import dataclass

from course_kernels.errors import CourseError
from course_kernels.loader import Kernel

TODO = "// TODO"


@dataclass(frozen=True)
class Submission:
    """One %%kernel cell.

    ``source`` is what was compiled: the cell's text with a comment in place of its first line, so that
    line numbers are those of the cell. ``kernel`` is None when it did not compile; ``error`` says why.
    """

    name: str
    source: str
    kernel: Kernel | None
    error: Exception | None = None

    @property
    def text(self) -> str:
        """The CUDA text without the first line: what is handed in."""
        return self.source.split("\n", 1)[1]

    @property
    def attempted(self) -> bool:
        """False while the stub's ``// TODO`` is still there."""
        return TODO not in self.source


_kept: dict[str, Submission] = {}


def keep(one: Submission) -> Submission:
    """Keep a submission; it replaces the earlier one of its name."""
    _kept[one.name] = one
    return one


def submission(name: str) -> Submission:
    """The latest %%kernel cell of that name."""
    if name not in _kept:
        raise CourseError("no-submission", name=name)
    return _kept[name]
