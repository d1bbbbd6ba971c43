"""The sliders and buttons: the only file that touches ipywidgets. What it shows is drawn by the other files.

Only what ipywidgets 7.7 has is used. A picture sits in an HTML widget as an <img> with alternative text; nothing is
printed from a callback, so notebooks stay comparable cell by cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets

from course_figures import orders, speed, tiles, timeline
from course_figures.picture import Picture
from course_kernels import Hazards, Kernel, Phrases, Repeat, Run, device, language, matmul, repeat
from course_kernels.cpu import CpuDevice
from warpsim import SCHEDULES

VIEW = "application/vnd.jupyter.widget-view+json"
WIDE = {"description_width": "initial"}


class Panel:
    """Controls above, a picture below, a sentence under it. Shown by being the value of a cell."""

    def __init__(self, controls: Sequence[Any], hint: str):
        self.lang = language()
        self.picture: Picture
        self._image, self._text = ipywidgets.HTML(), ipywidgets.HTML()
        row = ipywidgets.HBox(list(controls), layout=ipywidgets.Layout(flex_flow="row wrap"))
        self.box = ipywidgets.VBox([self._sentence(hint), row, self._image, self._text])

    def show(self, picture: Picture, sentence: str) -> None:
        """Put a new picture and its sentence in place."""
        self.picture = picture
        self._image.value = picture.html()
        self._text.value = self._html(sentence)

    def _sentence(self, text: str) -> Any:
        return ipywidgets.HTML(self._html(text))

    def _html(self, text: str) -> str:
        direction, side = ("rtl", "right") if self.lang == "he" else ("ltr", "left")
        return (f'<div dir="{direction}" lang="{self.lang}" aria-live="polite" '
                f'style="text-align:{side};line-height:1.5;max-width:52em">{escape(text)}</div>')

    def __repr__(self) -> str:
        return self.picture.description

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict, dict]:
        data, metadata = self.picture._repr_mimebundle_()
        view = {"version_major": 2, "version_minor": 0, "model_id": self.box.model_id}
        return {VIEW: view, **data}, metadata


class PhasePlayer(Panel):
    """Steps through the phases of one block: a slider, two buttons, and a play button."""

    def __init__(self, n: int = 10, tile: int = 4):
        say = Phrases("course_figures")
        self.steps = tiles.steps(n, tile)
        last = len(self.steps) - 1
        self.slider = ipywidgets.IntSlider(value=0, min=0, max=last, description=_label(say("control-step")),
                                           style=WIDE, layout=ipywidgets.Layout(width="340px"))
        back = ipywidgets.Button(description=say("control-back"), layout=ipywidgets.Layout(width="auto"))
        onward = ipywidgets.Button(description=say("control-next"), layout=ipywidgets.Layout(width="auto"))
        back.on_click(lambda _: self.move(self.step - 1))
        onward.on_click(lambda _: self.move(self.step + 1))
        play = ipywidgets.Play(min=0, max=last, interval=1500)
        ipywidgets.jslink((play, "value"), (self.slider, "value"))
        super().__init__([self.slider, back, onward, play], say("control-step-hint"))
        self.slider.observe(lambda _: self._draw(), names="value")
        self._draw()

    @property
    def step(self) -> int:
        return int(self.slider.value)

    @property
    def now(self) -> tiles.Step:
        """The step that is shown."""
        return self.steps[self.step]

    def move(self, step: int) -> None:
        """Go to a step, as the slider does."""
        self.slider.value = max(0, min(step, len(self.steps) - 1))

    def _draw(self) -> None:
        picture = tiles.picture(self.now, self.lang)
        self.show(picture, picture.description)


class SpeedExplorer(Panel):
    """Sliders for TILE_WIDTH and N: every change runs the kernel once more and adds a point to the plot."""

    def __init__(self, kernel: Kernel, sizes: Sequence[int], tile_widths: Sequence[int] = (8, 16, 32)):
        say = Phrases("course_figures")
        self.kernel, self.sizes = kernel, tuple(sizes)
        self.points: list[Run] = []
        self.tile = _choice("TILE_WIDTH", tile_widths, 16)
        self.n = _choice("N", self.sizes, self.sizes[len(self.sizes) // 2])
        super().__init__([self.tile, self.n], say("control-speed-hint"))
        self.tile.observe(lambda _: self.measure(), names="value")
        self.n.observe(lambda _: self.measure(), names="value")
        self.measure()

    def set(self, tile: int | None = None, n: int | None = None) -> None:
        """Move the sliders, as a hand does."""
        if tile is not None:
            self.tile.value = tile
        if n is not None:
            self.n.value = n

    def measure(self) -> None:
        """Run the kernel with the sliders' values and add the point."""
        say = Phrases("course_figures")
        run = matmul(self.kernel, n=self.n.value, tile=self.tile.value)
        self.points.append(run)
        where = device()
        verdict = say("speed-right") if run.ok else say("speed-wrong", wrong=run.verdict.wrong)
        sentence = say("speed-sentence", tile=run.tile, n=run.n, gflops=f"{run.gflops:,.1f}", ms=f"{run.ms:,.3f}",
                       count=len(self.points))
        self.show(speed.picture(self.points, self.sizes, where.kind, where.name, self.lang), f"{sentence} {verdict}")


