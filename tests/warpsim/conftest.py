"""What the tests of warpsim share: kernels by file, inputs, and the float64 reference with its bound."""

from pathlib import Path

import numpy as np
import pytest

import warpsim

KERNELS = Path(__file__).parent / "kernels"
SGEMM_V4 = Path(__file__).parents[2] / "course_kernels" / "bench" / "sgemm_v4.cu"


def matrices(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return A, B of uniform float32 in [-1, 1) and C full of NaN, all n x n."""
    generator = np.random.default_rng(seed)
    a, b = (generator.uniform(-1, 1, (n, n)).astype(np.float32) for _ in range(2))
    return a, b, np.full((n, n), np.nan, np.float32)


def wrong(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> int:
    """Return how many elements of c leave the rounding bound around the float64 product."""
    exact = a.astype(np.float64) @ b
    bound = 4 * np.sqrt(a.shape[1]) * 2.0**-24 * (np.abs(a).astype(np.float64) @ np.abs(b))
    return int((~(np.abs(c - exact) <= bound)).sum())


@pytest.fixture(scope="session")
def seed_module() -> warpsim.Module:
    return warpsim.Module((KERNELS / "seed.cu").read_text(), ("-DTILE_WIDTH=16",), name="seed.cu")


def launch(source: str, args=(), grid=1, block=32, name: str = "k", **options):
    """Compile ``source`` and launch its kernel ``name``."""
    return warpsim.Module(source, name="k.cu").get_function(name)(grid, block, args, **options)
