"""Random programs with torn control flow give what one thread after the other gives; odd types and shapes too."""

from __future__ import annotations

import numpy as np
import pytest

import warpsim

from .programs import Program
from .test_fuzz import Fenced

SHAPES = (32, 1, 7, 33, 64, 65, (3, 5, 7), (17, 2), (1, 1, 40))


def check(seed: int) -> None:
    program = Program(seed)
    function = warpsim.Module(program.source(), name=f"program{seed}.cu").get_function("k")
    block = SHAPES[seed % len(SHAPES)]
    count = int(np.prod(block))
    a = np.random.default_rng(seed).integers(0, 1000, count, dtype=np.uint32)
    expected = program.run(a.tolist(), 9)
    for schedule in warpsim.SCHEDULES:
        c = np.zeros(count, np.uint32)
        function(1, block, (a, c, np.int32(9)), schedule=schedule, seed=seed)
        wrong = np.flatnonzero(c != np.array(expected, np.uint32))
        assert not len(wrong), (seed, schedule, block, wrong.tolist(), program.source())


@pytest.mark.parametrize("seed", range(40))
def test_random_program(seed):
    check(seed)


TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64")
C_TYPES = {"int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short",
           "int32": "int", "uint32": "unsigned", "int64": "long long", "uint64": "unsigned long long",
           "float32": "float", "float64": "double"}  # fmt: skip
PATTERN = """
extern "C" __global__ void k(const T* A, T* C, T* D, int N) {
    __shared__ T s[128];
    int i = threadIdx.x;
    s[127 - i] = A[3 * i % N];
    __syncthreads();
    if (i < N) C[i] = A[i] + s[(i * 5) % 128] * A[N - 1 - i];
    if (i % 3 == 1 && i < N) D[i] = s[i] - A[i / 2];
}
"""


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("n", [128, 100, 31])
def test_loads_and_stores_of_every_type(name, n):
    kernel = PATTERN.replace("T", C_TYPES[name], 1).replace("T* C", f"{C_TYPES[name]}* C")
    kernel = kernel.replace("T* D", f"{C_TYPES[name]}* D").replace("__shared__ T", f"__shared__ {C_TYPES[name]}")
    kind = np.dtype(name)
    a = np.random.default_rng(n).integers(0, 100, n).astype(kind)
    fenced = [Fenced(x, at_end) for x, at_end in ((a, True), (np.zeros(n, kind), False), (np.zeros(n, kind), True))]
    warpsim.Module(kernel).get_function("k")(1, 128, (*(f.array for f in fenced), np.int32(n)))
    i = np.arange(128)
    s = np.zeros(128, kind)
    s[127 - i] = a[3 * i % n]
    i = np.arange(n)
    with np.errstate(over="ignore"):
        c = (a + s[i * 5 % 128] * a[n - 1 - i]).astype(kind)
        d = np.where(i % 3 == 1, (s[i] - a[i // 2]).astype(kind), np.zeros(n, kind))
    assert np.array_equal(fenced[1].array, c) and np.array_equal(fenced[2].array, d)
    assert all(f.intact() for f in fenced)
