"""GFLOP/s against N: one series for each kernel and tile width, and bars that compare two kernels."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, NullLocator

from course_figures.bidi import he
from course_figures.device_label import device_label
from course_figures.picture import Picture, render
from course_figures.style import COLOUR, FONT, blank, look
from course_kernels import Phrases, Run

TILES = (8, 16, 32)


def picture(runs: Sequence[Run], sizes: Sequence[int], kind: str, device: str, lang: str | None = None) -> Picture:
    """The plot of the points measured so far."""
    figure, (ax,) = blank()
    draw(ax, runs, sizes, kind, device, lang)
    return render(figure, Phrases("course_figures", lang)("speed-description", count=len(runs)))


def draw(ax: Axes, runs: Sequence[Run], sizes: Sequence[int], kind: str, device: str,
         lang: str | None = None) -> list:
    """Each measurement as a marker, the newest ringed; the median of repeats joined by a line."""
    say = Phrases("course_figures", lang, isolate=False)
    drawn = []
    for position, tile in enumerate(TILES):
        own = [one for one in runs if one.tile == tile]
        if not own:
            continue
        own_look = look(position)
        by_size = {n: [one.gflops for one in own if one.n == n] for n in sorted({one.n for one in own})}
        ax.plot(list(by_size), [sorted(values)[len(values) // 2] for values in by_size.values()],
                color=own_look.colour, linewidth=1.2, alpha=0.7)
        drawn += ax.plot([one.n for one in own], [one.gflops for one in own], linestyle="none",
                         marker=own_look.marker, color=own_look.colour, markersize=8, label=f"TILE_WIDTH = {tile}")
    if runs:
        ax.plot(runs[-1].n, runs[-1].gflops, marker="o", markersize=16, fillstyle="none", color=COLOUR["ink"])
        ax.legend(fontsize=FONT - 1, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    _axes(ax, sizes, say)
    ax.set_ylim(0, 1.15 * max((one.gflops for one in runs), default=1.0))
    ax.set_title(he(f"{say('speed-title')}\n{device_label(kind, device, lang)}"), fontsize=FONT + 1)
    return drawn


def comparison(pairs: Sequence[tuple[Run, Run]], whose: str, lang: str | None = None) -> Picture:
    """Naive and tiled side by side for each N."""
    figure, (ax,) = blank()
    draw_comparison(ax, pairs, whose, lang)
    sizes = ", ".join(str(naive.n) for naive, _ in pairs)
    return render(figure, Phrases("course_figures", lang)("comparison-description", sizes=sizes))


def draw_comparison(ax: Axes, pairs: Sequence[tuple[Run, Run]], whose: str, lang: str | None = None) -> list:
    """Two bars for each N, and above them how many times as fast the tiled one is."""
    say = Phrases("course_figures", lang, isolate=False)
    bars = []
    for position, (series, label, hatch) in enumerate((
            (0, "mmNaive", ""), (1, f"mmTiled ({say('whose-' + whose)})", "//"))):
        bars.append(ax.bar([place + 0.4 * position for place in range(len(pairs))],
                           [pair[series].gflops for pair in pairs], width=0.38, color=look(position).colour,
                           hatch=hatch, edgecolor="white", label=he(label)))
    for place, (naive, tiled) in enumerate(pairs):
        ax.text(place + 0.2, max(naive.gflops, tiled.gflops) * 1.03, f"×{tiled.gflops / naive.gflops:.2f}",
                ha="center", va="bottom", fontsize=FONT, weight="bold")
    ax.set_xticks([place + 0.2 for place in range(len(pairs))], [str(naive.n) for naive, _ in pairs])
    ax.set_xlabel("N", fontsize=FONT)
    ax.set_ylabel("GFLOP/s", fontsize=FONT)
    ax.set_ylim(0, max(max(n.gflops, t.gflops) for n, t in pairs) * 1.2)
    ax.legend(fontsize=FONT - 1, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    first = pairs[0][0]
    ax.set_title(he(f"{say('comparison-title')}\n{device_label(first.kind, first.device, lang)}"), fontsize=FONT + 1)
    return bars


def _axes(ax: Axes, sizes: Sequence[int], say: Phrases) -> None:
    ax.set_xscale("log", base=2)
    ax.set_xlim(min(sizes) / 1.15, max(sizes) * 1.15)
    ax.xaxis.set_major_locator(FixedLocator(list(sizes)))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xticks(list(sizes), [str(n) for n in sizes])
    ax.set_xlabel(he(say("speed-x")), fontsize=FONT)
    ax.set_ylabel("GFLOP/s", fontsize=FONT)
    ax.grid(True, color="#e5e5e5", linewidth=0.8)
    ax.set_axisbelow(True)