class HazardTimeline(Panel):
    """Warps against time: a list of kernels, and a slider for how late the last warp is."""

    def __init__(self, second: Hazards, first: Hazards):
        say = Phrases("course_figures")
        self.races = {"second": second.races[0], "first": first.races[0], "none": None}
        options = [(_own(say(f"control-missing-{one}")), one) for one in timeline.MISSING]
        self.missing = ipywidgets.Dropdown(options=options, value="second", description=_own(say("control-missing")),
                                           style=WIDE)
        self.delay = _choice(_own(say("control-delay")), range(6), 3)
        super().__init__([self.missing, self.delay], say("control-timeline-hint"))
        for control in (self.missing, self.delay):
            control.observe(lambda _: self._draw(), names="value")
        self._draw()

    def set(self, missing: str, delay: int) -> None:
        """Choose a kernel and a delay, as a hand does."""
        self.missing.value, self.delay.value = missing, delay

    def _draw(self) -> None:
        self.line = timeline.plan(self.missing.value, self.delay.value)
        picture = timeline.picture(self.line, self.races[self.missing.value], self.lang)
        self.show(picture, picture.description)


class OrderExplorer(Panel):
    """Where in C the errors are, for each order of the warps: a list of orders, sliders for seed and N."""

    def __init__(self, kernel: Kernel, sizes: Sequence[int] = (16, 64, 128, 256), seeds: int = 20):
        say = Phrases("course_figures")
        self.kernel = kernel
        names = {one: say("control-random" if one == "random" else f"order-{one}") for one in SCHEDULES}
        self.schedule = ipywidgets.Dropdown(options=[(_own(name), one) for one, name in names.items()], value="random",
                                            description=_own(say("control-schedule")), style=WIDE)
        self.seed = _choice(_own(say("control-seed")), range(1, seeds + 1), 1)
        self.n = _choice("N", sizes, sizes[-2])
        super().__init__([self.schedule, self.seed, self.n], say("control-orders-hint"))
        for control in (self.schedule, self.seed, self.n):
            control.observe(lambda _: self._draw(), names="value")
        self._draw()

    @property
    def wrong(self) -> int:
        """How many elements are wrong in the run that is shown."""
        return self.now.verdict.wrong

    def set(self, schedule: str | None = None, seed: int | None = None, n: int | None = None) -> None:
        """Choose an order, as a hand does."""
        for control, value in ((self.schedule, schedule), (self.seed, seed), (self.n, n)):
            if value is not None:
                control.value = value

    def _draw(self) -> None:
        found = repeat(self.kernel, self.n.value, schedule=self.schedule.value, seeds=[self.seed.value],
                       where=CpuDevice())
        self.now: Repeat = found[0]
        picture = orders.picture(found, lang=self.lang)
        self.show(picture, picture.description)


def _choice(label: str, options: Sequence[int], value: int) -> Any:
    """A slider over a few values; it reports when it is released, or at each arrow key."""
    return ipywidgets.SelectionSlider(options=list(options), value=value, description=label, style=WIDE,
                                      continuous_update=False, layout=ipywidgets.Layout(width="340px"))


def _label(text: str) -> str:
    """A slider's label; the mark keeps a sign at the end of Hebrew text on its left."""
    return text + "\u200f" if language() == "he" else text


def _own(text: str) -> str:
    """Text with Latin words within Hebrew keeps its order in a control, whose direction is left to right."""
    return f"\u2067{text}\u2069" if language() == "he" else text
