"""Kernels made to break the device: addresses that overflow, wild pointers, torn control flow, odd types."""

from __future__ import annotations

import numpy as np
import pytest

import warpsim

from .conftest import launch
from .test_fuzz import Fenced

I32, U32, F32 = np.int32, np.uint32, np.float32


def fenced(data, at_end: bool = True) -> Fenced:
    """Return the data between unreadable pages."""
    return Fenced(np.asarray(data), at_end)


def head(parameters: str, *lines: str) -> str:
    return "\n".join([f'extern "C" __global__ void k({parameters}) {{', *lines, "}"])


# addresses

WILD = (
    "(float*)12345", "(float*)0", "(float*)0x7fffffffffffffffULL", "(float*)0xfffffffffffffffcULL",
    "(float*)(0x8000000000000000ULL - 4)", "(float*)(0x8000000000000000ULL - 4 + (1ULL << 40))",
    "(float*)(0x8000000000000000ULL + (1ULL << 40) - 4 + 0 * N)", "A + (1LL << 61)", "A - (1LL << 61)",
    "A + (1LL << 62)", "A + 0x3fffffffffffffffLL", "A - 1", "A + 64", "(float*)((char*)A + 255)",
    "(float*)(1ULL << 40)",
    "(float*)((1ULL << 40) + 4 * N)", "(float*)(1ULL << 41)", "(float*)((unsigned long long)A ^ 1ULL << 63)",
    "(float*)((unsigned long long)A * 3)",
    "(float*)__cvta_generic_to_shared(A)", "A + (long long)N * 0x10000001LL",
)  # fmt: skip
HARMLESS = ("(float*)0", "A + (1LL << 62)")  # stores to null are dropped by the compiler; 2**64 bytes on is A again


@pytest.mark.parametrize("mode", ["plain", "profile", "racecheck"])
@pytest.mark.parametrize("use", ["float x = *p; A[0] = x;", "*p = 1;", "*(volatile char*)p = 1;", "A[1] = p[N - 64];"])
def test_wild_pointers_are_bounds_errors(use, mode):
    source = head("float* A, const float* B, int N, int which", "float* p = 0;", "switch (which) {",
                  *(f"case {n}: p = {wild}; break;" for n, wild in enumerate(WILD)), "}",
                  "if (threadIdx.x == 0) { " + use + " }")  # fmt: skip
    function = warpsim.Module(source, name="k.cu").get_function("k")
    run = {"plain": function, "profile": function.profile, "racecheck": function.racecheck}[mode]
    for which in range(len(WILD)):
        for at_end in (True, False):
            a, b = fenced(np.zeros(64, F32), at_end), fenced(np.ones(64, F32), at_end)
            try:
                run(1, 32, (a.array, b.array, I32(64), I32(which)))
            except (warpsim.BoundsError, warpsim.MisalignedError) as error:
                assert str(error)
            assert a.intact() and b.intact() and (b.array == 1).all()


@pytest.mark.parametrize("wild", [w for w in WILD if w not in HARMLESS])
def test_a_single_wild_pointer(wild):
    a = fenced(np.zeros(64, F32))
    source = head("float* A, int N", f"float* p = {wild};", "p[threadIdx.x] = 1;")
    with pytest.raises((warpsim.BoundsError, warpsim.MisalignedError)):
        launch(source, (a.array, I32(64)))
    assert a.intact()


@pytest.mark.parametrize("use", ["A[0] = *p;", "*p = 1;", "A[0] = ((volatile char*)p)[3];", "atomicAdd(p, 1.0f);"])
def test_addresses_that_come_from_memory(use):
    source = head("float* A, unsigned long long* B", f"float* p = (float*)B[0]; {use}")
    function = warpsim.Module(source).get_function("k")
    edges = [base + step for base in (0, 1 << 40, 1 << 41, 1 << 63, (1 << 63) + (1 << 40), (1 << 63) + (1 << 41),
                                      0x7F << 40, (1 << 63) + (0x7F << 40), (0x7F << 40) + 256, 1 << 64)
             for step in (-64, -8, -4, -3, -1, 0, 3, 4, 64)]  # fmt: skip
    for address in edges:
        a, b = fenced(np.zeros(64, F32)), fenced(np.array([address % (1 << 64)], np.uint64))
        try:
            function(1, 1, (a.array, b.array))
        except (warpsim.BoundsError, warpsim.MisalignedError):
            assert not a.array.any() and b.array[0] == address % (1 << 64)
        assert a.intact() and b.intact()


