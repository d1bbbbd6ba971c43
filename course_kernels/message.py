"""A short message below a cell: HTML in the right direction, and plain text for everything else."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from course_kernels.phrases import language

MARKS = {True: "✓", False: "✗", None: "•"}
COLOURS = {True: "#0072b2", False: "#d55e00", None: "#666666"}


@dataclass(frozen=True)
class Message:
    """A headline, places in the source (a sentence and the lines themselves), and a closing note.

    ``good`` is True, False, or None for neither; a sign tells it as well as the colour.
    """

    headline: str
    good: bool | None = None
    places: list[tuple[str, str]] = field(default_factory=list)
    note: str = ""
    lang: str = field(default_factory=language)

    def __str__(self) -> str:
        lines = [f"{MARKS[self.good]} {self.headline}"]
        for sentence, source in self.places:
            lines += [f"  {sentence}"] + [f"  {line}" for line in source.splitlines()]
        return "\n".join(lines + ([self.note] if self.note else []))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        parts = [f"<b>{MARKS[self.good]} {escape(self.headline)}</b>"]
        for sentence, source in self.places:
            parts.append(f'<div style="margin-top:4px">{escape(sentence)}</div>')
            if source:
                parts.append('<pre dir="ltr" style="text-align:left;margin:2px 12px">'
                             f"{escape(source)}</pre>")
        if self.note:
            parts.append(f'<div style="margin-top:4px">{escape(self.note)}</div>')
        side, direction = ("right", "rtl") if self.lang == "he" else ("left", "ltr")
        style = (f"text-align:{'right' if self.lang == 'he' else 'left'};padding:2px 10px;"
                 f"border-{side}:4px solid {COLOURS[self.good]}")
        return f'<div dir="{direction}" lang="{self.lang}" style="{style}">{"".join(parts)}</div>'
