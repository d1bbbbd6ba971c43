"""The exercise of the missing barrier: each barrier is missed by its own name, and the repaired kernel passes."""

import pytest

from course_grader import check_source, exercises
from course_grader.answer import answer
from course_grader.report import FAILED, NOT_ATTEMPTED, PASSED
from course_kernels import Phrases, device

EXERCISE = exercises()["barrier"]
BARRIER = "        __syncthreads();\n"
HEAD, MIDDLE, TAIL = EXERCISE.solution.split(BARRIER)


@pytest.fixture(autouse=True)
def on_the_cpu():
    device.use("cpu")
    yield
    device.reset()


@pytest.mark.parametrize("lang", ("en", "he"))
@pytest.mark.parametrize("source, kind", [(HEAD + MIDDLE + BARRIER + TAIL, "RAW"),
                                          (HEAD + BARRIER + MIDDLE + TAIL, "WAR")])
def test_a_missing_barrier_fails_as_a_race_and_what_held_before_counts(source, kind, lang):
    report = check_source("barrier", source, lang)
    (failed,) = [one for one in report.results if one.state == FAILED]
    assert failed.criterion == "races" and kind in failed.reason
    assert failed.hint == Phrases("course_grader", lang)(f"why-race-{kind}")
    held = [one.criterion for one in report.results if one.state == PASSED]
    assert held == ["compiles", "finishes", "bounds", "inputs"]


def test_the_stub_is_not_attempted_and_the_solution_passes():
    assert check_source("barrier", EXERCISE.stub, "en").state == NOT_ATTEMPTED
    assert check_source("barrier", EXERCISE.solution, "en").passed


def test_a_barrier_that_some_threads_miss_is_no_repair():
    divergent = HEAD + BARRIER + MIDDLE + "        if (tx < 7) __syncthreads();\n" + TAIL
    (failed,) = [one for one in check_source("barrier", divergent, "en").results if one.state == FAILED]
    assert failed.criterion == "barriers"


def test_without_an_answer_the_course_s_tiled_kernel_is_measured():
    assert answer("barrier").kernel.symbol == "mmTiled"
