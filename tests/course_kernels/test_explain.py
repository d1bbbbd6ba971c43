"""Kernels that fail: each has its own clear message, with the line, in both languages; Python lives on."""

import numpy as np
import pytest

import warpsim
from course_kernels import LANGUAGES, CourseError, explain, load
from course_kernels.compiler_messages import FORMS, translate

N = 40
HEAD = 'extern "C" __global__ void broken(const float* A, float* C, int N) {\n'
BROKEN = {
    "compile": (HEAD + "    int i = threadIdx.x\n    C[i] = A[i];\n}\n", (2, 3)),
    "bounds": (HEAD + "    int i = threadIdx.x;\n    C[i] = A[N * N];\n}\n", (3,)),
    "endless": (HEAD + "    int i = 0;\n    while (1) {\n        C[0] = i++;\n    }\n}\n", (3, 4)),
    "barrier": (HEAD + "    if (threadIdx.x < 7)\n        __syncthreads();\n    C[0] = 1;\n}\n", (3,)),
    "misaligned": (HEAD + "    ((float2*)(C + 1))[threadIdx.x] = make_float2(1, 2);\n}\n", (2,)),
}


def run(source):
    kernel = load(source)
    A = np.zeros(N * N, np.float32)
    kernel(1, 32, (A, A.copy(), np.int32(N)))


@pytest.mark.parametrize("key", BROKEN)
def test_each_failure_has_its_message_and_line(key):
    source, lines = BROKEN[key]
    with pytest.raises(warpsim.Error) as caught:
        run(source)
    error = caught.value
    assert error.key == key
    english, hebrew = explain(error, "en"), explain(error, "he")
    assert english != hebrew
    assert any(f"line {line}:" in english for line in lines), english
    assert any(f"\u2068{line}\u2069:" in hebrew for line in lines), hebrew
    assert "שורה" in hebrew
    assert "Traceback" not in english


def test_bounds_message_names_everything():
    with pytest.raises(warpsim.BoundsError) as caught:
        run(BROKEN["bounds"][0])
    assert explain(caught.value, "en") == (
        "kernel.cu, line 3: thread (0, 0, 0) of block (0, 0, 0) reads A[1600], but A has 1600 elements.")


def test_messages_differ_between_failures():
    said = set()
    for source, _ in BROKEN.values():
        with pytest.raises(warpsim.Error) as caught:
            run(source)
        said.add(explain(caught.value, "he"))
    assert len(said) == len(BROKEN)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("grid, block, shared", [
    ((1,), (1025,), 0), ((1,), (0,), 0), ((0,), (1,), 0), ((1, 1, 70000), (1,), 0), ((1,), (1,), 10**7),
])
def test_refused_launches(grid, block, shared, lang):
    kernel = load('extern "C" __global__ void nothing(float* a) {}')
    with pytest.raises(warpsim.LaunchError) as caught:
        kernel(grid, block, (np.zeros(1, np.float32),), shared_mem=shared)
    text = explain(caught.value, lang)
    assert text
    if lang == "he":
        assert any("א" <= letter <= "ת" for letter in text)


def test_many_compile_errors_are_counted():
    source = HEAD + "".join(f"    C[{i}] = unknown{i};\n" for i in range(6)) + "}\n"
    with pytest.raises(warpsim.CompileError) as caught:
        load(source)
    text = explain(caught.value, "en")
    assert text.count("\n") == 3
    assert "3 more errors" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bracket_never_closed(lang):
    with pytest.raises(warpsim.CompileError) as caught:
        load(HEAD + "    while (N) {\n        C[0] = 1;\n}\n")
    text = explain(caught.value, lang)
    assert "kernel.cu" in text
    assert "1" in text
    assert "}" in text


def test_compiler_words_in_hebrew():
    assert "rwo" in translate('identifier "rwo" is undefined', "he")
    assert "אינו מוגדר" in translate('identifier "rwo" is undefined', "he")
    assert translate("something new under the sun", "he") == "something new under the sun"


@pytest.mark.parametrize("body, key", [
    ("C[0] = rwo;", "undefined"), ("C[0] = 1", "expected"), ("C[0] = ;", "expected-expression"),
    ("int T = N; __shared__ float s[T];", "not-constant"), ("A[0] = 1;", "not-assignable"),
    ("C[0] = N[1];", "not-pointer"), ("int a; int a;", "redeclared"),
    ("C[0] = fmaf(1.0f);", "too-few-arguments"),
    ('C[0] = "x";', "wrong-type"), ("int x = blockIdx.w;", "no-member"), ("return 3;", "no-return"),
    ("C[0] = fmaf(1, 2, 3, 4);", "too-many-arguments"), ("if (N) else C[0] = 1;", "expected-statement"),
    ("C[0] = 1;\n#foo", "unknown-directive"), ("}\n#include <foo.h>\nvoid g() {", "no-file"),
    ("if (N) { C[0] = 1; } }\n}", "expected-declaration"), ("int 3x;", "expected-identifier"),
])
def test_forms_are_the_compilers_own(body, key):
    """The forms match what this version of the compiler really says."""
    with pytest.raises(warpsim.CompileError) as caught:
        load(HEAD + body + "\n}\n")
    said = [" ".join(one.message.split()) for one in caught.value.diagnostics if one.severity == "error"]
    form = dict(FORMS)[key]
    assert any(form.match(text) for text in said), said


def test_errors_of_others_keep_their_words():
    assert explain(ValueError("as it is"), "he") == "as it is"


def test_course_error_speaks_english_by_itself():
    assert str(CourseError("bad-size", n=0)) == "N must be at least 1; it is 0."
