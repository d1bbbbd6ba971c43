"""Any error of a kernel, told in the student's language, with the line it happened on."""

from __future__ import annotations

from typing import Any

import warpsim
from course_kernels.compiler_messages import translate, unclosed
from course_kernels.errors import CourseError
from course_kernels.phrases import Phrases

SHOWN = 3
AXES = ("x", "y", "z")


def explain(error: BaseException, lang: str | None = None) -> str:
    """What went wrong, and where, in one or two sentences.

    Example: ``explain(error, "he")``. An error that is neither warpsim's nor the course's is
    returned as Python words it.
    """
    say = Phrases("course_kernels", lang)
    if isinstance(error, warpsim.CompileError):
        return _compile(error, say)
    if not isinstance(error, (warpsim.Error, CourseError)):
        return str(error)
    fields = {name: _readable(value) for name, value in error.fields().items()}
    if "array" in fields:
        fields["place"] = f"{fields['array']}[{fields.get('index')}]"
    for key in _keys(error.key, fields):
        if key in say:
            return say(key, **fields)
    return str(error) if isinstance(error, warpsim.Error) else say("error-unknown", key=error.key)


def _keys(key: str, fields: dict[str, Any]) -> list[str]:
    """The phrases to try, the most particular first: reason, then space and access, then the key."""
    particular = [fields[name] for name in ("reason", "access") if isinstance(fields.get(name), str)]
    return [f"error-{key}-{_slug(word)}" for word in particular] + [f"error-{key}"]


def _slug(word: str) -> str:
    return word.replace("_", "-").replace(" ", "-").lower()


def _readable(value: Any) -> Any:
    """Thread and block numbers as (x, y) or (x, y, z), nothing as an empty text."""
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(str(one) for one in value) + ")"
    return "" if value is None else value


def compile_problems(error: warpsim.CompileError, lang: str | None = None) -> list[tuple[int, str]]:
    """What stops a kernel from compiling: line and message in the student's language, in order."""
    say = Phrases("course_kernels", lang)
    facts = error.fields()
    wrong = [one for one in facts["diagnostics"] if one.severity == "error"]
    if wrong:
        return [(one.line, translate(one.message, say.lang)) for one in wrong]
    early = unclosed(facts["log"])
    if early is None:
        return []
    line, message = early
    return [(line, say("error-compile-unclosed", message=translate(message, say.lang)))]


def _compile(error: warpsim.CompileError, say: Phrases) -> str:
    problems, facts = compile_problems(error, say.lang), error.fields()
    if not problems:
        return say("error-compile-log", file=facts["file"], log=facts["log"].strip())
    lines = [say("error-compile", file=facts["file"], line=line, message=message)
             for line, message in problems[:SHOWN]]
    if len(problems) > SHOWN:
        lines.append(say("error-compile-more", count=len(problems) - SHOWN))
    return "\n".join(lines)
