"""The cache of compiled kernels: damage, a full or read-only disk, and its bound are survived."""

import os

import numpy as np

from warpsim import cache

from .conftest import launch


def use(tmp_path, monkeypatch):
    monkeypatch.setenv("WARPSIM_CACHE", str(tmp_path / "kernels"))


def test_round_trip_and_damage(tmp_path, monkeypatch):
    use(tmp_path, monkeypatch)
    name = cache.key("a", "b")
    assert cache.load(name) is None
    cache.store(name, b"code")
    assert cache.load(name) == b"code"
    path = cache.folder() / name
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert cache.load(name) is None


def test_key_tells_parts_apart():
    assert cache.key("ab", "c") != cache.key("a", "bc")


def test_bound(tmp_path, monkeypatch):
    use(tmp_path, monkeypatch)
    monkeypatch.setattr(cache, "LIMIT_BYTES", 1000)
    for n in range(10):
        cache.store(cache.key(str(n)), bytes(300))
        os.utime(cache.folder() / cache.key(str(n)), (n, n))
    left = [n for n in range(10) if cache.load(cache.key(str(n))) is not None]
    assert left and left == list(range(10 - len(left), 10)) and len(left) <= 3


def test_no_place_to_store_is_no_error(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("WARPSIM_CACHE", str(blocked))
    a = np.zeros(32, np.float32)
    launch("__global__ void k(float* A) { A[threadIdx.x] = 41.5f; }", (a,))
    assert a.tolist() == [41.5] * 32


def test_a_cached_kernel_runs(tmp_path, monkeypatch):
    use(tmp_path, monkeypatch)
    for _ in range(2):
        a = np.zeros(32, np.float32)
        launch("__global__ void k(float* A) { A[threadIdx.x] = 42.5f; }", (a,))
        assert a.tolist() == [42.5] * 32
    assert len(list((tmp_path / "kernels").iterdir())) == 1
