"""The narrower kinds of vectors give the same bytes as the widest one."""

import hashlib
import os
import subprocess
import sys

import pytest

from warpsim import jit

PROGRAM = """
import hashlib, sys
sys.path.insert(0, {root!r})
import numpy as np, warpsim
from tests.warpsim.conftest import KERNELS, matrices
digest = hashlib.sha256()
module = warpsim.Module((KERNELS / "seed.cu").read_text())
for name in ("mmNaive", "mmTiled"):
    for n in (1, 17, 64):
        a, b, c = matrices(n)
        module.get_function(name)((-(-n // 16),) * 2, (16, 16), (a, b, c, n))
        digest.update(c.tobytes())
print(warpsim.simd_name(), digest.hexdigest())
"""


def digest(kind: str) -> tuple[str, str]:
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    environment = {**os.environ, "WARPSIM_SIMD": kind}
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(root=root)], env=environment, capture_output=True, text=True, check=True
    )
    name, value = result.stdout.rsplit(None, 1)
    return name, value


def test_all_kinds_agree():
    features = jit.cpu_features()
    results = {kind: digest(kind) for kind in ("", "avx2", "generic")}
    assert results["generic"][0] == "generic"
    if features.get("avx2"):
        assert results["avx2"][0] == "AVX2"
    assert len({value for _, value in results.values()}) == 1
    assert len(results[""][1]) == len(hashlib.sha256().hexdigest())


def test_kind_is_one_that_the_cpu_has():
    if not jit.cpu_features().get("avx512f"):
        pytest.skip("this CPU has no AVX-512")
    assert jit.simd().width == 16
