"""Both languages say everything, with the same values, and nothing falls back silently."""

import re
from importlib import resources

import pytest

from course_kernels import LANGUAGES, Phrases, language, use_language
from course_kernels.phrases import MissingPhrase, phrase_keys

PACKAGE = "course_kernels"


def texts(lang):
    raw = resources.files(PACKAGE).joinpath("phrases", f"{lang}.ftl").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[\w-]+ = )", raw, flags=re.MULTILINE)[1:]
    return {block.split(" = ")[0]: block.split(" = ", 1)[1].split("\n#")[0] for block in blocks}


def test_same_keys_in_the_same_order():
    assert phrase_keys(PACKAGE, "en") == phrase_keys(PACKAGE, "he")
    assert len(set(phrase_keys(PACKAGE, "en"))) == len(phrase_keys(PACKAGE, "en"))


@pytest.mark.parametrize("key", phrase_keys(PACKAGE, "en"))
def test_same_values_in_both_languages(key):
    values = [set(re.findall(r"\$(\w+)", texts(lang)[key])) for lang in LANGUAGES]
    if not key.startswith(("error-compile-more", "doctor-problems", "doctor-threads")):
        assert values[0] == values[1]
    for lang in LANGUAGES:
        say = Phrases(PACKAGE, lang)
        sample = {name: (3 if name == "count" else f"<{name}>") for name in values[0] | values[1]}
        text = say(key, **sample)
        for name in values[0] - {"count"}:
            assert f"<{name}>" in text


def test_hebrew_is_hebrew():
    same = {"doctor-llvm", "doctor-cupy", "run-kernel", "run-size"}
    for key, text in texts("he").items():
        assert key in same or re.search("[א-ת]", text), key


@pytest.mark.parametrize("count, words", [(1, "One thing needs"), (2, "2 things need")])
def test_plural(count, words):
    assert words in Phrases(PACKAGE, "en")("doctor-problems", count=count)


def test_hebrew_dual():
    assert Phrases(PACKAGE, "he")("doctor-problems", count=2).startswith("שני דברים")


def test_numbers_have_no_separators():
    text = Phrases(PACKAGE, "en")("error-bad-tile", tile=64, threads=4096, most=1024)
    assert "4096" in text
    assert "1024" in text


def test_values_are_isolated_in_hebrew_only():
    values = {"name": "x", "known": "y"}
    assert "\u2068x\u2069" in Phrases(PACKAGE, "he")("error-unknown-kernel", **values)
    assert "\u2068" not in Phrases(PACKAGE, "he", isolate=False)("error-unknown-kernel", **values)
    assert "\u2068" not in Phrases(PACKAGE, "en")("error-unknown-kernel", **values)


def test_what_is_missing_is_an_error():
    say = Phrases(PACKAGE, "en")
    with pytest.raises(MissingPhrase, match="no-such-key"):
        say("no-such-key")
    with pytest.raises(MissingPhrase, match="known"):
        say("error-unknown-kernel", name="x")
    assert "error-unknown-kernel" in say
    assert "no-such-key" not in say


def test_language_in_use():
    say = Phrases(PACKAGE)
    assert (language(), say.lang) == ("en", "en")
    use_language("he")
    assert (language(), say.lang) == ("he", "he")
    with pytest.raises(ValueError, match="en and he"):
        use_language("fr")


def test_code_within_hebrew_keeps_its_order():
    """Code that begins or ends with a sign stands between two left-to-right marks."""
    code = re.compile(r"%%kernel|__\w+(?:\(\))?|#include|\w+=\w+|pip install -e|\.cu\b")
    for key, text in texts("he").items():
        for found in code.finditer(text):
            before = text[:found.start()]
            assert before.count("\u200e") % 2 == 1 or before.endswith("$"), (key, found.group())


def test_a_place_in_an_array_is_one_value():
    assert "}[" not in "".join(texts("he").values())
