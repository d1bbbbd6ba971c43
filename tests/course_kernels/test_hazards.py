"""Races told in words, and the same product run many times: the missing barriers and the repaired kernel."""

import numpy as np
import pytest

from course_kernels import device, hazards, load, repeat, use_language
from course_kernels.cpu import CpuDevice

FIRST, SECOND = "tiled_missing_first_barrier", "tiled_missing_second_barrier"


@pytest.fixture(autouse=True)
def on_the_cpu():
    device.use("cpu")
    yield
    use_language("en")
    device.reset()


def wrong(key, n, **options):
    return [one.verdict.wrong for one in repeat(load(key, TILE_WIDTH=16), n, **options)]


@pytest.mark.parametrize("key, kind", [(FIRST, "RAW"), (SECOND, "WAR")])
def test_each_missing_barrier_is_a_hazard_of_its_kind_between_load_and_use(key, kind):
    kernel = load(key, TILE_WIDTH=16)
    text = kernel.source.splitlines()
    found = hazards(kernel)
    assert [(race.kind, race.array) for race in found.races] == [(kind, "As"), (kind, "Bs")]
    for race in found.races:
        load_line, use_line = race.lines if kind == "RAW" else race.lines[::-1]
        assert f"{race.array}[ty][tx] =" in text[load_line - 1]
        assert "sum +=" in text[use_line - 1]


@pytest.mark.parametrize("lang, none", [("en", "No hazards"), ("he", "אין סכנות")])
def test_the_report_names_kind_lines_and_threads_in_both_languages(lang, none):
    use_language(lang)
    said = str(hazards(load(SECOND, TILE_WIDTH=16)))
    assert "WAR" in said and "As[0][1]" in said and "(1, 0)" in said and "sum += As[ty][k] * Bs[k][tx];" in said
    assert "dir=\"rtl\"" in hazards(load(SECOND))._repr_html_() or lang == "en"
    assert none in str(hazards(load("tiled")))


@pytest.mark.parametrize("key", ("naive", "tiled"))
def test_right_kernels_are_clean_and_right_in_every_order(key):
    assert hazards(load(key)).races == ()
    for schedule in ("one_ahead", "round_robin", "random"):
        assert wrong(key, 64, runs=3, schedule=schedule) == [0, 0, 0]


def test_the_second_barrier_changes_from_seed_to_seed_and_hides_where_the_lesson_says():
    some = wrong(SECOND, 256)
    assert len(set(some)) > 3 and min(some) > 0
    assert some == wrong(SECOND, 256)  # the CPU device is deterministic
    assert wrong(SECOND, 16) == [0] * 6 and hazards(load(SECOND), 16).races == ()
    assert wrong(SECOND, 64, schedule="round_robin", runs=2) == [0, 0]
    ones = np.full((256, 256), 1, np.float32), np.full((256, 256), 2, np.float32)
    assert wrong(SECOND, 256, inputs=ones) == [0] * 6


def test_the_first_barrier_spoils_nearly_everything():
    assert min(wrong(FIRST, 256, runs=3)) > 0.9 * 256**2


def test_a_run_names_its_seed():
    assert repr(repeat(load("tiled"), 16, seeds=[7])[0]) == "seed 7: wrong 0 of 256"


def test_on_a_gpu_the_runs_are_numbered_and_no_order_is_asked_for(monkeypatch):
    class Gpu(CpuDevice):
        kind = "gpu"

        def compile(self, *arguments):
            function = super().compile(*arguments)
            return lambda grid, block, args, shared_mem=0: function(grid, block, args, shared_mem=shared_mem)

    monkeypatch.setattr(device, "_current", Gpu())
    found = repeat(load("tiled", TILE_WIDTH=16), 32, runs=2)
    assert [repr(one) for one in found] == ["run 1: wrong 0 of 1024", "run 2: wrong 0 of 1024"]
    assert hazards(load(SECOND, TILE_WIDTH=16)).races[0].kind == "WAR"  # the race check is the CPU device's
    assert repeat(load(SECOND, TILE_WIDTH=16), 64, schedule="round_robin", where=CpuDevice())[0].counted == "seed"
