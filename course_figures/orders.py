"""Where in C the errors of a racing kernel are, run by run, and how many there are in each run."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from course_figures.bidi import he
from course_figures.error_map import RIGHT_OR_WRONG
from course_figures.picture import Picture, render
from course_figures.style import COLOUR, FONT, blank
from course_kernels import Phrases, Repeat

MOST_BLOCKS = 32  # in a row; with more of them the lines around the blocks would hide the errors


def title(one: Repeat, lang: str | None = None, isolate: bool = False) -> str:
    """The run's name: its seed, or its order of the warps, or its number."""
    say = Phrases("course_figures", lang, isolate=isolate)
    if one.counted == "run":
        return say("order-run", number=one.number)
    return say(f"order-{one.schedule}", number=one.number)


def picture(repeats: Sequence[Repeat], tile: int = 16, lang: str | None = None) -> Picture:
    """One map of C for each run, side by side."""
    say = Phrases("course_figures", lang)
    figure, axes = blank(3.4 * len(repeats), 3.9, columns=len(repeats))
    for ax, one in zip(axes, repeats, strict=True):
        draw(ax, one, tile, lang)
    return render(figure, " ".join(
        say("map-description", title=title(one, lang, True), wrong=one.verdict.wrong, all=one.verdict.mask.size)
        for one in repeats))


def draw(ax: Axes, one: Repeat, tile: int = 16, lang: str | None = None) -> object:
    """Wrong elements dark, right ones pale, and a thin line around every block."""
    say = Phrases("course_figures", lang, isolate=False)
    mask = one.verdict.mask
    drawn = ax.imshow(mask, cmap=RIGHT_OR_WRONG, vmin=0, vmax=1, interpolation="nearest")
    for edge in range(tile, mask.shape[0], tile) if mask.shape[0] <= MOST_BLOCKS * tile else ():
        ax.axhline(edge - 0.5, color="white", linewidth=0.5)
        ax.axvline(edge - 0.5, color="white", linewidth=0.5)
    count = say("map-count", wrong=one.verdict.wrong, all=mask.size)
    ax.set_title(he(f"{title(one, lang)}\n{count}"), fontsize=FONT)
    ax.set_xlabel("col", fontsize=FONT - 1)
    ax.set_ylabel("row", fontsize=FONT - 1)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(5, integer=True))
    return drawn


def counts(repeats: Sequence[Repeat], lang: str | None = None) -> Picture:
    """A bar of wrong elements for each run."""
    figure, (ax,) = blank(7.6, 3.2)
    draw_counts(ax, repeats, lang)
    numbers = ", ".join(str(one.verdict.wrong) for one in repeats)
    return render(figure, Phrases("course_figures", lang)("counts-description", numbers=numbers))


def draw_counts(ax: Axes, repeats: Sequence[Repeat], lang: str | None = None) -> object:
    """The bars, each with its number."""
    say = Phrases("course_figures", lang, isolate=False)
    bars = ax.bar([str(one.number) for one in repeats], [one.verdict.wrong for one in repeats],
                  color=COLOUR["fault"])
    ax.bar_label(bars, fontsize=FONT - 1)
    ax.set_title(he(say("counts-title")), fontsize=FONT + 1)
    ax.set_xlabel(he(say(f"counts-x-{repeats[0].counted}")), fontsize=FONT)
    ax.set_ylabel(he(say("counts-y")), fontsize=FONT)
    ax.margins(y=0.15)
    return bars
