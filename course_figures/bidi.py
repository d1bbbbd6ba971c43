"""Hebrew text for Matplotlib, in the right order on every version.

Matplotlib 3.11 lays out right-to-left text itself; 3.10 (Colab) draws it backwards and needs it reordered. Text
without Hebrew passes unchanged.
"""

from __future__ import annotations

import re

import matplotlib

LRM, RLM = "\u200e", "\u200f"
_HEBREW = re.compile("[\u0590-\u05ff]")
# Latin text in brackets behind a Latin word: a mark after it keeps both brackets on that word's side.
_LATIN_BRACKETS = re.compile("(?<=[A-Za-z0-9] )\\([^()\u0590-\u05ff]*\\)")
_MARKS = re.compile("[\u2066-\u2069\u200e\u200f]")


def he(text: str) -> str:
    """The text as Matplotlib should get it, line by line.

    Example: ``ax.set_title(he("מהירות לפי N"))``.
    """
    return "\n".join(_line(line) for line in text.split("\n"))


def lays_out_itself(version: str = matplotlib.__version__) -> bool:
    """True from Matplotlib 3.11 on."""
    major, minor = (int(part) for part in re.findall(r"\d+", version)[:2])
    return (major, minor) >= (3, 11)


def _line(line: str) -> str:
    if not _HEBREW.search(line):
        return line
    bare = _MARKS.sub("", line)
    if lays_out_itself():
        return RLM + bare
    from bidi.algorithm import get_display  # mirrors brackets, which bidi.get_display does not

    return _MARKS.sub("", str(get_display(_LATIN_BRACKETS.sub(f"\\g<0>{LRM}", bare), base_dir="R")))
