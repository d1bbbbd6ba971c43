"""How every figure looks: colours that colour-blind readers can tell apart, sizes, and an empty figure."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Okabe and Ito's palette. A, B, C, shared memory and faults keep their colours in all figures.
COLOUR = {
    "A": "#0072b2", "B": "#e69f00", "C": "#009e73", "shared": "#cc79a7", "fault": "#d55e00",
    "ink": "#222222", "faint": "#bbbbbb", "pale": "#f4f4f4",
}
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKERS = ("o", "s", "^", "D", "v", "P")
HATCH_ZERO = "////"
FONT = 11
DPI = 110


@dataclass(frozen=True)
class Look:
    """Colour and marker of one series; either alone tells it from the others."""

    colour: str
    marker: str


def look(position: int) -> Look:
    """The look of the series at this position."""
    return Look(SERIES[position % len(SERIES)], MARKERS[position % len(MARKERS)])


def blank(width: float = 7.5, height: float = 4.2, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure of its own, outside of pyplot's list, with axes side by side."""
    figure = Figure(figsize=(width, height), dpi=DPI, layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)[0]
    for ax in axes:
        ax.tick_params(labelsize=FONT - 1)
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
    return figure, list(axes)
