"""A zoo of kernels: every right one passes, and each wrong one is caught for its own reason."""

import pytest

from course_grader import check_source, exercises
from course_grader.report import DID_NOT_RUN, FAILED, NOT_ATTEMPTED, PASSED
from course_kernels import Phrases, device

SOLUTION = exercises()["tiled"].solution
LOAD_A = "As[ty][tx] = (row < N && aCol < N) ? A[row * N + aCol] : 0.0f;"
LOAD_B = "Bs[ty][tx] = (bRow < N && col < N) ? B[bRow * N + col] : 0.0f;"
INNER = "sum += As[ty][k] * Bs[k][tx];"
PHASES = "t < (N + TILE_WIDTH - 1) / TILE_WIDTH"
WRITE = "        C[row * N + col] = sum;"
GUARD = "    if (row < N && col < N)\n"
BARRIERS = SOLUTION.split("__syncthreads();")

NAIVE = """extern "C" __global__ void mmTiled(const float* A, const float* B, float* C, int N) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= N || col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < N; k++) sum += A[row * N + k] * B[k * N + col];
    C[row * N + col] = sum;
}
"""


def changed(*pairs):
    text = SOLUTION
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


# name: source, the criterion that fails, the phrase that explains it ("" for the error's own words)
ZOO = {
    "syntax": (changed(("float sum = 0.0f;", "float sum = 0.0f")), "compiles", "hint-compiles"),
    "undefined": (changed(("int tx = threadIdx.x, ty", "int ty")), "compiles", "hint-compiles"),
    "endless": (changed(("    float sum = 0.0f;", "    float sum = 0.0f;\n    while (1);")), "finishes",
                "hint-endless"),
    "reads_beyond": (changed((WRITE, "        C[row * N + col] = sum + A[N * N];")), "bounds", "hint-bounds"),
    "unguarded_load": (changed((LOAD_A, "As[ty][tx] = A[row * N + aCol];")), "bounds", "hint-bounds"),
    "unguarded_write": (changed((GUARD, "")), "bounds", "hint-bounds"),
    "divergent_barrier": ("__syncthreads();".join(
        [BARRIERS[0] + "if (threadIdx.x < 7) ", BARRIERS[1], BARRIERS[2]]), "barriers", "hint-barrier"),
    "early_return": (changed(("    float sum = 0.0f;", "    float sum = 0.0f;\n    if (row >= N || col >= N) return;")),
                     "ragged", "why-early-return"),
    "no_first_barrier": (BARRIERS[0] + BARRIERS[1] + "__syncthreads();" + BARRIERS[2], "barriers", "why-barriers"),
    "no_second_barrier": (BARRIERS[0] + "__syncthreads();" + BARRIERS[1] + BARRIERS[2], "barriers", "why-barriers"),
    "nothing_written": (changed((WRITE, "        ;")), "whole", "why-nothing-written"),
    "half_written": (changed(("if (row < N && col < N)\n", "if (row < N && col < N && row % 2 == 0)\n")), "whole",
                     "why-partly-written"),
    "adds_to_c": (changed((WRITE, "        C[row * N + col] += sum;")), "whole", "why-adds-to-c"),
    "transposed_c": (changed((WRITE, "        C[col * N + row] = sum;")), "whole", "why-transposed-c"),
    "transposed_b": (changed((LOAD_B, "Bs[ty][tx] = (bRow < N && col < N) ? B[col * N + bRow] : 0.0f;")), "whole",
                     "why-transposed-b"),
    "transposed_a": (changed((LOAD_A, "As[ty][tx] = (row < N && aCol < N) ? A[aCol * N + row] : 0.0f;")), "whole",
                     "why-transposed-a"),
    "swapped": (changed(("A[row * N + aCol]", "B[row * N + aCol]"), ("B[bRow * N + col] :", "A[bRow * N + col] :")),
                "whole", "why-swapped"),
    "stale_tile": (changed(("int aCol = t * TILE_WIDTH + tx", "int aCol = tx"),
                           ("int bRow = t * TILE_WIDTH + ty", "int bRow = ty")), "whole", "why-stale-tile"),
    "one_phase": (changed((PHASES, "t < 1")), "whole", "why-first-phase"),
    "first_missing": (changed(("int t = 0", "int t = 1")), "whole", "why-first-missing"),
    "sum_restarts": (changed(("        int aCol", "        sum = 0.0f;\n        int aCol")), "whole", "why-last-phase"),
    "rounds_down": (changed((PHASES, "t < N / TILE_WIDTH")), "ragged", "why-last-tile-dropped"),
    "pads_with_one": (changed((LOAD_A, LOAD_A.replace("0.0f", "1.0f")), (LOAD_B, LOAD_B.replace("0.0f", "1.0f"))),
                      "ragged", "why-edge"),
    "fixed_width": (SOLUTION.replace("TILE_WIDTH", "16").replace("#ifndef 16\n#define 16 16\n#endif", ""), "widths",
                    "why-fixed-width"),
    "changes_a": (changed((WRITE, WRITE + "\n    if (row == 0 && col == 0)\n        ((float*)A)[0] = 7.0f;")), "inputs",
                  None),
    "naive": (NAIVE, "shared", None),
}


