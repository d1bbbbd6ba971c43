"""What one block of the naive kernel reads: two neighbouring threads, the same row of A twice."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from course_figures.bidi import he
from course_figures.picture import Picture, render
from course_figures.style import COLOUR, FONT, blank
from course_kernels import Phrases

N, ROW, COLS = 10, 4, (3, 4)


def picture(lang: str | None = None) -> Picture:
    """The picture with its description."""
    figure, (ax,) = blank(7.6, 3.4)
    draw(ax, lang)
    return render(figure, Phrases("course_figures", lang)("reads-description"))


def draw(ax: Axes, lang: str | None = None) -> list[Rectangle]:
    """A, B and C side by side; returns the coloured strips and elements."""
    say = Phrases("course_figures", lang, isolate=False)
    strips = []
    for position, name in enumerate("ABC"):
        x = position * (N + 3)
        ax.add_patch(Rectangle((x, 0), N, N, facecolor=COLOUR["pale"], edgecolor="#666666"))
        ax.text(x + N / 2, -0.9, name, ha="center", fontsize=FONT + 3, weight="bold", color=COLOUR[name])
        if name == "A":
            strips.append(Rectangle((x, ROW), N, 1, facecolor=COLOUR["A"], alpha=0.75))
        for number, col in enumerate(COLS):
            mark = Rectangle((x + col, 0 if name == "B" else ROW), 1, N if name == "B" else 1,
                             facecolor=COLOUR[name], alpha=0.45 + 0.4 * number)
            if name != "A":
                strips.append(mark)
    for strip in strips:
        ax.add_patch(strip)
    for between, sign in ((N + 1.5, "×"), (2 * N + 4.5, "=")):
        ax.text(between, N / 2, sign, ha="center", va="center", fontsize=FONT + 8)
    for position, key in enumerate(("reads-a", "reads-b", "reads-c")):
        ax.text(position * (N + 3) + N / 2, N + 1.4, he(say(key)), ha="center", va="center", fontsize=FONT - 1)
    ax.set_title(he(say("reads-title")), fontsize=FONT + 1)
    ax.set_xlim(-0.5, 3 * N + 6.5)
    ax.set_ylim(N + 2.6, -2)
    ax.set_aspect("equal")
    ax.axis("off")
    return strips