@pytest.mark.parametrize("size", [0, 1, 2, 3, 15, 16, 17, 31, 33])
@pytest.mark.parametrize("mode", ["plain", "profile", "racecheck"])
def test_small_arrays_between_unreadable_pages(size, mode):
    source = head("const float* A, float* C, int N", "int i = threadIdx.x;",
                  "if (i < N) C[i] = A[i] + A[N - 1] + A[N - 1 - i];")  # fmt: skip
    data = np.arange(size, dtype=F32)
    for at_end in (True, False):
        a, c = fenced(data, at_end), fenced(np.zeros(size, F32), at_end)
        function = warpsim.Module(source).get_function("k")
        run = {"plain": function, "profile": function.profile, "racecheck": function.racecheck}[mode]
        run(1, 64, (a.array, c.array, I32(size)))
        assert (c.array == data + data[-1:] + data[::-1]).all() and a.intact() and c.intact()
        with pytest.raises(warpsim.BoundsError):
            run(1, 64, (a.array, c.array, I32(size + 1)))


def test_guarded_load_of_which_no_lane_takes_part():
    body = ("float x = 0; int far = (threadIdx.x + 1) * 1000003 * N;",
            "asm volatile(\"{ .reg .pred p; setp.ne.s32 p, %2, 0;"
            " @p ld.global.f32 %0, [%1]; @p ld.global.f32 %0, [%1+8]; }\" : \"+f\"(x) : \"l\"(A + far), \"r\"(Z));",
            "if (threadIdx.x < N) A[threadIdx.x] = x + 1;")  # fmt: skip
    for n in (8, 33, -5000, -500, -100, -(1 << 30)):
        a = fenced(np.zeros(64, F32))
        launch(head("float* A, int N, int Z", *body), (a.array, I32(n), I32(0)))
        assert (a.array[: min(max(n, 0), 32)] == 1).all() and a.intact()


@pytest.mark.parametrize("offset", ["4294967296", "-4294967296", "8589934592", "4294967292", "2147483648",
                                    "9223372036854775804", "18446744073709551612",
                                    "1180591620717411303424"])  # fmt: skip
@pytest.mark.parametrize("what", ["ld.global.f32 %0, [%1+OFFSET];", "st.global.f32 [%1+OFFSET], %0;",
                                  "ld.f32 %0, [%1+OFFSET];", "atom.global.add.f32 %0, [%1+OFFSET], %0;",
                                  "ld.shared.f32 %0, [%1+OFFSET];"])  # fmt: skip
def test_offsets_beyond_32_bits(offset, what):
    """The base makes up for the offset, so that the sum is inside of the array, or it does not."""
    text = what.replace("OFFSET", offset).replace("+-", "-")
    for back in (0, int(offset)):
        a = fenced(np.full(64, 2, F32))
        source = head("float* A", f"float x = 5; char* p = (char*)(A + threadIdx.x) - {back % (1 << 64)}ULL;",
                      f'asm volatile("{text}" : "+f"(x) : "l"(p));', "A[threadIdx.x] = x;")  # fmt: skip
        try:
            launch(source, (a.array,))
        except warpsim.Error:
            pass
        else:
            assert (a.array[:32] >= 2).all()
        assert a.intact()


def test_array_near_two_gigabytes():
    a = np.zeros((1 << 29) - 2048, F32)
    inline = "{ .reg .f32 x; ld.global.f32 x, [%0-8000]; add.f32 x, x, 0f40400000; st.global.f32 [%0-8000], x; }"
    source = head("float* A, int N", "float* p = A + (N - 40 + threadIdx.x) + 2000;",
                  f'asm volatile("{inline}" :: "l"(p) : "memory");', "A[threadIdx.x] = 5;")  # fmt: skip
    launch(source, (a, I32(a.size)))
    assert a[:32].tolist() == [5] * 32 and a[-40:-8].tolist() == [3] * 32 and a[-8:].tolist() == [0] * 8
    with pytest.raises(warpsim.BoundsError):
        launch(source, (a, I32(a.size + 10)))


def test_views_of_one_array_keep_their_distance_and_their_limits():
    whole = np.arange(100, dtype=F32)
    source = head("float* A, float* B", "int i = threadIdx.x;", "B[i] = A[i] + (B - A);")
    launch(source, (whole[:32], whole[50:82]))
    assert whole.tolist() == [*range(50), *(n + 50.0 for n in range(32)), *range(82, 100)]
    with pytest.raises(warpsim.BoundsError):
        launch(source, (whole[:32], whole[69:100]))
    assert whole[69] == 69


