"""Device functions that the compiler calls instead of inlining."""

import numpy as np
import pytest

import warpsim

from .conftest import launch

SOURCE = """
__device__ __noinline__ float twice(float x) { return x * 2; }

__device__ __noinline__ float f(float x, int n) {
    float a[4];
    for (int i = 0; i < 4; i++) a[(i * n) & 3] = x + i;
    if (n == 3) return a[n & 3];
    return n ? twice(x) * n + 1 + a[n & 1 ? 1 : 0] : x;
}

__global__ void k(float* A) { A[threadIdx.x] = f(A[threadIdx.x], threadIdx.x) + f(1.0f, 2); }
"""


def f(x: float, n: int) -> float:
    a = [0.0] * 4
    for i in range(4):
        a[(i * n) & 3] = x + i
    if n == 3:
        return a[n & 3]
    return 2 * x * n + 1 + a[1 if n & 1 else 0] if n else x


def test_calls_with_branches_local_arrays_and_calls_within():
    assert "call.uni" in warpsim.Module(SOURCE).ptx, "the compiler inlined it: the test tests nothing"
    a = np.arange(32, dtype=np.float32)
    launch(SOURCE, (a,))
    assert a.tolist() == [f(n, n) + f(1.0, 2) for n in range(32)]


def test_faults_in_a_called_function_name_its_line():
    source = (
        "__device__ __noinline__ void put(float* p, int i) {\n  p[i] = 1;\n}\n"
        "__global__ void k(float* A) {\n  put(A, threadIdx.x + 5);\n}"
    )
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(source, (np.zeros(32, np.float32),))
    assert (caught.value.line, caught.value.array, caught.value.index) == (2, "A", 32)


def test_recursion_is_not_supported():
    source = (
        "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
        "__global__ void k(int* A) { A[threadIdx.x] = fib(threadIdx.x & 7); }"
    )
    with pytest.raises(warpsim.UnsupportedError):
        launch(source, (np.zeros(32, np.int32),))
