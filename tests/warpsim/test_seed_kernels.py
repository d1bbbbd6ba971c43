"""The exercise sheet's kernels give the right product, at sizes that are multiples of the tile and not."""

import numpy as np
import pytest

import warpsim

from .conftest import KERNELS, SGEMM_V4, matrices, wrong

SIZES = (1, 15, 16, 17, 100, 512)


def run(module, name, n, tile=16, **options):
    a, b, c = matrices(n, seed=n)
    extra, shared = ((np.int32(tile),), 8 * tile * tile) if name == "mmTiledDyn" else ((), 0)
    grid = -(-n // tile)
    module.get_function(name)((grid, grid), (tile, tile), (a, b, c, np.int32(n), *extra), shared_mem=shared, **options)
    return a, b, c


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", ["mmNaive", "mmTiled", "mmTiledDyn"])
def test_product_is_right(seed_module, name, n):
    assert wrong(*run(seed_module, name, n)) == 0


@pytest.mark.parametrize("tile", [8, 32])
@pytest.mark.parametrize("name", ["mmTiled", "mmTiledDyn"])
def test_other_tile_widths(name, tile):
    module = warpsim.Module((KERNELS / "seed.cu").read_text(), (f"-DTILE_WIDTH={tile}",))
    for n in (1, tile - 1, tile, tile + 1, 100):
        assert wrong(*run(module, name, n, tile)) == 0


def test_float32_order_is_the_kernels(seed_module):
    """Every element is the chain of fused multiply-adds that the source writes, rounded once each."""
    n = 33
    a, b, c = run(seed_module, "mmNaive", n)
    chain = np.zeros((n, n), np.float64)
    for k in range(n):
        # the product of two float32 is exact in float64, and so nearly is the sum: round to float32 each time
        chain = (chain + a[:, k : k + 1].astype(np.float64) * b[k]).astype(np.float32).astype(np.float64)
    differing = (chain.astype(np.float32) != c).sum()
    assert differing <= n * n // 200  # double rounding differs rarely; another order of sums would nearly always


def test_missing_second_barrier_depends_on_the_schedule(seed_module):
    counts = {seed: wrong(*run(seed_module, "mmBugSecond", 128, schedule="random", seed=seed)) for seed in (1, 2, 3)}
    assert all(counts.values())
    assert len(set(counts.values())) > 1
    again = wrong(*run(seed_module, "mmBugSecond", 128, schedule="random", seed=2))
    assert again == counts[2], "a seed always gives the same schedule"


def test_one_tile_hides_the_missing_second_barrier(seed_module):
    assert wrong(*run(seed_module, "mmBugSecond", 16)) == 0
    assert wrong(*run(seed_module, "mmBugSecond", 32)) > 0


def test_missing_first_barrier_reads_what_nobody_wrote(seed_module):
    a, b, c = run(seed_module, "mmBugFirst", 64)
    assert wrong(a, b, c) > 0.9 * c.size


def test_long_basic_block_is_right():
    module = warpsim.Module(SGEMM_V4.read_text())
    a, b, c = matrices(256)
    module.get_function("sgemm_v4")((2, 2), 256, (a, b, c, 256, 256, 256))
    assert wrong(a, b, c) == 0
