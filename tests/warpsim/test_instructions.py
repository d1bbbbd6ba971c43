"""Instructions against NumPy: one expression each, over values that include the awkward ones."""

import numpy as np
import pytest

from .conftest import launch

INTS = np.array(
    [0, 1, -1, 2, 7, -7, 31, 32, 33, 1 << 16, (1 << 31) - 1, -(1 << 31), 12345, -98765, 255, -256], np.int32
)
FLOATS = np.array(
    [0, -0.0, 1, -1, 0.5, 1.5, -2.5, 3.14159, 1e-3, -1e3, 1e10, -1e-10, 2.0**31, -(2.0**31), 7.999, 1e-40], np.float32
)
A, B = (g.ravel() for g in np.meshgrid(INTS, INTS))
X, Y = (g.ravel() for g in np.meshgrid(FLOATS, FLOATS))
U = A.view(np.uint32).astype(np.uint64)
V = B.view(np.uint32).astype(np.uint64)
L, M = A.astype(np.int64), B.astype(np.int64)


NAMES = {np.int32: "int", np.uint32: "unsigned", np.float32: "float", np.float64: "double", np.int64: "long long"}


def program(expression: str, result: type, a: np.ndarray) -> str:
    """Return a kernel that computes the expression of a and b, one thread per element."""
    kind = NAMES[a.dtype.type]
    return (
        f"__global__ void k({kind}* A, {kind}* B, {NAMES[result]}* C) {{\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        f"  {kind} a = A[i], b = B[i];\n  C[i] = {expression};\n}}"
    )


