"""The phase animation: which tiles a block loads, waits for, multiplies and writes, one step after another."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from course_figures.bidi import he
from course_figures.picture import Picture, render
from course_figures.style import COLOUR, FONT, HATCH_ZERO, blank
from course_kernels import Phrases

ACTIONS = ("load", "loaded", "multiply", "multiplied")
CODE = (
    ("load", "As[ty][tx] = A[row*N + aCol];"),
    ("load", "Bs[ty][tx] = B[bRow*N + col];"),
    ("loaded", "__syncthreads();"),
    ("multiply", "for k: sum += As[ty][k]*Bs[k][tx];"),
    ("multiplied", "__syncthreads();"),
    ("write", "C[row*N + col] = sum;"),
)
GAP = 3.0


@dataclass(frozen=True)
class Step:
    """One moment of the kernel for one block: ``action`` of phase ``phase``; n, tile and the block fixed."""

    n: int
    tile: int
    row: int
    col: int
    phase: int
    action: str

    @property
    def phases(self) -> int:
        return -(-self.n // self.tile)

    @property
    def summed(self) -> int:
        """How many products each sum holds by now."""
        done = self.phase + (self.action in ("multiplied", "write"))
        return min(self.n, done * self.tile)


def steps(n: int = 10, tile: int = 4, row: int = 1, col: int = 1) -> list[Step]:
    """All steps of one block, in order: four in each phase, then the write.

    >>> len(steps(10, 4))
    13
    """
    phases = -(-n // tile)
    every = [Step(n, tile, row, col, phase, action) for phase in range(phases) for action in ACTIONS]
    return [*every, Step(n, tile, row, col, phases - 1, "write")]


def describe(step: Step, lang: str | None = None) -> str:
    """The step in words."""
    say = Phrases("course_figures", lang)
    first = step.phase * step.tile
    last = min(step.n, first + step.tile) - 1
    text = say(f"step-{step.action}", phase=step.phase + 1, phases=step.phases, first=first, last=last,
               done=step.summed, n=step.n)
    if step.action == "load" and last - first + 1 < step.tile:
        text += " " + say("step-padding", zeros=step.tile - (last - first + 1))
    return text


def picture(step: Step, lang: str | None = None) -> Picture:
    """The step as a picture."""
    figure, (ax,) = blank(8.6, 4.7)
    draw(ax, step, lang)
    return render(figure, describe(step, lang))


def draw(ax: Axes, step: Step, lang: str | None = None) -> list[Rectangle]:
    """A below left, B above right, C below right, shared memory above left, the code beside; returns the tiles."""
    say = Phrases("course_figures", lang, isolate=False)
    n, tile, far = step.n, step.tile, step.n + GAP
    for name, x, y in (("A", 0.0, far), ("B", far, 0.0), ("C", far, far)):
        _matrix(ax, name, x, y, n, tile)
    loaded = step.action != "write"
    k = step.phase * tile
    tiles = [_tile(ax, far + step.col * tile, far + step.row * tile, tile, COLOUR["C"],
                   0.15 + 0.75 * step.summed / n)]
    if loaded:
        tiles += [_tile(ax, k, far + step.row * tile, tile, COLOUR["A"], 0.75),
                  _tile(ax, far + step.col * tile, k, tile, COLOUR["B"], 0.75)]
        beyond = k + tile - n
        if beyond > 0:
            _zeros(ax, n, far + step.row * tile, beyond, tile)
            _zeros(ax, far + step.col * tile, n, tile, beyond)
    _shared(ax, step, say("tiles-shared"))
    ax.text(far + (step.col + 0.5) * tile, far + (step.row + 0.5) * tile, f"{step.summed}/{n}",
            ha="center", va="center", fontsize=FONT - 1, color="black")
    _code(ax, step, 2 * n + GAP + 3.5)
    title = say("tiles-title", phase=step.phase + 1, phases=step.phases, n=n, tile=tile)
    ax.set_title(he(title + "\n" + say(f"tiles-{step.action}")), fontsize=FONT + 1, color=COLOUR["ink"])
    ax.set_xlim(-1.5, 2 * n + GAP + 24)
    ax.set_ylim(2 * n + GAP + 1, -1.5)
    ax.set_aspect("equal")
    ax.axis("off")
    return tiles


def _matrix(ax: Axes, name: str, x: float, y: float, n: int, tile: int) -> None:
    ax.add_patch(Rectangle((x, y), n, n, facecolor=COLOUR["pale"], edgecolor="none", zorder=0))
    for line in range(n + 1):
        strong = line % tile == 0 or line == n
        width, colour = (1.1, "#666666") if strong else (0.4, COLOUR["faint"])
        ax.plot([x + line, x + line], [y, y + n], color=colour, linewidth=width, zorder=2)
        ax.plot([x, x + n], [y + line, y + line], color=colour, linewidth=width, zorder=2)
    outside, side = (x - 0.4, "right") if name == "A" else (x + n + 0.4, "left")
    ax.text(outside, y + n / 2, name, ha=side, va="center", fontsize=FONT + 3, weight="bold", color=COLOUR[name])


def _tile(ax: Axes, x: float, y: float, side: float, colour: str, alpha: float) -> Rectangle:
    tile = Rectangle((x, y), side, side, facecolor=colour, alpha=alpha, edgecolor="black", linewidth=1.5, zorder=1.5)
    ax.add_patch(tile)
    return tile


def _zeros(ax: Axes, x: float, y: float, width: float, height: float) -> None:
    ax.add_patch(Rectangle((x, y), width, height, facecolor="white", edgecolor="#666666", hatch=HATCH_ZERO,
                           linewidth=0.8, zorder=1.6))
    ax.text(x + width / 2, y + height / 2, "0", ha="center", va="center", fontsize=FONT - 1, zorder=3,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})


def _shared(ax: Axes, step: Step, label: str) -> None:
    """The two tiles in shared memory, with a bar across while the block waits at a barrier."""
    side, top = step.n * 0.42, step.n * 0.30
    busy = step.action != "write"
    ax.add_patch(Rectangle((-1, top - 2.6), step.n + 1.4, side + 4.6, facecolor="white", edgecolor=COLOUR["shared"],
                           linewidth=1.8, zorder=0.5))
    ax.text(step.n / 2 - 0.3, top - 1.5, he(label), ha="center", va="center", fontsize=FONT - 2, color=COLOUR["ink"])
    for name, x, colour in (("As", 0.0, COLOUR["A"]), ("Bs", step.n - side - 0.6, COLOUR["B"])):
        full = busy and (step.phase > 0 or step.action != "load")
        ax.add_patch(Rectangle((x, top), side, side, facecolor=colour, alpha=0.6 if full else 0.2,
                               edgecolor="black", linewidth=1.2, zorder=1))
        ax.text(x + side / 2, top + side / 2, name, ha="center", va="center", fontsize=FONT, zorder=3)
    if step.action in ("loaded", "multiplied"):
        ax.text(step.n / 2 - 0.3, top + side + 1.0, "__syncthreads()", ha="center", va="center", fontsize=FONT - 1,
                family="monospace", color="white", zorder=4,
                bbox={"facecolor": COLOUR["fault"], "edgecolor": "none", "pad": 2})


def _code(ax: Axes, step: Step, x: float) -> None:
    """The kernel's lines, the current one marked by an arrow and a frame."""
    y = step.n * 0.5
    ax.text(x, y - 2.6, f"for t = 0 .. {step.phases - 1}:   t = {step.phase}", fontsize=FONT - 1, family="monospace",
            va="center", color=COLOUR["ink"])
    for position, (action, line) in enumerate(CODE):
        current = action == step.action
        box = {"facecolor": "#fff2cc", "edgecolor": "#b8860b", "pad": 2} if current else None
        ax.text(x + 1.2 * (action != "write"), y + 2.6 * position, ("▶ " if current else "  ") + line,
                fontsize=FONT - 1, family="monospace", va="center", color="black" if current else "#666666", bbox=box)
