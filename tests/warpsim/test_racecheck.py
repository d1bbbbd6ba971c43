"""Races are found whatever the schedule, each by its kind and lines, and correct kernels have none."""

import numpy as np
import pytest

import warpsim

from .conftest import KERNELS, matrices

SCHEDULES = [("one_ahead", 0), ("round_robin", 0), ("random", 1), ("random", 2)]
SOURCE = (KERNELS / "seed.cu").read_text()
STORE_A, STORE_B, USE = (
    next(n for n, text in enumerate(SOURCE.splitlines(), 1) if mark in text)
    for mark in ("As[ty][tx] =", "Bs[ty][tx] =", "sum += As[ty][k]")
)


def races(module, name, n=48, **options):
    a, b, c = matrices(n)
    extra, shared = ((16,), 2048) if name == "mmTiledDyn" else ((), 0)
    grid = -(-n // 16)
    return module.get_function(name).racecheck(
        (grid, grid), (16, 16), (a, b, c, n, *extra), shared_mem=shared, **options
    )


@pytest.mark.parametrize("schedule, seed", SCHEDULES)
@pytest.mark.parametrize("n", [16, 48, 50])
@pytest.mark.parametrize("name", ["mmNaive", "mmTiled", "mmTiledDyn"])
def test_correct_kernels_have_none(seed_module, name, n, schedule, seed):
    assert races(seed_module, name, n, schedule=schedule, seed=seed) == []


@pytest.mark.parametrize("schedule, seed", SCHEDULES)
@pytest.mark.parametrize("n", [48, 50])
def test_missing_first_barrier_is_raw(seed_module, n, schedule, seed):
    found = races(seed_module, "mmBugFirst", n, schedule=schedule, seed=seed)
    assert [(r.kind, r.array, r.lines) for r in found] == [
        ("RAW", "As", (STORE_A, USE)),
        ("RAW", "Bs", (STORE_B, USE)),
    ]


@pytest.mark.parametrize("schedule, seed", SCHEDULES)
@pytest.mark.parametrize("n", [48, 50])
def test_missing_second_barrier_is_war(seed_module, n, schedule, seed):
    found = races(seed_module, "mmBugSecond", n, schedule=schedule, seed=seed)
    assert {(r.kind, r.array, r.lines) for r in found} == {
        ("WAR", "As", (USE, STORE_A)),
        ("WAR", "Bs", (USE, STORE_B)),
    }
    for race in found:
        assert race.count > 0 and race.threads[0] != race.threads[1]


def test_one_tile_has_no_second_phase_to_race_with(seed_module):
    assert races(seed_module, "mmBugSecond", 16) == []


def test_found_also_when_the_answer_is_right(seed_module):
    """With equal elements everywhere the racy product is right, and the race is still there."""
    a, b, c = (np.ones((48, 48), np.float32) for _ in range(3))
    found = seed_module.get_function("mmBugSecond").racecheck((3, 3), (16, 16), (a, b, c, 48))
    assert np.all(c == 48) and found


def check(body: str, block=64, grid=1):
    source = f"__global__ void k(float* A) {{\n{body}\n}}"
    return warpsim.Module(source, name="k.cu").get_function("k").racecheck(grid, block, (np.zeros(64, np.float32),))


def kinds(found):
    return [(r.kind, r.space, r.lines) for r in found]


SHARED = "__shared__ float s[64];\n"


def test_within_a_warp_without_syncwarp():
    found = check(SHARED + "s[threadIdx.x] = 1;\nA[threadIdx.x] = s[threadIdx.x ^ 1];")
    assert kinds(found) == [("RAW", "shared", (3, 4))]
    assert found[0].threads == ((1, 0, 0), (0, 0, 0)) and found[0].index == 1


def test_syncwarp_orders_a_warp_and_no_more():
    inside = "s[threadIdx.x] = 1;\n__syncwarp();\nA[threadIdx.x] = s[threadIdx.x ^ 1];"
    across = "s[threadIdx.x] = 1;\n__syncwarp();\nA[threadIdx.x] = s[threadIdx.x ^ 32];"
    assert check(SHARED + inside) == []
    assert kinds(check(SHARED + across)) == [("RAW", "shared", (3, 5))]


def test_two_lanes_write_one_word():
    found = check(SHARED + "s[threadIdx.x / 2] = 1;\n__syncthreads();\nA[threadIdx.x] = s[0];")
    assert kinds(found) == [("WAW", "shared", (3, 3))]


def test_blocks_are_never_ordered():
    assert kinds(check("A[threadIdx.x] = 1;", block=32, grid=2)) == [("WAW", "global", (2, 2))]
    assert check("A[blockIdx.x * 32 + threadIdx.x] = 1;", block=32, grid=2) == []


def test_reader_of_another_warp_is_not_hidden_by_the_writers_own_reads():
    body = "float x = s[0];\nif (threadIdx.x == 0) s[0] = x + 1;\n__syncthreads();\nA[threadIdx.x] = s[0] + x;"
    zero = SHARED + "s[threadIdx.x] = 0;\n__syncthreads();\n"
    assert kinds(check(zero + body)) == [("WAR", "shared", (5, 6))]


def test_a_race_says_itself_in_a_sentence(seed_module):
    text = str(races(seed_module, "mmBugSecond")[0])
    assert text.startswith("WAR hazard on shared As[") and f"line {USE}" in text and f"line {STORE_A}" in text


def findings(body: str, block=64):
    source = f"__global__ void k(float* A) {{\n{body}\n}}"
    return warpsim.Module(source, name="k.cu").get_function("k").check(1, block, (np.zeros(64, np.float32),))


def test_reads_of_what_nobody_wrote():
    half = "if (threadIdx.x < 32) s[threadIdx.x] = 1;\n__syncthreads();\nA[threadIdx.x] = s[threadIdx.x];"
    found = findings(SHARED + half)
    assert found.races == []
    (read,) = found.unwritten
    assert (read.array, read.index, read.line, read.thread, read.count) == ("s", 32, 5, (32, 0, 0), 32)
    assert "which no thread of the block has written" in str(read)


def test_a_later_block_does_not_see_the_words_of_an_earlier_one():
    source = "__global__ void k(float* A) {\n__shared__ float s[32];\nif (blockIdx.x == 0) s[threadIdx.x] = 1;\n"
    source += "__syncthreads();\nA[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];\n}"
    found = warpsim.Module(source).get_function("k").check(2, 32, (np.zeros(64, np.float32),))
    assert [(r.line, r.block, r.count) for r in found.unwritten] == [(5, (1, 0, 0), 32)]


def test_correct_kernels_read_only_what_was_written(seed_module):
    for n in (16, 50):
        a, b, c = matrices(n)
        assert seed_module.get_function("mmTiled").check((4, 4), (16, 16), (a, b, c, n)).unwritten == []


def test_a_race_explains_its_unwritten_reads(seed_module):
    a, b, c = matrices(48)
    found = seed_module.get_function("mmBugFirst").check((3, 3), (16, 16), (a, b, c, 48))
    assert found.races and found.unwritten == []
