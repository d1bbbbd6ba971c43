"""The texts of figures and checks stand in both languages, with the same values in each."""

import re
from importlib import resources

import pytest

from course_kernels.phrases import phrase_keys

PACKAGES = ("course_figures", "course_grader")
VALUE = re.compile(r"\{ ?\$(\w+) ?\}")
HEBREW = re.compile("[\u0590-\u05ff]")


def texts(package, lang):
    text = resources.files(package).joinpath("phrases", f"{lang}.ftl").read_text(encoding="utf-8")
    return dict(line.split(" = ", 1) for line in text.splitlines() if " = " in line and not line.startswith("#"))


@pytest.mark.parametrize("package", PACKAGES)
def test_the_keys_are_the_same_and_in_the_same_order(package):
    assert phrase_keys(package, "en") == phrase_keys(package, "he")


@pytest.mark.parametrize("package", PACKAGES)
def test_each_phrase_uses_the_same_values_in_both(package):
    english, hebrew = texts(package, "en"), texts(package, "he")
    for key in english:
        assert sorted(VALUE.findall(english[key])) == sorted(VALUE.findall(hebrew[key])), key


@pytest.mark.parametrize("package", PACKAGES)
def test_hebrew_is_hebrew_and_english_is_not(package):
    same = {"device-gpu", "speed-x", "reason-at-size"}  # names and numbers alone
    assert not [key for key, text in texts(package, "en").items() if HEBREW.search(text)]
    assert not [key for key, text in texts(package, "he").items() if key not in same and not HEBREW.search(text)]


@pytest.mark.parametrize("package", PACKAGES)
def test_code_within_hebrew_is_isolated(package):
    for key, text in texts(package, "he").items():
        for found in re.finditer(r"__syncthreads\(\)|%%kernel", text):
            assert text[found.start() - 1] == "\u2066", key