@pytest.fixture(autouse=True, scope="module")
def on_the_cpu():
    device.use("cpu")
    yield
    device.reset()


@pytest.mark.parametrize("lang", ("en", "he"))
@pytest.mark.parametrize("name", ZOO)
def test_each_wrong_kernel_is_caught_for_its_own_reason(name, lang):
    source, criterion, why = ZOO[name]
    report = check_source("tiled", source, lang)
    failed = [one for one in report.results if one.state == FAILED]
    assert [one.criterion for one in failed] == [criterion], report
    assert failed[0].reason
    if why:
        assert failed[0].hint == Phrases("course_grader", lang)(why)
    assert report.state == FAILED and not report.passed
    assert "Traceback" not in str(report)


@pytest.mark.parametrize("source", [
    SOLUTION,
    SOLUTION.replace("TILE_WIDTH];", "TILE_WIDTH + 1];"),
    SOLUTION.replace('extern "C" ', ""),
    SOLUTION.replace("int t = 0", "unsigned t = 0"),
], ids=["solution", "padded", "mangled", "unsigned"])
def test_right_kernels_pass_every_criterion(source):
    report = check_source("tiled", source, "en")
    assert report.passed, report
    assert {one.state for one in report.results} == {PASSED}


def test_the_stub_is_not_attempted_rather_than_wrong():
    report = check_source("tiled", exercises()["tiled"].stub, "en")
    assert report.state == NOT_ATTEMPTED
    assert {one.state for one in report.results} == {NOT_ATTEMPTED}


def test_what_comes_after_the_failure_did_not_run():
    report = check_source("tiled", ZOO["transposed_c"][0], "en")
    states = {one.criterion: one.state for one in report.results}
    assert states["compiles"] == states["bounds"] == states["barriers"] == PASSED
    assert states["ragged"] == states["shared"] == DID_NOT_RUN


def test_the_line_of_a_fault_is_told():
    report = check_source("tiled", ZOO["reads_beyond"][0], "en")
    line = ZOO["reads_beyond"][0].splitlines().index("        C[row * N + col] = sum + A[N * N];") + 1
    (failed,) = [one for one in report.results if one.state == FAILED]
    assert f"line {line}" in failed.reason or f":{line}:" in failed.reason, failed.reason


def test_a_kernel_of_another_name_is_told_its_name():
    report = check_source("tiled", SOLUTION.replace("mmTiled", "matmul"), "en")
    assert report.state == FAILED


def test_the_same_check_says_the_same_words_twice():
    for name in ("no_second_barrier", "pads_with_one", "solution"):
        source = ZOO[name][0] if name in ZOO else SOLUTION
        assert str(check_source("tiled", source, "he")) == str(check_source("tiled", source, "he"))