def apply(expression: str, result: type, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the expression of a and b, computed by one thread per element."""
    out = np.zeros(a.size, result)
    launch(program(expression, result, a), (a.copy(), b.copy(), out), grid=a.size // 32, block=32)
    return out


INTEGER_CASES = {
    "a + b": (L + M).astype(np.int32),
    "a - b": (L - M).astype(np.int32),
    "a * b": (L * M).astype(np.int32),
    "__mulhi(a, b)": ((L * M) >> 32).astype(np.int32),
    "a & b": A & B,
    "a | b": A | B,
    "a ^ b": A ^ B,
    "~a": ~A,
    "-a": (-L).astype(np.int32),
    "min(a, b)": np.minimum(A, B),
    "max(a, b)": np.maximum(A, B),
    "a < b ? a : b + 1": np.where(A < B, L, M + 1).astype(np.int32),
    "(a > 3 && b <= 2) || a == b": ((A > 3) & (B <= 2) | (A == B)).astype(np.int32),
    "abs(a)": np.abs(L).astype(np.int32),
    "a >> 3": A >> 3,
    "(int)((unsigned)a >> 3)": (U >> 3).astype(np.uint32).view(np.int32),
    "a << 5": (U << 5).astype(np.uint32).view(np.int32),
    "__popc(a)": np.array([bin(int(u)).count("1") for u in U], np.int32),
    "__clz(a)": np.array([32 - int(u).bit_length() for u in U], np.int32),
    "__ffs(a)": np.array([(int(u) & -int(u)).bit_length() for u in U], np.int32),
    "(int)__brev(a)": np.array([int(f"{int(u):032b}"[::-1], 2) for u in U], np.uint32).view(np.int32),
    "a / 7": np.array([int(abs(int(x)) // 7 * (1 if x >= 0 else -1)) for x in A], np.int32),
    "a % 7": np.array([int(abs(int(x)) % 7 * (1 if x >= 0 else -1)) for x in A], np.int32),
    "b ? a / b : 5": np.array(
        [5 if y == 0 else int(np.int64(abs(int(x)) // abs(int(y)) * (1 if (x < 0) == (y < 0) else -1)).astype(np.int32))
         for x, y in zip(A, B, strict=True)], np.int32),
    "(short)a": A.astype(np.int16).astype(np.int32),
    "(unsigned char)a": A.astype(np.uint8).astype(np.int32),
    "(signed char)a": A.astype(np.int8).astype(np.int32),
}  # fmt: skip


@pytest.mark.parametrize("expression", INTEGER_CASES)
def test_integers(expression):
    np.testing.assert_array_equal(apply(expression, np.int32, A, B), INTEGER_CASES[expression])


WIDE_CASES = {
    "(long long)a * b": L * M,
    "((long long)a << 20) + b": (L << 20) + M,
    "((long long)a * b) >> 7": (L * M) >> 7,
    "(long long)(unsigned)a": U.astype(np.int64),
}


@pytest.mark.parametrize("expression", WIDE_CASES)
def test_long_integers(expression):
    np.testing.assert_array_equal(apply(expression, np.int64, A, B), WIDE_CASES[expression])


with np.errstate(all="ignore"):
    FLOAT_CASES = {
        "a + b": X + Y,
        "a - b": X - Y,
        "__fmul_rn(a, b)": X * Y,
        "a / b": X / Y,
        "fabsf(a)": np.abs(X),
        "-a": -X,
        "sqrtf(fabsf(a))": np.sqrt(np.abs(X)),
        "fminf(a, b)": np.fmin(X, Y),
        "fmaxf(a, b)": np.fmax(X, Y),
        "floorf(a)": np.floor(X),
        "ceilf(a)": np.ceil(X),
        "truncf(a)": np.trunc(X),
        "rintf(a)": np.rint(X),
        "a < b ? a : b": np.where(X < Y, X, Y),
        "(float)(int)floorf(fminf(fabsf(a), 1000))": np.floor(np.minimum(np.abs(X), 1000)),
    }


@pytest.mark.parametrize("expression", FLOAT_CASES)
def test_floats(expression):
    got = apply(expression, np.float32, X, Y)
    np.testing.assert_array_equal(got, FLOAT_CASES[expression].astype(np.float32))


def test_fused_multiply_add_rounds_once():
    exact = X.astype(np.longdouble) * Y.astype(np.longdouble) + np.longdouble(0.1)
    got = apply("fmaf(a, b, 0.1)", np.float64, X.astype(np.float64), Y.astype(np.float64))
    assert np.all(np.abs(got - exact) <= np.abs(exact) * 2.0**-23)
    once = apply(
        "fmaf(a, b, -1.0f)", np.float32, np.full(32, 1 + 2.0**-12, np.float32), np.full(32, 1 - 2.0**-12, np.float32)
    )
    assert np.all(once == np.float32(-(2.0**-24))), "two roundings would give zero"


@pytest.mark.parametrize("suffix, limit", [("rd", -np.inf), ("ru", np.inf), ("rz", 0)])
def test_directed_rounding(suffix, limit):
    x = np.array([0.1, 1 / 3, -0.7, 1e-3, 123.456, -9.87, 3e8, -1e-9] * 4, np.float32)
    y = np.roll(x, 3)
    z = np.roll(x, 5)
    from fractions import Fraction

    for expression, exact in {
        f"__fadd_{suffix}(a, b)": [Fraction(float(p)) + Fraction(float(q)) for p, q in zip(x, y, strict=True)],
        f"__fmul_{suffix}(a, b)": [Fraction(float(p)) * Fraction(float(q)) for p, q in zip(x, y, strict=True)],
        f"__fmaf_{suffix}(a, b, {float(z[0])!r}f)": [
            Fraction(float(p)) * Fraction(float(q)) + Fraction(float(z[0])) for p, q in zip(x, y, strict=True)
        ],
    }.items():
        for got, value in zip(apply(expression, np.float32, x, y), exact, strict=True):
            towards = limit if limit else (-np.inf if value > 0 else np.inf)
            inside = Fraction(float(got)) <= value if towards < 0 else Fraction(float(got)) >= value
            beyond = Fraction(float(np.nextafter(got, np.float32(-towards))))
            assert inside and (beyond > value if towards < 0 else beyond < value), (expression, got, float(value))


def test_conversion_to_int_clamps():
    x = np.array([1e20, -1e20, np.nan, 2.7, -2.7, np.inf, -np.inf, 0] * 4, np.float32)
    expected = [2**31 - 1, -(2**31), 0, 2, -2, 2**31 - 1, -(2**31), 0] * 4
    assert apply("(int)a", np.int32, x, x).tolist() == expected


def test_integer_division_by_zero_is_no_crash():
    assert apply("a / b", np.int32, A, B).size == A.size


def test_doubles():
    x, y = X.astype(np.float64), Y.astype(np.float64) + 3
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(apply("a / b + a", np.float64, x, y), x / y + x)
        np.testing.assert_array_equal(apply("sqrt(fabs(a))", np.float64, x, y), np.sqrt(np.abs(x)))


def test_math_functions_are_close():
    x = np.linspace(-3, 3, 64).astype(np.float32)
    for expression, exact in {"expf(a)": np.exp, "sinf(a)": np.sin, "tanhf(a)": np.tanh}.items():
        np.testing.assert_allclose(
            apply(expression, np.float32, x, x), exact(x.astype(np.float64)), rtol=4e-6, atol=1e-6
        )


def test_vector_loads_and_stores():
    source = (
        "__global__ void k(float4* A, float2* B) {\n"
        "  float4 v = A[threadIdx.x];\n"
        "  A[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);\n"
        "  B[threadIdx.x] = make_float2(v.x + v.y, v.z);\n}"
    )
    a = np.arange(128, dtype=np.float32).reshape(32, 4)
    b = np.zeros((32, 2), np.float32)
    before = a.copy()
    launch(source, (a, b))
    np.testing.assert_array_equal(a, before[:, ::-1])
    np.testing.assert_array_equal(b, np.stack([before[:, 0] + before[:, 1], before[:, 2]], 1))


def test_pointers_chosen_per_lane():
    source = (
        "__global__ void k(float* A, float* B, float* C) {\n"
        "  const float* p = threadIdx.x & 1 ? A + 3 : B;\n  C[threadIdx.x] = p[threadIdx.x];\n}"
    )
    a, b, c = np.arange(64, dtype=np.float32), -np.arange(64, dtype=np.float32), np.zeros(32, np.float32)
    launch(source, (a, b, c))
    assert c.tolist() == [float(n + 3 if n & 1 else -n) for n in range(32)]


def test_constant_and_device_variables():
    source = (
        "__constant__ float weights[4] = {1, 2, 4, 8};\n__device__ int table[2] = {5, 6};\n"
        "__global__ void k(float* A) { A[threadIdx.x] = weights[threadIdx.x & 3] + table[threadIdx.x & 1]; }"
    )
    a = np.zeros(32, np.float32)
    launch(source, (a,))
    assert a[:4].tolist() == [6, 8, 9, 14]


@pytest.mark.parametrize("block", [1, 5, 31, 32, 33, 100, (7, 3), (5, 4, 3), 1024])
@pytest.mark.parametrize("grid", [1, (3, 2), (2, 3, 4)])
def test_every_thread_runs_once_with_its_coordinates(grid, block):
    source = (
        "__global__ void k(int* A) {\n"
        "  int threads = blockDim.x * blockDim.y * blockDim.z;\n"
        "  int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;\n"
        "  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n"
        "  A[b * threads + t] += b * threads + t + 1;\n}"
    )
    total = int(np.prod(grid)) * int(np.prod(block))
    a = np.zeros(total, np.int32)
    launch(source, (a,), grid=grid, block=block)
    assert a.tolist() == list(range(1, total + 1))


def test_divergent_loops_meet_again():
    source = (
        "__global__ void k(int* A) {\n  int n = 0;\n"
        "  for (int i = 0; i < threadIdx.x; i++) { if (i % 3 == 0) continue; if (i > 20) break; n += i; }\n"
        "  A[threadIdx.x] = n;\n}"
    )
    a = np.zeros(32, np.int32)
    launch(source, (a,))
    assert a.tolist() == [sum(i for i in range(min(t, 21)) if i % 3) for t in range(32)]
