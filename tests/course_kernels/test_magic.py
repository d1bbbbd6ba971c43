"""The %%kernel cell in a real IPython shell."""

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import warpsim
from course_kernels import CourseError, matmul, submission, use_language
from course_kernels.magic import compile_cell, parse_line, told

GOOD = """extern "C" __global__ void mmTiled(const float* A, const float* B, float* C, int N) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    if (row >= N || col >= N) return;
    for (int k = 0; k < N; k++) sum += A[row * N + k] * B[k * N + col];
    C[row * N + col] = sum;
}
"""


@pytest.fixture
def shell():
    shell = InteractiveShell.instance()
    shell.run_line_magic("reload_ext" if "course_kernels" in shell.extension_manager.loaded else "load_ext",
                         "course_kernels")
    return shell


def run_cell(shell, text):
    with capture_output() as shown:
        result = shell.run_cell(text)
    return result, shown


def test_good_cell(shell):
    result, shown = run_cell(shell, f"%%kernel tiled\n{GOOD}")
    assert result.success
    assert shown.outputs[0].data["text/plain"] == "✓ mmTiled compiles."
    one = submission("tiled")
    assert one.attempted
    assert one.text == GOOD
    assert one.error is None
    assert matmul(one.kernel, n=20, repeats=1).ok


def test_broken_cell_shows_lines_of_the_cell_and_no_traceback(shell):
    broken = GOOD.replace("float sum = 0.0f;", "float sum = 0.0f")
    result, shown = run_cell(shell, f"%%kernel tiled\n{broken}")
    assert result.success
    assert "Traceback" not in shown.stdout + shown.stderr
    html = shown.outputs[0].data["text/html"]
    assert "Line 5:" in html
    assert "  4 | float sum = 0.0f\n→   5 | if (row &gt;= N" in html
    assert submission("tiled").kernel is None
    assert isinstance(submission("tiled").error, warpsim.CompileError)


def test_message_in_hebrew():
    use_language("he")
    message = told(compile_cell("tiled", GOOD.replace("sum = 0.0f", "sum = zero")))
    html = message._repr_html_()
    assert '<div dir="rtl" lang="he"' in html
    assert "אינו מוגדר" in html
    assert '<pre dir="ltr"' in html


def test_open_stub():
    message = told(compile_cell("tiled", GOOD.replace("float sum", "// TODO: the loop\n    float sum")))
    assert not submission("tiled").attempted
    assert message.good is None
    assert "TODO" in message.headline


def test_constants_and_choice_of_kernel():
    assert parse_line("tiled TILE_WIDTH=8 -DK=2") == ("tiled", {"TILE_WIDTH": "8", "K": "2"})
    helper = '__global__ void mmOther(int* a) {}\n'
    assert compile_cell("tiled", helper + GOOD).kernel.symbol == "mmTiled"
    assert compile_cell("mine", helper).kernel.symbol == "mmOther"
    assert isinstance(compile_cell("mine", helper + GOOD).error, CourseError)


@pytest.mark.parametrize("line", ["", "TILE_WIDTH=8", "tiled rubbish"])
def test_bad_first_line(shell, line):
    result, shown = run_cell(shell, f"%%kernel {line}\n{GOOD}")
    assert result.success
    assert "%%kernel" in shown.outputs[0].data["text/plain"]


def test_a_later_cell_replaces_the_earlier():
    compile_cell("tiled", GOOD)
    compile_cell("tiled", "nonsense")
    assert submission("tiled").kernel is None


def test_no_cell_yet():
    with pytest.raises(CourseError, match="%%kernel tiled"):
        submission("tiled")


def test_errors_of_a_running_kernel_have_no_traceback(shell):
    use_language("he")
    result, shown = run_cell(shell, "from course_kernels import load\nload('tild')")
    assert isinstance(result.error_in_exec, CourseError)
    assert '<div dir="rtl"' in shown.outputs[0].data["text/html"]
    assert "אין kernel בשם" in shown.outputs[0].data["text/plain"]
    assert shown.stdout.strip() == "CourseError"
    follow, _ = run_cell(shell, "1 + 1")
    assert follow.result == 2