def test_pointer_chosen_between_arrays_shared_and_global():
    source = head("const float* A, const float* B, float* C, int N", "__shared__ float s[40];",
                  "extern __shared__ float d[];", "int i = threadIdx.x;", "s[i] = i; d[i] = 100 + i;",
                  "__syncthreads();", "const float* p = i % 4 == 0 ? A : i % 4 == 1 ? B : i % 4 == 2 ? s : d;",
                  "C[i] = p[N - i];")  # fmt: skip
    a, b, c = (fenced(np.arange(32, dtype=F32) + n) for n in (1000, 2000, 0))
    launch(source, (a.array, b.array, c.array, I32(31)), shared_mem=128)
    i = np.arange(32)
    expected = np.choose(i % 4, [1000 + 31 - i, 2000 + 31 - i, 31 - i, 131 - i])
    assert (c.array == expected).all()
    with pytest.raises(warpsim.BoundsError):
        launch(source, (a.array, b.array, c.array, I32(32)), shared_mem=128)


def test_dynamic_shared_memory_of_no_bytes():
    for access in ("s[0] = 1;", "A[0] = s[0];", "A[0] = s[-1];", "A[0] = s[1 << 28];", "A[0] = s[N];"):
        with pytest.raises(warpsim.BoundsError):
            launch(head("float* A, int N", "extern __shared__ float s[];", access), (np.zeros(4, F32), I32(1 << 30)))


@pytest.mark.parametrize("index", ["-1", "10", "N", "-N", "1 << 30", "-(1 << 30)", "N * N * N"])
@pytest.mark.parametrize("how", ["A[0] = l[I];", "l[I] = 3; A[0] = l[1];", "int* p = l; A[0] = (p + I)[0];"])
def test_local_arrays_have_their_size(index, how):
    fill = "int l[10]; for (int i = 0; i < 10; i++) l[i * N % 10] = i;"
    source = head("float* A, int N", fill, f"int I = N > 0 ? {index} : 0;", how)
    with pytest.raises(warpsim.BoundsError) as caught:
        launch(source, (np.zeros(4, F32), I32(1001)))
    assert caught.value.space == "local" and abs(caught.value.index) < 1 << 33


def test_local_memory_that_no_device_has():
    for size in ("1 << 18", "1 << 22", "1 << 26", "1 << 29"):
        source = head("float* A, int N", f"volatile int l[{size}]; l[N] = 3; A[threadIdx.x] = l[N];")
        with pytest.raises(warpsim.Error):
            launch(source, (np.zeros(1024, F32), I32(1)), block=1024)


def test_variables_that_no_device_has():
    for size in ("1LL << 33", "1LL << 40", "1LL << 55"):
        with pytest.raises(warpsim.Error):
            launch(f"__device__ float g[{size}];" + head("float* A, int N", "A[0] = g[N]; g[N] = 1;"),
                   (np.zeros(4, F32), I32(1)))  # fmt: skip


# arguments


def test_read_only_arrays_stay_as_they_are():
    frozen = np.frombuffer(bytes(256), F32)
    for body in ("A[threadIdx.x] = 1;", "atomicAdd(A, 1.0f);", "float* p = threadIdx.x % 2 ? A : B; *p = 1;"):
        try:
            launch(head("float* A, float* B", body), (frozen, np.zeros(8, F32)))
        except warpsim.LaunchError as error:
            assert error.reason == "layout"
        assert not frozen.any()
    out = np.ones(64, F32)
    launch(head("const float* A, float* B", "B[threadIdx.x] = A[threadIdx.x];"), (frozen, out))
    assert out.sum() == 32


def test_arrays_of_objects_are_refused():
    with pytest.raises(warpsim.LaunchError):
        launch(head("float* A", "A[threadIdx.x] = 1;"), (np.array([object()] * 40),))


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), True])
def test_numbers_become_the_parameter_s_type(value):
    out = np.zeros(32, F32)
    launch(head("float* A, float s", "A[threadIdx.x] = s * 3;"), (out, value))
    assert out[0] == 3 * float(value)


def test_float_for_an_integer_is_refused():
    with pytest.raises(warpsim.LaunchError):
        launch(head("float* A, int n", "A[threadIdx.x] = n;"), (np.zeros(32, F32), 2.5))


# PTX that no compiler writes

