"""What a check found: one result per criterion, shown as text and as HTML in the student's language."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from course_kernels import Phrases

PASSED, FAILED, NOT_ATTEMPTED, DID_NOT_RUN = "passed", "failed", "not-attempted", "did-not-run"
MARKS = {PASSED: "✓", FAILED: "✗", NOT_ATTEMPTED: "•", DID_NOT_RUN: "–"}
COLOURS = {PASSED: "#0072b2", FAILED: "#d55e00", NOT_ATTEMPTED: "#666666", DID_NOT_RUN: "#666666"}


@dataclass(frozen=True)
class Result:
    """One criterion: its state, why, and a guess at the cause. ``reason`` and ``hint`` are for people."""

    criterion: str
    state: str
    reason: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Report:
    """All results of one check, in order. The state of the whole is the worst that matters."""

    exercise: str
    results: tuple[Result, ...]
    lang: str

    @property
    def state(self) -> str:
        states = [one.state for one in self.results]
        for state in (NOT_ATTEMPTED, FAILED, DID_NOT_RUN):
            if state in states:
                return state
        return PASSED

    @property
    def passed(self) -> bool:
        return self.state == PASSED

    @property
    def headline(self) -> str:
        done = sum(one.state == PASSED for one in self.results)
        return self._say(f"report-{self.state}", exercise=self.exercise, done=done, all=len(self.results))

    def __str__(self) -> str:
        lines = [f"{MARKS[self.state]} {self.headline}"]
        for one in self._shown():
            lines.append(f"  {MARKS[one.state]} {self._say('criterion-' + one.criterion)}")
            lines += [f"      {line}" for text in (one.reason, one.hint) if text for line in text.splitlines()]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        direction, side = ("rtl", "right") if self.lang == "he" else ("ltr", "left")
        rows = [f"<b>{MARKS[self.state]} {escape(self.headline)}</b>"]
        for one in self._shown():
            rows.append(f'<div style="color:{COLOURS[one.state]};margin-{side}:12px">{MARKS[one.state]} '
                        f"{escape(self._say('criterion-' + one.criterion))}</div>")
            for text in (one.reason, one.hint):
                rows += [f'<div style="margin-{side}:32px">{escape(line)}</div>' for line in text.splitlines()]
        style = f"text-align:{side};padding:2px 10px;border-{side}:4px solid {COLOURS[self.state]}"
        return f'<div dir="{direction}" lang="{self.lang}" style="{style}">{"".join(rows)}</div>'

    def _shown(self) -> tuple[Result, ...]:
        """Nothing to list while the exercise has not been attempted."""
        return () if self.state == NOT_ATTEMPTED else self.results

    def _say(self, key: str, **values: object) -> str:
        return Phrases("course_grader", self.lang)(key, **values)
