"""Reports in both languages, and whose kernel is measured."""

import pytest

from course_grader import Report, Result, answer, check, exercises
from course_grader.report import DID_NOT_RUN, FAILED, NOT_ATTEMPTED, PASSED
from course_kernels import device, submission, use_language
from course_kernels.magic import compile_cell
from course_kernels.submission import _kept

CRITERIA = exercises()["tiled"].criteria


@pytest.fixture(autouse=True)
def fresh():
    device.use("cpu")
    _kept.clear()
    yield
    _kept.clear()
    use_language("en")
    device.reset()


@pytest.mark.parametrize("lang", ("en", "he"))
@pytest.mark.parametrize("states, whole", [
    ((PASSED, PASSED), PASSED), ((PASSED, FAILED), FAILED), ((NOT_ATTEMPTED, NOT_ATTEMPTED), NOT_ATTEMPTED),
    ((PASSED, DID_NOT_RUN), DID_NOT_RUN), ((FAILED, DID_NOT_RUN), FAILED)])
def test_the_whole_is_the_worst_of_its_parts(states, whole, lang):
    report = Report("tiled", tuple(map(Result, CRITERIA, states)), lang)
    assert report.state == whole
    assert report.headline in str(report)
    assert f'dir="{"rtl" if lang == "he" else "ltr"}"' in report._repr_html_()


def test_a_reason_is_shown_as_text_and_not_as_html():
    report = Report("tiled", (Result("bounds", FAILED, "A[i] <b>", "why?"),), "en")
    assert "A[i] &lt;b&gt;" in report._repr_html_()
    assert "A[i] <b>" in str(report) and "why?" in str(report)


def test_without_a_kernel_cell_nothing_was_attempted():
    assert check("tiled").state == NOT_ATTEMPTED
    assert answer("tiled").whose == "course"


def test_the_stub_leaves_the_course_s_kernel_in_place():
    compile_cell("tiled", exercises()["tiled"].stub)
    assert check("tiled", "he").state == NOT_ATTEMPTED
    assert answer("tiled").whose == "course"


def test_a_solved_cell_is_what_is_measured():
    compile_cell("tiled", exercises()["tiled"].solution)
    assert check("tiled").passed
    mine = answer("tiled")
    assert mine.whose == "student"
    assert mine.kernel.source == submission("tiled").source
    assert mine.kernel.defines == {"TILE_WIDTH": 16}


def test_a_wrong_cell_is_not_measured():
    compile_cell("tiled", exercises()["tiled"].solution.replace("C[row * N + col] = sum", "C[col * N + row] = sum"))
    assert check("tiled").state == FAILED
    assert answer("tiled").whose == "course"


def test_lines_are_those_of_the_cell():
    """The %%kernel line is line 1, so the first line of the CUDA text is line 2."""
    compile_cell("tiled", "extern \"C\" __global__ void mmTiled(const float* A, const float* B, float* C, int N) {\n"
                          "    oops;\n}\n")
    (failed,) = [one for one in check("tiled").results if one.state == FAILED]
    assert "line 3" in failed.reason