INLINE = (
    "ld.param.u64 %0, [k_param_0+4096];", "ld.param.u64 %0, [k_param_0-8];", "ld.param.u64 %0, [k_param_7];",
    "ld.param.u64 %0, [%0];", "ld.param.u64 %0, [k_param_1];", "ld.global.u64 %0, [k_param_0];",
    "ld.local.u64 %0, [%0];", "ld.local.u64 %0, [-8];", "ld.local.u64 %0, [8];", "ld.shared.u64 %0, [8];",
    "ld.const.u64 %0, [8];", "ld.global.u64 %0, [8];", "st.param.u64 [k_param_0], %0;", "bra nowhere;", "ret;",
    "exit;", "trap;", "brkpt;", "ld.global.b128 %0, [%0];", "mov.u64 %0, nothing;", "mov.u64 %0, %envreg3;",
    "cvt.u64.u512 %0, %0;", "frobnicate.u64 %0, %0;", "add.u64 %0;", "add.u64 %0, %0, %0, %0;", "add %0, %0, %0;",
    "@%0 add.u64 %0, %0, %0;", "{ .reg .b128 q; mov.b128 q, {%0, %0}; }", "{ .reg .f16x2 q; }", "shl.b64 %0, %0, %0;",
    "add.f16x2 %0, %0, %0;", "{ .reg .b16 q; shfl.sync.idx.b32 q, %0, 0, 31, -1; }",
    "{ .reg .pred p; vote.sync.ballot.b32 p, p, -1; }", "{ .reg .b16 q; atom.global.add.u32 q, [%0], 1; }",
    "{ .reg .pred p; atom.global.add.u64 p, [%0], 1; }", "{ .reg .b16 q; match.any.sync.b32 q, q, -1; }",
    "bar.sync 1, 32;", "bar.sync %0;", "barrier.sync 99, 7;", "bar.red.popc.u32 %0, 0, 1;", "bar.arrive 0, 64;",
    "call (%0), f, (%0);", "setp.q.u64 %0, %0, %0;", "[[[", "}", "{", "ld.global.v8.u64 %0, [%0];",
    "ld.global.v4.u64 {%0, %0, %0}, [%0];", "st.global.v2.u64 [%0], {%0};", "L: bra L;",
    "ld.global.u64 %0, [%0+99999999999999999999999];", "mov.u64 %0, 99999999999999999999999999;", "$",
    "prefetch.global.L2 [%0];", "mov.u64 %0, {%0, %0, %0};", "mov.b64 {%0, %0, %0}, %0;", "nanosleep.u32 %0;",
    "ld.global.u64 %0, [%0+%0];", "mad.lo.cc.u64 %0, %0, %0, %0;", "rem.u64 %0, %0, 0;", "div.s64 %0, %0, 0;",
)  # fmt: skip


@pytest.mark.parametrize("text", INLINE)
def test_inline_ptx_is_run_or_refused(text):
    a = fenced(np.full(64, 2, F32))
    source = head("float* A, long long n", "long long x = (long long)A;", f'asm volatile("{text}" : "+l"(x));',
                  "A[threadIdx.x] = x;")  # fmt: skip
    try:
        launch(source, (a.array, np.int64(3)), budget=1000)
    except warpsim.Error as error:
        assert str(error)
    assert a.intact()


@pytest.mark.parametrize("text", ["bar.sync 1, 32;", "{ .reg .pred p; setp.eq.s32 p, %0, 7; @p bar.sync 0; }"])
def test_barriers_of_some_threads_are_refused(text):
    with pytest.raises(warpsim.UnsupportedError) as caught:
        launch(head("float* A", f'asm volatile("{text}" :: "r"((int)threadIdx.x));', "A[0] = 1;"), (np.zeros(4, F32),))
    assert caught.value.instruction == "bar.sync" and caught.value.line == 2


def test_recursion_is_refused_at_once():
    source = "__device__ __noinline__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2) * f(n - 3) + f(n / 2); }"
    with pytest.raises(warpsim.UnsupportedError):
        launch(source + head("float* A, int N", "A[0] = f(N);"), (np.zeros(4, F32), I32(9)))


def test_text_that_is_no_unicode():
    launch(head("float* A", "A[0] = 1; // \udc80"), (np.zeros(4, F32),))


def test_printf_with_wide_fields_and_long_local_arrays(capsys):
    source = head("float* A, int N", "volatile int l[9000]; l[N] = 1;",
                  'printf("%*d %999999999d %.2000000000f", 2000000000, l[N], 4, 1.0);')  # fmt: skip
    launch(source, (np.zeros(4, F32), I32(3)), block=1)
    assert len(capsys.readouterr().out) < 100


def test_loops_of_warp_instructions_do_not_use_up_the_stack():
    source = head("int* A, int N", "int x = threadIdx.x;", "for (int i = 0; i < N; i++) {",
                  "atomicAdd(A + (i & 3), 1); x += __shfl_xor_sync(~0u, x, 1); }", "A[8] = x;")  # fmt: skip
    a = np.zeros(16, I32)
    launch(source, (a, I32(1_000_000)))
    assert a[:4].sum() == 32_000_000
