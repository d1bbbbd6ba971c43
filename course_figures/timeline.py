"""The hazard timeline: what each warp does when, and which two accesses race where a barrier is missing."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from course_figures.bidi import he
from course_figures.picture import Picture, render
from course_figures.style import COLOUR, FONT, blank
from course_kernels import Phrases
from warpsim import Race

WARPS, PHASES = 4, 2
LENGTH = {"load": 1.6, "read": 1.6}
FACE = {"load": COLOUR["A"], "read": COLOUR["B"], "late": "white", "wait": COLOUR["pale"]}
HATCH = {"late": "....", "wait": "////"}
MISSING = ("none", "second", "first")


@dataclass(frozen=True)
class Piece:
    """What one warp does for a while: "load", "read", "late" (held up), or "wait" (at a barrier)."""

    warp: int
    start: float
    end: float
    action: str
    phase: int


@dataclass(frozen=True)
class Timeline:
    """All pieces, when each barrier opens, and the racing pair (write, read) if their order went wrong."""

    missing: str
    delay: int
    pieces: tuple[Piece, ...]
    barriers: tuple[float, ...]
    pair: tuple[Piece, Piece] | None

    @property
    def kind(self) -> str:
        """The hazard that the missing barrier leaves open."""
        return {"none": "", "second": "WAR", "first": "RAW"}[self.missing]


def plan(missing: str = "second", delay: int = 2) -> Timeline:
    """Let the warps of a block run side by side, the last one held up by ``delay`` in its first phase.

    >>> plan("second", 0).pair is None, plan("second", 2).pair is None, plan("none", 2).pair is None
    (True, False, True)
    """
    clock = [0.0] * WARPS
    pieces: list[Piece] = []
    barriers: list[float] = []
    held = "load" if missing == "first" else "read"

    def work(action: str, phase: int) -> None:
        for warp in range(WARPS):
            if delay and phase == 0 and action == held and warp == WARPS - 1:
                pieces.append(Piece(warp, clock[warp], clock[warp] + delay, "late", phase))
                clock[warp] += delay
            end = clock[warp] + LENGTH[action]
            pieces.append(Piece(warp, clock[warp], end, action, phase))
            clock[warp] = end

    def barrier(phase: int) -> None:
        opens = max(clock)
        barriers.append(opens)
        pieces.extend(Piece(warp, at, opens, "wait", phase) for warp, at in enumerate(clock) if at < opens)
        clock[:] = [opens + 0.15] * WARPS

    for phase in range(PHASES):
        work("load", phase)
        if missing != "first":
            barrier(phase)
        work("read", phase)
        if missing != "second":
            barrier(phase)
    return Timeline(missing, delay, tuple(pieces), tuple(barriers), _pair(missing, pieces))


def _pair(missing: str, pieces: list[Piece]) -> tuple[Piece, Piece] | None:
    """The fast warp's access and the slow one's, if they come in the wrong order."""
    at = {(one.action, one.warp, one.phase): one for one in pieces}
    slow = WARPS - 1
    if missing == "second":
        write, read = at["load", 0, 1], at["read", slow, 0]
        return (write, read) if write.start < read.end - 1e-9 else None
    if missing == "first":
        write, read = at["load", slow, 0], at["read", 0, 0]
        return (write, read) if read.start < write.end - 1e-9 else None
    return None


def describe(line: Timeline, lang: str | None = None) -> str:
    """The timeline in words."""
    say = Phrases("course_figures", lang)
    outcome = "wrong" if line.pair else "lucky" if line.kind else "safe"
    return say(f"timeline-is-{line.missing}") + " " + say(f"timeline-{outcome}", kind=line.kind, slow=WARPS - 1,
                                                          delay=line.delay)


def picture(line: Timeline, race: Race | None = None, lang: str | None = None) -> Picture:
    """The timeline as a picture; ``race`` gives the lines of the source."""
    figure, (ax,) = blank(9.6, 3.7)
    draw(ax, line, race, lang)
    return render(figure, describe(line, lang))


def draw(ax: Axes, line: Timeline, race: Race | None = None, lang: str | None = None) -> list[Rectangle]:
    """A row for each warp, time to the right; returns the marked pieces."""
    say = Phrases("course_figures", lang, isolate=False)
    for piece in line.pieces:
        _bar(ax, piece, he(say(f"timeline-{piece.action}", phase=piece.phase)))
    for opens in line.barriers:
        ax.plot([opens + 0.075] * 2, [-0.55, WARPS - 0.45], color=COLOUR["ink"], linewidth=2.5, zorder=4)
        ax.text(opens + 0.075, -0.62, "__syncthreads()", family="monospace", fontsize=FONT - 2, ha="center",
                va="bottom")
    marked = []
    if line.pair:
        for piece, what in zip(line.pair, ("write", "read"), strict=True):
            marked.append(_mark(ax, piece, he(_label(piece, what, race, lang))))
        (x0, y0), (x1, y1) = ((one.get_x() + one.get_width() / 2, one.get_y() + 0.4) for one in marked)
        ax.annotate("", (x1, y1), (x0, y0), zorder=6, arrowprops={
            "arrowstyle": "<->", "color": COLOUR["fault"], "linewidth": 2.2, "shrinkA": 16, "shrinkB": 16})
        ax.text((x0 + x1) / 2 + 0.12, (y0 + y1) / 2, line.kind, fontsize=FONT + 2, weight="bold", zorder=7,
                color=COLOUR["fault"], bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})
    title = say(f"timeline-title-{line.missing}")
    ax.set_title(he(title), fontsize=FONT + 1, pad=18)
    ax.set_yticks(range(WARPS), [f"warp {number}" for number in range(WARPS)], fontsize=FONT)
    ax.set_xticks([])
    ax.set_xlabel(he(say("timeline-x")), fontsize=FONT)
    ax.set_ylim(WARPS - 0.4, -0.6)
    ax.set_xlim(-0.1, max(piece.end for piece in line.pieces) + 0.3)
    return marked


def _bar(ax: Axes, piece: Piece, text: str) -> None:
    solid = piece.action in LENGTH
    ax.add_patch(Rectangle((piece.start, piece.warp - 0.3), piece.end - piece.start, 0.6, zorder=2,
                           facecolor=FACE[piece.action], alpha=0.55 if solid else 1,
                           edgecolor="#666666", hatch=HATCH.get(piece.action), linewidth=0.8))
    box = None if solid else {"facecolor": "white", "edgecolor": "none", "pad": 1}
    if piece.end - piece.start >= 0.9:
        ax.text((piece.start + piece.end) / 2, piece.warp - 0.08 * solid, text, ha="center", va="center",
                fontsize=FONT - 2, zorder=3, bbox=box)


def _mark(ax: Axes, piece: Piece, text: str) -> Rectangle:
    frame = Rectangle((piece.start, piece.warp - 0.4), piece.end - piece.start, 0.8, facecolor="none",
                      edgecolor=COLOUR["fault"], linewidth=3, zorder=5)
    ax.add_patch(frame)
    if text:
        ax.text((piece.start + piece.end) / 2, piece.warp + 0.28, text, ha="center", va="bottom", fontsize=FONT - 3,
                zorder=6)
    return frame


def _label(piece: Piece, what: str, race: Race | None, lang: str | None) -> str:
    """The array and its line in the source, as the race check gave them."""
    if race is None:
        return ""
    first = race.kind == "RAW"
    line = race.lines[0] if (what == "write") == first else race.lines[1]
    return Phrases("course_figures", lang, isolate=False)("timeline-line", array=race.array, line=line)
