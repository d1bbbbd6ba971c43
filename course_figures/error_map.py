"""Where a product is wrong: the elements of C, right or wrong, for one or more runs side by side."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap

from course_figures.bidi import he
from course_figures.picture import Picture, render
from course_figures.style import COLOUR, FONT, blank
from course_kernels import Phrases, Verdict

RIGHT_OR_WRONG = ListedColormap(["#cfe3ef", COLOUR["fault"]])


def picture(verdicts: Sequence[tuple[str, Verdict]], lang: str | None = None) -> Picture:
    """One map for each (title key, verdict)."""
    say = Phrases("course_figures", lang)
    figure, axes = blank(3.4 * len(verdicts), 3.7, columns=len(verdicts))
    words = []
    for ax, (key, verdict) in zip(axes, verdicts, strict=True):
        draw(ax, verdict, key, lang)
        words.append(say("map-description", title=say(f"map-{key}"), wrong=verdict.wrong, all=verdict.mask.size))
    return render(figure, " ".join(words))


def draw(ax: Axes, verdict: Verdict, key: str, lang: str | None = None) -> object:
    """Wrong elements dark, right ones pale; the count in the title."""
    say = Phrases("course_figures", lang, isolate=False)
    drawn = ax.imshow(verdict.mask, cmap=RIGHT_OR_WRONG, vmin=0, vmax=1, interpolation="nearest")
    count = say("map-count", wrong=verdict.wrong, all=verdict.mask.size)
    ax.set_title(he(f"{say('map-' + key)}\n{count}"), fontsize=FONT)
    ax.set_xlabel("col", fontsize=FONT - 1)
    ax.set_ylabel("row", fontsize=FONT - 1)
    return drawn
