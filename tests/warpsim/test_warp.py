"""Shuffles, votes, matches, warp barriers and atomics: what lanes tell each other."""

import numpy as np
import pytest

import warpsim

from .conftest import launch

LANE = np.arange(32)
A = (LANE * 7 % 32 + 100).astype(np.int32)


def program(expression: str, before: str = "") -> str:
    """Return a kernel whose threads compute the expression of ``a`` and ``lane``."""
    return (
        "__global__ void k(const int* A, int* B) {\n  int lane = threadIdx.x % 32;\n"
        f"  int a = A[lane];\n  {before}\n  B[threadIdx.x] = {expression};\n}}"
    )


def ask(expression: str, block: int = 32, before: str = "") -> np.ndarray:
    """Return what each thread of one block gets for the expression of ``a`` and ``lane``."""
    out = np.full(block, -7, np.int32)
    launch(program(expression, before), (A.copy(), out), block=block)
    return out


ALL = "0xffffffff"
CASES = {
    f"__shfl_sync({ALL}, a, 5)": np.full(32, A[5]),
    f"__shfl_sync({ALL}, a, lane ^ 3)": A[LANE ^ 3],
    f"__shfl_sync({ALL}, a, 2, 8)": A[LANE // 8 * 8 + 2],
    f"__shfl_down_sync({ALL}, a, 4)": np.where(LANE + 4 < 32, A[(LANE + 4) % 32], A),
    f"__shfl_down_sync({ALL}, a, 3, 8)": np.where(LANE % 8 + 3 < 8, A[(LANE + 3) % 32], A),
    f"__shfl_up_sync({ALL}, a, 1)": np.where(LANE >= 1, A[LANE - 1], A),
    f"__shfl_up_sync({ALL}, a, 3, 16)": np.where(LANE % 16 >= 3, A[LANE - 3], A),
    f"__shfl_xor_sync({ALL}, a, 16)": A[LANE ^ 16],
    f"(int)__ballot_sync({ALL}, a & 1)": np.full(32, sum(1 << n for n in range(32) if A[n] & 1), np.int64)
    .astype(np.uint32)
    .view(np.int32),
    f"__all_sync({ALL}, a > 99)": np.ones(32),
    f"__all_sync({ALL}, a > 100)": np.zeros(32),
    f"__any_sync({ALL}, a > 130)": np.ones(32),
    f"__any_sync({ALL}, a > 131)": np.zeros(32),
    "(int)__activemask()": np.full(32, -1),
}


@pytest.mark.parametrize("expression", CASES)
def test_across_the_warp(expression):
    np.testing.assert_array_equal(ask(expression), CASES[expression])


def test_each_warp_has_its_own_lanes():
    np.testing.assert_array_equal(ask(f"__shfl_xor_sync({ALL}, a + (int)threadIdx.x, 1)", block=96).reshape(3, 32),
                                  [A[LANE ^ 1] + 32 * w + (LANE ^ 1) for w in range(3)])  # fmt: skip


def test_votes_count_the_lanes_that_run():
    got = ask("r", before="int r = -1; if (lane < 5) r = __popc(__activemask());")
    assert got.tolist() == [5] * 5 + [-1] * 27
    got = ask("r", before="int r = -1; if (lane < 5) r = __ballot_sync(31, lane & 1);")
    assert got.tolist() == [0b01010] * 5 + [-1] * 27


def test_reduction_by_shuffles():
    got = ask("s", before=f"int s = a; for (int d = 16; d; d /= 2) s += __shfl_down_sync({ALL}, s, d);")
    assert got[0] == A.sum()


def test_float_shuffle_and_predicate():
    got = ask(f"(int)__shfl_xor_sync({ALL}, a * 0.5f, 1)")
    np.testing.assert_array_equal(got, (A[LANE ^ 1] * 0.5).astype(np.int32))


def test_match_any():
    got = ask("(int)__match_any_sync(0xffffffff, a / 8)", before="").view(np.uint32)
    np.testing.assert_array_equal(got, [sum(1 << m for m in range(32) if A[m] // 8 == A[n] // 8) for n in range(32)])


def atomics(kind: str, statement: str, start, values) -> np.ndarray:
    source = f"__global__ void k({kind}* A, const {kind}* B) {{ {kind} b = B[threadIdx.x]; {statement}; }}"
    array = np.array(start)
    launch(source, (array, np.array(values, array.dtype)), block=len(values))
    return array


@pytest.mark.parametrize(
    "kind, dtype, statement, expected",
    [
        ("int", np.int32, "atomicAdd(A, b)", 10 + sum(range(64))),
        ("float", np.float32, "atomicAdd(A, b)", 10 + sum(range(64))),
        ("double", np.float64, "atomicAdd(A, b)", 10 + sum(range(64))),
        ("int", np.int32, "atomicSub(A, b)", 10 - sum(range(64))),
        ("int", np.int32, "atomicMax(A, b)", 63),
        ("int", np.int32, "atomicMin(A, b)", 0),
        ("unsigned", np.uint32, "atomicOr(A, b)", 63),
        ("unsigned", np.uint32, "atomicInc(A, 40u)", (10 + 64) % 41),
        ("int", np.int32, "atomicCAS(A, 10, 77)", 77),
    ],
)
def test_atomics_on_global_memory(kind, dtype, statement, expected):
    assert atomics(kind, statement, np.array([10], dtype), range(64))[0] == expected


def test_atomic_returns_what_was_there():
    source = "__global__ void k(int* A, int* B) { B[threadIdx.x] = atomicAdd(A, 2); }"
    a, b = np.array([5], np.int32), np.zeros(40, np.int32)
    launch(source, (a, b), block=40)
    assert sorted(b.tolist()) == list(range(5, 85, 2)) and a[0] == 85


def test_histogram_in_shared_memory():
    source = (
        "__global__ void k(const int* A, int* B) {\n  __shared__ int bins[4];\n"
        "  if (threadIdx.x < 4) bins[threadIdx.x] = 0;\n  __syncthreads();\n"
        "  atomicAdd(&bins[A[threadIdx.x] & 3], 1);\n  __syncthreads();\n"
        "  if (threadIdx.x < 4) atomicAdd(&B[threadIdx.x], bins[threadIdx.x]);\n}"
    )
    a = np.random.default_rng(0).integers(0, 100, 128).astype(np.int32)
    b = np.zeros(4, np.int32)
    launch(source, (a, b), block=128, grid=3)
    np.testing.assert_array_equal(b, 3 * np.bincount(a & 3, minlength=4))


def test_atomic_outside_of_its_array_names_the_line():
    source = "__global__ void k(int* A) {\n  int i = threadIdx.x;\n  atomicAdd(&A[i], 1);\n}"
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(source, (np.zeros(20, np.int32),))
    e = caught.value
    assert (e.line, e.array, e.index, e.thread, e.access) == (3, "A", 20, (20, 0, 0), "write")


def test_syncwarp_orders_lanes_of_a_warp():
    source = (
        "__global__ void k(int* A) {\n  __shared__ int s[32];\n  s[threadIdx.x] = threadIdx.x;\n"
        "  __syncwarp();\n  A[threadIdx.x] = s[31 - threadIdx.x];\n}"
    )
    a = np.zeros(32, np.int32)
    launch(source, (a,))
    assert a.tolist() == list(range(31, -1, -1))


def test_special_registers():
    got = ask("(int)(m * 2 + 1)", before='unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));')
    np.testing.assert_array_equal(got.view(np.uint32), [(2 * ((1 << n) - 1) + 1) & 0xFFFFFFFF for n in range(32)])


def test_barriers_that_vote():
    source = (
        "__global__ void k(int* A) {\n  int t = threadIdx.x;\n"
        "  int some = __syncthreads_or(t == 40), all = __syncthreads_and(t < 64), none = __syncthreads_and(t < 63);\n"
        "  for (int i = 1; i < 4; i++)\n    A[t] = __syncthreads_count(t % i == 0)"
        " + 1000 * (some != 0) + 2000 * (all != 0) + 4000 * (none != 0);\n}"
    )
    a = np.zeros(64, np.int32)
    launch(source, (a,), block=64)
    assert set(a.tolist()) == {22 + 3000}


def test_byte_permutation():
    for selector in (0x3210, 0x7654, 0x0123, 0x5140, 0xBA98):
        got = ask(f"(int)__byte_perm(a * 0x01020304, a ^ 0x80ff7f01, {selector})")
        for value, result in zip(A.tolist(), got.tolist(), strict=True):
            pool = ((value * 0x01020304) & 0xFFFFFFFF) | (((value ^ 0x80FF7F01) & 0xFFFFFFFF) << 32)
            # CUDA's function reads three bits of each nibble
            expected = sum((pool >> 8 * (selector >> 4 * n & 7) & 255) << 8 * n for n in range(4))
            assert result & 0xFFFFFFFF == expected
