"""What is seen: figures drawn from plain data, and the sliders that redraw them.

Example, in a notebook::

    from course_figures import phase_player
    phase_player()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from course_figures.page import PageStyle
from course_figures.picture import Picture
from course_figures.style import COLOUR

if TYPE_CHECKING:
    from course_figures.controls import HazardTimeline, OrderExplorer, PhasePlayer, SpeedExplorer
    from course_kernels import Hazards, Kernel

__all__ = ["COLOUR", "PageStyle", "Picture", "hazard_timeline", "order_explorer", "phase_player", "speed_explorer"]


def phase_player(n: int = 10, tile: int = 4) -> PhasePlayer:
    """The phases of the tiled product, step by step, with a slider and buttons."""
    from course_figures.controls import PhasePlayer  # ipywidgets only where a widget is asked for

    return PhasePlayer(n, tile)


def speed_explorer(kernel: Kernel, sizes: Sequence[int]) -> SpeedExplorer:
    """Sliders for TILE_WIDTH and N with a plot that gains a point at every change."""
    from course_figures.controls import SpeedExplorer

    return SpeedExplorer(kernel, sizes)


def hazard_timeline(second: Hazards, first: Hazards) -> HazardTimeline:
    """Warps against time without the second or the first barrier, with the racing accesses marked."""
    from course_figures.controls import HazardTimeline

    return HazardTimeline(second, first)


def order_explorer(kernel: Kernel, sizes: Sequence[int] = (16, 64, 128, 256)) -> OrderExplorer:
    """Where in C a racing kernel is wrong, for each order of the warps."""
    from course_figures.controls import OrderExplorer

    return OrderExplorer(kernel, sizes)
