"""Every kind of mistake is an error of its own class that names the line, the thread and the array."""

import pickle

import numpy as np
import pytest

import warpsim

from .conftest import launch

N = np.int32(32)


def kernel(*lines: str) -> str:
    """Return a kernel whose body's lines are 2, 3, ... of the file."""
    return "\n".join(["__global__ void k(float* A, int N) {", *lines, "}"])


def matrix() -> np.ndarray:
    return np.zeros((32, 32), np.float32)


def test_syntax_error_names_line_and_message():
    with pytest.raises(warpsim.CompileError) as caught:
        launch(kernel("  int x = 3 +;"))
    (diagnostic,) = [d for d in caught.value.diagnostics if d.severity == "error"]
    assert (diagnostic.line, diagnostic.message) == (2, "expected an expression")


@pytest.mark.parametrize(
    "body, line, index, access, thread",
    [
        (["float s = A[N * N];", "A[0] = s;"], 2, 1024, "read", (0, 0, 0)),
        (["int i = threadIdx.x;", "A[i - 1] = 1;"], 3, -1, "write", (0, 0, 0)),
        (["int i = threadIdx.x;", "if (i > 4)", "  A[i + 1010] = 1;"], 4, 1024, "write", (14, 0, 0)),
        (["A[1 << 30] = 1;"], 2, 1 << 30, "write", (0, 0, 0)),
    ],
)
def test_outside_of_global_array(body, line, index, access, thread):
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(kernel(*body), (matrix(), N))
    e = caught.value
    assert (e.line, e.array, e.index, e.size, e.access, e.space) == (line, "A", index, 1024, access, "global")
    assert e.thread == thread and e.block == (0, 0, 0)


def test_end_of_one_shared_array_is_not_the_start_of_the_next():
    body = [
        "__shared__ float s[16], t[16];",
        "s[threadIdx.x] = t[threadIdx.x] = 1;",
        "__syncthreads();",
        "A[threadIdx.x] = s[threadIdx.x + 1] + t[3];",
    ]
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(kernel(*body), (matrix(), N), block=16)
    e = caught.value
    assert (e.line, e.array, e.index, e.size, e.space) == (5, "s", 16, 16, "shared")
    assert e.thread == (15, 0, 0)


def test_dynamic_shared_memory_has_the_bytes_that_were_asked_for():
    body = ["extern __shared__ float s[];", "s[threadIdx.x] = 1;", "A[threadIdx.x] = s[threadIdx.x];"]
    launch(kernel(*body), (matrix(), N), block=32, shared_mem=128)
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(kernel(*body), (matrix(), N), block=32, shared_mem=32)
    assert (caught.value.array, caught.value.index, caught.value.size) == ("s", 8, 8)


def test_outside_of_local_array():
    body = ["int l[40];", "for (int i = 0; i < 40; i++) l[(i * N) % 40] = i;", "A[0] = l[threadIdx.x + N];"]
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(kernel(*body), (matrix(), N))
    assert (caught.value.line, caught.value.index, caught.value.space) == (4, 40, "local")


def test_misaligned_vector():
    with pytest.raises(warpsim.MisalignedError) as caught:
        launch(kernel("*(float4*)(A + 1 + 4 * threadIdx.x) = make_float4(1, 2, 3, 4);"), (matrix(), N))
    assert (caught.value.line, caught.value.bytes, caught.value.offset) == (2, 16, 4)


@pytest.mark.parametrize(
    "body, line",
    [
        (["if (threadIdx.x < 7)", "  __syncthreads();"], 3),
        (["if (threadIdx.x < 7)", "  __syncthreads();", "A[threadIdx.x] = 1;"], 3),
        (["if (threadIdx.x >= 32)", "  __syncthreads();", "A[threadIdx.x] = 1;"], 3),
        (["if (threadIdx.x >= 32) { A[0] = 1;", "  __syncthreads(); } else { A[1] = 1;", "  __syncthreads(); }"], 4),
    ],
)
def test_barrier_that_some_threads_never_reach(body, line):
    with pytest.raises(warpsim.BarrierError) as caught:
        launch(kernel(*body), (matrix(), N), block=64)
    assert caught.value.line == line


def test_threads_that_return_early_leave_the_barrier_count():
    a = matrix()
    launch(kernel("if (threadIdx.x >= 7) return;", "__syncthreads();", "A[threadIdx.x] = 1;"), (a, N), block=64)
    assert a.sum() == 7


def test_endless_loop_ends():
    with pytest.raises(warpsim.StepBudgetError) as caught:
        launch(kernel("while (1);"), (matrix(), N))
    assert caught.value.line == 2


def test_unsupported_instruction_names_itself():
    with pytest.raises(warpsim.UnsupportedError) as caught:
        launch(kernel("", 'asm volatile("trap;");'), (matrix(), N))
    assert (caught.value.line, caught.value.instruction, caught.value.kernel) == (3, "trap", "k")


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"block": (33, 32)}, "block"),
        ({"block": (1, 1, 65)}, "block"),
        ({"block": 0}, "block"),
        ({"grid": (1, 65536)}, "grid"),
        ({"grid": (1, 1, 1, 1)}, "grid"),
        ({"grid": 1.5}, "grid"),
        ({"shared_mem": 1 << 20}, "shared"),
        ({"shared_mem": -1}, "shared"),
        ({"schedule": "fair"}, "schedule"),
    ],
)
def test_launches_that_cuda_refuses(options, reason):
    with pytest.raises(warpsim.LaunchError) as caught:
        launch(kernel("A[0] = 1;"), (matrix(), N), **options)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "args, reason",
    [
        ((), "arguments"),
        ((np.zeros(3, np.float32),), "arguments"),
        ((np.zeros(3, np.float32), 2.5, 1), "arguments"),
        ((np.zeros(3, np.float32), np.int64(3)), "type"),
        ((np.zeros(3, np.float32), "3"), "type"),
        ((np.zeros(3, np.float32), 1 << 40), "type"),
        ((np.float32(3), 3), "type"),
        ((np.zeros((8, 8), np.float32)[::2, ::2], 3), "layout"),
    ],
)
def test_arguments_that_do_not_fit(args, reason):
    with pytest.raises(warpsim.LaunchError) as caught:
        launch(kernel("A[0] = 1;"), args)
    assert caught.value.reason == reason


def test_null_pointer_is_caught():
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(kernel("A[0] = 1;"), (None, N))
    assert caught.value.array == "A"


def test_errors_survive_pickling():
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(kernel("A[N * N] = 1;"), (matrix(), N))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.fields() == caught.value.fields()


def test_the_process_lives_on_after_every_fault():
    for body in ("while (1);", "A[N * N] = 1;", "if (threadIdx.x < 7) __syncthreads();"):
        with pytest.raises(warpsim.StoppedError):
            launch(kernel(body), (matrix(), N))
    a = matrix()
    launch(kernel("A[threadIdx.x] = threadIdx.x;"), (a, N))
    assert a[0].tolist() == list(range(32))
