"""The still pictures and the page's style sheet."""

import numpy as np
import pytest

from course_figures import PageStyle, Picture, error_map, reads
from course_figures.style import blank
from course_kernels import Verdict


def verdict(*wrong):
    mask = np.zeros((4, 4), bool)
    for place in wrong:
        mask[place] = True
    return Verdict(0.0, 0.0, len(wrong), mask)


@pytest.mark.parametrize("lang", ("en", "he"))
def test_the_map_counts_and_shows_the_wrong_elements(lang):
    _, (ax,) = blank()
    image = error_map.draw(ax, verdict((1, 2), (3, 3)), "random", lang)
    assert image.get_array().sum() == 2
    told = error_map.picture([("constant", verdict()), ("random", verdict((0, 0)))], lang)
    assert "16" in told.description and told.png.startswith(b"\x89PNG")


@pytest.mark.parametrize("lang", ("en", "he"))
def test_two_neighbouring_threads_share_the_row_of_a(lang):
    _, (ax,) = blank()
    strips = reads.draw(ax, lang)
    assert len(strips) == 5  # one row of A, two columns of B, two elements of C
    assert reads.picture(lang).description


def test_a_picture_in_text_is_its_description():
    picture = Picture(b"\x89PNG", 'a "quoted" <word>')
    assert repr(picture) == 'a "quoted" <word>'
    assert "&quot;quoted&quot; &lt;word&gt;" in picture.html()


def test_the_page_style_turns_hebrew_to_the_right_and_shows_no_text():
    assert repr(PageStyle()) == ""
    assert "text-align:right" in PageStyle()._repr_html_()
