"""Whole products on the CPU device, and what a run records."""

import json

import numpy as np
import pytest

import warpsim
from course_kernels import CourseError, benchmark, device, launch_shape, load, matmul, matrices


@pytest.mark.parametrize("kernel", ["naive", "tiled"])
@pytest.mark.parametrize("n", [1, 15, 16, 17, 100])
def test_products_are_right(kernel, n):
    run = matmul(kernel, n=n, tile=16, repeats=1)
    assert run.ok
    assert run.bound_ratio < 1
    assert (run.kernel, run.n, run.tile) == (kernel, n, 16)
    assert run.device == device().name


@pytest.mark.parametrize("tile", [1, 3, 8, 32])
def test_tile_widths(tile):
    assert matmul("tiled", n=35, tile=tile, repeats=1).ok


def test_both_kernels_add_in_the_same_order():
    assert matmul("naive", n=50, repeats=1).checksum == matmul("tiled", n=50, repeats=1).checksum


def test_one_fused_rounding_per_step():
    """C is what fma in the order of k gives, bit for bit; float64 holds a product of two float32 exactly."""
    A, B = matrices(17)
    C = matmul("naive", n=17, repeats=1).C
    row, col = 3, 11
    total = np.float32(0)
    for k in range(17):
        total = np.float32(np.longdouble(A[row, k]) * np.longdouble(B[k, col]) + np.longdouble(total))
    assert C[row, col] == total


def test_a_wrong_kernel_is_not_ok():
    source = load("naive").source.replace("k < N", "k < N - 1")
    run = matmul(load(source), n=20, repeats=1)
    assert not run.ok
    assert run.verdict.wrong > 300


def test_elements_never_written_are_wrong():
    source = load("naive").source.replace("col < N", "col < N - 1")
    run = matmul(load(source), n=20, repeats=1)
    assert run.verdict.wrong == 20
    assert run.record()["max_error"] is None


def test_record_is_json():
    record = json.loads(json.dumps(matmul("tiled", n=24, tile=8, repeats=2).record()))
    assert {"kernel", "device", "N", "tile", "ms", "gflops", "max_error", "ok"} <= set(record)
    assert (record["N"], record["tile"], record["runs"], record["ok"]) == (24, 8, 2, True)


def test_tile_of_a_loaded_kernel():
    kernel = load("tiled", TILE_WIDTH=8)
    assert matmul(kernel, n=20, repeats=1).tile == 8
    run = matmul(kernel, n=20, tile=4, repeats=1)
    assert (run.tile, run.ok) == (4, True)


@pytest.mark.parametrize("tile", [0, -1, 33])
def test_impossible_tiles(tile):
    with pytest.raises(CourseError, match="threads in a block"):
        matmul("tiled", n=16, tile=tile)


def test_impossible_size():
    with pytest.raises(CourseError, match="at least 1"):
        matmul("tiled", n=0)


def test_matrices_never_change():
    A, B = matrices(3, seed=5)
    again, _ = matrices(3, seed=5)
    assert A.tobytes() == again.tobytes()
    assert A.dtype == B.dtype == np.float32
    assert (np.abs(A) <= 1).all()
    assert A.tobytes() != matrices(3, seed=6)[0].tobytes()


def test_benchmark_counts_its_runs():
    grid, block = launch_shape(32)
    A, B = matrices(32)
    C = np.empty_like(A)
    timing = benchmark(load("tiled"), grid, block, (A, B, C, np.int32(32)), repeats=5)
    assert len(timing.runs) == 5
    assert 0 < timing.best <= timing.ms <= timing.worst
    assert timing.gflops(2e6 * timing.ms) == pytest.approx(2.0)


def test_benchmark_passes_errors_on():
    bad = load('extern "C" __global__ void bad(float* a, int n) { a[n * n] = 1; }')
    with pytest.raises(warpsim.BoundsError):
        benchmark(bad, 1, 1, (np.zeros(4, np.float32), np.int32(2)))
