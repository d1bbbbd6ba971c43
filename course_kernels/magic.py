"""The ``%%kernel NAME`` cell: compiles CUDA text, shows errors at its own lines, keeps the source."""

from __future__ import annotations

import shlex
import textwrap
from typing import Any

from IPython.core.magic import Magics, cell_magic, magics_class
from IPython.display import display

import warpsim
from course_kernels import catalog
from course_kernels.errors import CourseError
from course_kernels.explain import SHOWN, compile_problems, explain
from course_kernels.loader import Kernel, kernel_names
from course_kernels.message import Message
from course_kernels.phrases import Phrases
from course_kernels.submission import Submission, keep


@magics_class
class KernelMagic(Magics):
    """``%%kernel tiled TILE_WIDTH=8``: the cell holds plain CUDA."""

    @cell_magic
    def kernel(self, line: str, cell: str) -> None:
        """Compile the cell, show the result, and keep it for ``submission(NAME)``."""
        try:
            name, defines = parse_line(line)
        except CourseError as problem:
            display(Message(explain(problem), good=False))
            return
        display(told(compile_cell(name, cell, defines)))


def parse_line(line: str) -> tuple[str, dict[str, str]]:
    """The name and the constants of a %%kernel line.

    >>> parse_line("tiled TILE_WIDTH=8")
    ('tiled', {'TILE_WIDTH': '8'})
    """
    words = shlex.split(line)
    if not words or "=" in words[0]:
        raise CourseError("magic-name")
    defines = {}
    for word in words[1:]:
        name, sign, value = word.removeprefix("-D").partition("=")
        if not sign or not name.isidentifier():
            raise CourseError("magic-word", word=word)
        defines[name] = value
    return words[0], defines


def compile_cell(name: str, cell: str, defines: dict[str, Any] | None = None) -> Submission:
    """Compile a cell's text and keep it. Line numbers are the cell's: the magic's line is number 1."""
    source = f"// %%kernel {name}\n{cell}"
    try:
        kernel = Kernel(source, _symbol(name, source), f"{name}.cu", defines or {})
    except (warpsim.Error, CourseError) as problem:
        return keep(Submission(name, source, None, problem))
    return keep(Submission(name, source, kernel))


def told(one: Submission) -> Message:
    """What the cell shows below itself."""
    say = Phrases("course_kernels")
    if one.kernel is not None:
        if one.attempted:
            return Message(say("magic-compiled", symbol=one.kernel.symbol), good=True)
        return Message(say("magic-todo", symbol=one.kernel.symbol), good=None)
    problems = compile_problems(one.error) if isinstance(one.error, warpsim.CompileError) else []
    if not problems:
        return Message(explain(one.error) if one.error else "", good=False)
    places = [(say("magic-line", line=line, message=message), excerpt(one.source, line))
              for line, message in problems[:SHOWN]]
    rest = len(problems) - SHOWN
    return Message(say("magic-failed"), good=False, places=places,
                   note=say("error-compile-more", count=rest) if rest > 0 else "")


def excerpt(source: str, line: int) -> str:
    """The line and the one before it, numbered: a missing semicolon is noticed only on the next line.

    >>> print(excerpt("// %%kernel k\\nint i = 3\\nint j;", 3))
        2 | int i = 3
    \u2192   3 | int j;
    """
    lines = source.splitlines()
    shown = [number for number in (line - 1, line) if 2 <= number <= len(lines) and lines[number - 1].strip()]
    bare = textwrap.dedent("\n".join(lines[number - 1] for number in shown)).splitlines()
    return "\n".join(f"{'→' if number == line else ' '} {number:>3} | {text}"
                     for number, text in zip(shown, bare, strict=True))


def _symbol(name: str, source: str) -> str:
    """The catalog's symbol when the cell has it, else the cell's only kernel."""
    names = kernel_names(source)
    entry = catalog.find(name)
    if entry and (entry.symbol in names or not names):
        return entry.symbol
    if len(names) == 1:
        return names[0]
    if not names:
        raise CourseError("no-kernel", file=f"{name}.cu")
    raise CourseError("which-kernel", file=f"{name}.cu", names=", ".join(names))


def load_ipython_extension(shell: Any) -> None:
    """Register the magic, and let kernels' errors speak the student's language."""
    shell.register_magics(KernelMagic)
    shell.set_custom_exc((warpsim.Error, CourseError), _show)


def _show(shell: Any, kind: type, error: BaseException, traceback: Any, tb_offset: Any = None) -> None:
    """An error of a kernel: its explanation, in the right direction, in place of a traceback."""
    display(Message(explain(error), good=False))
    shell._showtraceback(kind, error, [kind.__name__])
