"""Hebrew in figures: the same order on Matplotlib 3.10, which needs help, and 3.11, which does not."""

import pytest

from course_figures import bidi


def test_latin_text_passes_unchanged():
    assert bidi.he("GFLOP/s, N = 512") == "GFLOP/s, N = 512"


@pytest.mark.parametrize("version, alone", [("3.8.4", False), ("3.10.0", False), ("3.11.0", True), ("3.11.2", True),
                                            ("4.0.0", True), ("3.12.0rc1", True)])
def test_which_versions_lay_out_hebrew_themselves(version, alone):
    assert bidi.lays_out_itself(version) is alone


def test_old_versions_get_the_visual_order(monkeypatch):
    monkeypatch.setattr(bidi, "lays_out_itself", lambda: False)
    assert bidi.he("שלב 3") == "3 בלש"
    assert bidi.he("abc\nשלב (3)") == "abc\n(3) בלש"


def test_old_versions_keep_latin_brackets_with_their_word(monkeypatch):
    monkeypatch.setattr(bidi, "lays_out_itself", lambda: False)
    assert bidi.he("התקן CPU (warpsim) על Xeon (2 threads), לא") == "אל ,Xeon (2 threads) לע CPU (warpsim) ןקתה"
    assert bidi.he("שלב (N = 10, T = 4)") == "(N = 10, T = 4) בלש"


def test_new_versions_get_the_logical_order_and_a_direction(monkeypatch):
    monkeypatch.setattr(bidi, "lays_out_itself", lambda: True)
    assert bidi.he("GFLOP/s לפי N") == "\u200fGFLOP/s לפי N"


@pytest.mark.parametrize("alone", (True, False))
def test_isolating_marks_are_never_drawn(monkeypatch, alone):
    monkeypatch.setattr(bidi, "lays_out_itself", lambda: alone)
    assert not set("\u2066\u2067\u2068\u2069") & set(bidi.he("שלב \u20683\u2069"))
