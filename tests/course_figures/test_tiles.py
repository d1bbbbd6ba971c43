"""The phase animation: the steps, their words, and where the tiles are drawn."""

import pytest

from course_figures import tiles
from course_figures.style import blank


def test_each_phase_has_four_steps_and_one_write_follows():
    steps = tiles.steps(10, 4)
    assert len(steps) == 13
    assert [step.action for step in steps[:4]] == ["load", "loaded", "multiply", "multiplied"]
    assert steps[-1].action == "write"


@pytest.mark.parametrize("n, tile", [(10, 4), (8, 4), (4, 4), (5, 4), (16, 8)])
def test_the_sums_grow_by_a_tile_and_end_complete(n, tile):
    steps = tiles.steps(n, tile)
    assert steps[-1].summed == n
    sums = [step.summed for step in steps]
    assert sums == sorted(sums) and sums[0] == 0


def test_the_tiles_walk_along_a_row_of_a_and_a_column_of_b():
    for phase in range(3):
        step = tiles.Step(10, 4, 1, 1, phase, "load")
        _, (ax,) = blank()
        of_c, of_a, of_b = tiles.draw(ax, step, "en")
        assert of_a.get_xy() == (4 * phase, 10 + tiles.GAP + 4)
        assert of_b.get_xy() == (10 + tiles.GAP + 4, 4 * phase)
        assert of_c.get_xy() == (10 + tiles.GAP + 4, 10 + tiles.GAP + 4)


def test_zeros_are_drawn_only_where_a_tile_sticks_out():
    for phase, expected in ((0, 0), (2, 2)):
        _, (ax,) = blank()
        tiles.draw(ax, tiles.Step(10, 4, 1, 1, phase, "load"), "en")
        assert sum(text.get_text() == "0" for text in ax.texts) == expected


@pytest.mark.parametrize("lang", ("en", "he"))
def test_every_step_has_its_own_words_and_a_picture(lang):
    steps = tiles.steps(10, 4)
    words = [tiles.describe(step, lang) for step in steps]
    assert len(set(words)) == len(steps)
    assert tiles.picture(steps[8], lang).png.startswith(b"\x89PNG")


def test_padding_is_told_in_the_last_phase_alone():
    told = [tiles.describe(step, "en") for step in tiles.steps(10, 4)]
    assert [place for place, text in enumerate(told) if "zeros" in text] == [8]
