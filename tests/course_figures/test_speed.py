"""The speed plots: one marker for each run, and a title that says what it ran on."""

import numpy as np
import pytest

from course_figures import speed
from course_figures.device_label import device_label
from course_figures.style import blank
from course_kernels import Run, Timing, Verdict

GOOD = Verdict(0.0, 0.0, 0, np.zeros((1, 1), bool))


def run(n, tile, ms, kernel="mmTiled", kind="cpu", device="warpsim on Intel Xeon (2 threads)"):
    return Run(kernel, device, kind, n, tile, 0, Timing(ms, ms, ms, (ms,), device), GOOD, np.zeros((1, 1)))


RUNS = [run(128, 16, 1.0), run(128, 16, 2.0), run(256, 16, 4.0), run(256, 32, 3.0)]


@pytest.mark.parametrize("lang", ("en", "he"))
def test_one_marker_for_each_run(lang):
    _, (ax,) = blank()
    series = speed.draw(ax, RUNS, (128, 256), "cpu", RUNS[0].device, lang)
    drawn = sorted((x, y) for line in series for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True))
    assert drawn == sorted((one.n, one.gflops) for one in RUNS)
    assert [line.get_label() for line in series] == ["TILE_WIDTH = 16", "TILE_WIDTH = 32"]


def test_the_series_differ_in_marker_as_well_as_in_colour():
    _, (ax,) = blank()
    one, other = speed.draw(ax, RUNS, (128, 256), "cpu", RUNS[0].device, "en")
    assert one.get_marker() != other.get_marker() and one.get_color() != other.get_color()


@pytest.mark.parametrize("lang, words", [("en", "not a GPU"), ("he", "לא GPU")])
def test_the_cpu_device_is_never_taken_for_a_gpu(lang, words):
    label = device_label("cpu", "warpsim on Intel Xeon (2 threads)", lang)
    assert "CPU" in label and "warpsim" in label and "Intel Xeon" in label and words in label
    assert device_label("gpu", "NVIDIA H200", lang) == "NVIDIA H200"


@pytest.mark.parametrize("draw", ("speed", "comparison"))
def test_the_title_names_the_device(draw):
    _, (ax,) = blank()
    where = {"kind": "gpu", "device": "Tesla T4"}
    if draw == "speed":
        speed.draw(ax, [run(128, 16, 1.0, **where)], (128, 256), "gpu", "Tesla T4", "en")
    else:
        speed.draw_comparison(ax, [(run(128, 16, 2.0, "mmNaive", **where), run(128, 16, 1.0, **where))], "course", "en")
    assert "Tesla T4" in ax.get_title()


def test_the_comparison_writes_the_speed_up():
    _, (ax,) = blank()
    speed.draw_comparison(ax, [(run(128, 16, 3.0, "mmNaive"), run(128, 16, 2.0))], "student", "en")
    assert "×1.50" in [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("lang", ("en", "he"))
def test_a_description_holds_no_times(lang):
    told = speed.picture(RUNS, (128, 256), "cpu", RUNS[0].device, lang).description
    assert "4" in told
    assert told == speed.picture([run(128, 16, 9.9)] * 4, (128, 256), "cpu", RUNS[0].device, lang).description
