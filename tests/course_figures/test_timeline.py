"""The hazard timeline, the maps of many runs, and their controls."""

import pytest

from course_figures import hazard_timeline, order_explorer, orders, timeline
from course_figures.style import blank
from course_kernels import device, hazards, load, repeat, use_language

SECOND = "tiled_missing_second_barrier"


@pytest.fixture(autouse=True, params=("en", "he"))
def lang(request):
    device.use("cpu")
    use_language(request.param)
    yield request.param
    use_language("en")
    device.reset()


@pytest.mark.parametrize("missing, kind", [("second", "WAR"), ("first", "RAW")])
def test_a_late_warp_turns_the_order_and_luck_does_not_mend_the_hazard(missing, kind):
    assert timeline.plan(missing, 0).pair is None
    late = timeline.plan(missing, 3)
    write, read = late.pair
    assert late.kind == kind and (write.action, read.action) == ("load", "read")
    early, other = (write, read) if kind == "WAR" else (read, write)
    assert early.start < other.end and early.warp != other.warp
    assert kind in timeline.describe(late) and kind in timeline.describe(timeline.plan(missing, 0))


@pytest.mark.parametrize("delay", range(6))
def test_with_both_barriers_nobody_passes_a_barrier_before_all_have_arrived(delay):
    line = timeline.plan("none", delay)
    assert line.pair is None and len(line.barriers) == 2 * timeline.PHASES
    for opens in line.barriers:
        assert not [one for one in line.pieces if one.start < opens - 1e-9 and one.end > opens + 1e-9]


def test_the_picture_marks_the_two_accesses_with_their_lines(lang):
    race = hazards(load(SECOND)).races[0]
    _, (ax,) = blank()
    assert len(timeline.draw(ax, timeline.plan("second", 3), race, lang)) == 2
    texts = " ".join(one.get_text() for one in ax.texts)
    assert all(str(line) in texts for line in race.lines) and "WAR" in texts
    _, (ax,) = blank()
    assert timeline.draw(ax, timeline.plan("none", 3), None, lang) == []


def test_the_controls_of_the_timeline_redraw_it():
    panel = hazard_timeline(hazards(load(SECOND)), hazards(load("tiled_missing_first_barrier")))
    before = panel.picture
    panel.delay.value = 0
    assert panel.line.pair is None and panel.picture != before
    panel.missing.value = "none"
    assert panel.line.missing == "none"


def test_the_orders_can_be_chosen_and_the_maps_count():
    explorer = order_explorer(load(SECOND), (16, 64))
    explorer.set(schedule="round_robin", n=64)
    assert explorer.wrong == 0
    explorer.set(schedule="one_ahead")
    assert explorer.wrong == 64 * 64 * 7 // 8
    assert str(explorer.wrong) in explorer.picture.description
    explorer.set(n=16)
    assert explorer.wrong == 0


def test_every_run_has_its_map_and_its_bar(lang):
    runs = repeat(load(SECOND), 64, runs=3)
    _, (ax,) = blank()
    assert orders.draw(ax, runs[1], 16, lang).get_array().sum() == runs[1].verdict.wrong
    _, (ax,) = blank()
    bars = orders.draw_counts(ax, runs, lang)
    assert [bar.get_height() for bar in bars] == [one.verdict.wrong for one in runs]
    for picture in (orders.picture(runs), orders.counts(runs)):
        assert str(runs[1].verdict.wrong) in picture.description
