"""The benchmark: its structure, and that nothing is timed before it was right. No test asserts a time."""

import json

import numpy as np
import pytest

from course_kernels import cli, use_language
from course_kernels.bench import compiling, contestant, report, rounds, worker
from course_kernels.bench.cases import COMPILED, NAIVE, RACED, SGEMM, TILED
from course_kernels.bench.contestant import PeerFailed, PeerMissing
from course_kernels.bench.on_numba import on_numba
from course_kernels.bench.on_numpy import OnNumpy
from course_kernels.bench.on_pocl import on_pocl
from course_kernels.bench.on_warpsim import MODES, OnWarpsim

TINY = report.Plan((32,), (32,), rounds=1, methods=("default",), compile_rounds=1, compiled=(NAIVE,), pause=0)


class Impostor(OnNumpy):
    """A contestant whose answer is not right."""

    def verified(self):
        return contestant.verdict(contestant.poisoned(self.n))

    def milliseconds(self):
        raise AssertionError("a wrong contestant is not timed")


class Absent(Impostor):
    """A contestant that is not there."""

    def __init__(self, n, problem):
        super().__init__(n)
        self.problem = problem

    def verified(self):
        raise self.problem


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", RACED, ids=lambda case: case.symbol)
def test_every_kernel_in_every_mode_is_right_and_measured(case, mode):
    (row,) = rounds.race([OnWarpsim(case, 128, mode, most_runs=1)], 3, pause=0)
    record = row.record()
    assert (record["peer"], record["mode"], record["kernel"], record["n"]) == ("warpsim", mode, case.symbol, 128)
    assert (record["state"], record["runs"]) == ("ok", 1)
    assert 0 < record["best_ms"] <= record["ms"] <= record["worst_ms"]
    assert record["gflops"] == pytest.approx(2 * 128**3 / record["ms"] / 1e6)
    assert record["max_error"] < 1e-4


def test_wrong_missing_and_failing_contestants_get_no_time():
    listed = [Impostor(32), Absent(32, PeerMissing("pyopencl")), Absent(32, PeerFailed("it burnt")), OnNumpy(32)]
    rows = rounds.race(listed, 2, pause=0)
    assert [row.state for row in rows] == ["wrong", "not installed", "failed", "ok"]
    assert [row.note for row in rows] == ["1024 of 1024 elements", "pyopencl", "it burnt", ""]
    assert all(row.ms is None and row.gflops is None and not row.runs for row in rows[:3])
    json.dumps([row.record() for row in rows], allow_nan=False)


def test_rounds_are_interleaved():
    order = []

    class Noted(OnNumpy):
        def verified(self):
            return contestant.verdict(np.matmul(*contestant.inputs(self.n)))

        def milliseconds(self):
            order.append(self.n)
            return 1000.0

    rounds.race([Noted(16, most_runs=2), Noted(17, most_runs=3)], 3, pause=0)
    assert order == [16, 17, 16, 17, 17]


def test_sgemm_takes_only_whole_tiles():
    assert SGEMM.fits(256) and not SGEMM.fits(200) and TILED.fits(200)
    kernels = {one.kernel for one in rounds.contestants((32,), (), ())}
    assert kernels == {"mmNaive", "mmTiled", "A @ B"}


def test_kernels_are_compiled_by_the_names_promised():
    assert [case.symbol for case in COMPILED] == ["mmNaive", "mmTiled", "mmTiledDyn", "sgemm_v4"]
    a, b = contestant.inputs(32)
    for case in COMPILED[:3]:
        C = contestant.poisoned(32)
        case.compiled()(case.grid(32), case.block, (a, b, C, *case.scalars(32)), shared_mem=2048)
        assert contestant.verdict(C).ok


@pytest.mark.parametrize("module, peer", [("pyopencl", on_pocl), ("numba", on_numba)])
def test_a_peer_in_its_own_process(module, peer):
    pytest.importorskip(module)
    (row,) = rounds.race([peer(16, most_runs=1)], 1, pause=0)
    if row.state == "not installed":
        pytest.skip(row.note)
    assert (row.state, row.note, len(row.runs)) == ("ok", "", 1)


def fake_peer(tmp_path, monkeypatch, body):
    (tmp_path / "fake_peer.py").write_text(
        "from course_kernels.bench.worker import serve\n"
        "from course_kernels.bench.contestant import inputs\n"
        f"def prepare(n):\n    A, B = inputs(n)\n    {body}\nserve(prepare)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return worker.InWorker("fake_peer", "fake", 8, most_runs=2)


@pytest.mark.parametrize("body, state, note", [
    ("print('noise'); return A @ B, lambda: 2.5, '1.0'", "ok", ""),
    ("return A + B, lambda: 2.5, '1.0'", "wrong", "elements"),
    ("import no_such_package", "not installed", "no_such_package"),
    ("raise ValueError('no device')", "failed", "ValueError: no device"),
    ("return A @ B, lambda: 1 / 0, '1.0'", "failed", "ZeroDivisionError"),
])
def test_what_a_worker_says(tmp_path, monkeypatch, body, state, note):
    (row,) = rounds.race([fake_peer(tmp_path, monkeypatch, body)], 1, pause=0)
    assert row.state == state and note in row.note
    assert row.runs == ([2.5, 2.5] if state == "ok" else [])


def test_a_worker_that_hangs_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(worker, "LONGEST_S", 1)
    (row,) = rounds.race([fake_peer(tmp_path, monkeypatch, "import time; time.sleep(600)")], 1, pause=0)
    assert row.state == "failed"


def test_compile_times():
    found = compiling.measure((TILED,), rounds=1)
    (one,) = found["kernels"]
    assert one["kernel"] == "mmTiled"
    assert all(one[f"{kind}_best_ms"] <= one[f"{kind}_ms"] <= one[f"{kind}_worst_ms"] for kind in ("cold", "cached"))
    assert found["start_ms"] > 0


def test_ratios():
    def row(peer, mode, n, *runs):
        return contestant.Row(peer, mode, "mmTiled", n, runs=list(runs))

    rows = [row("warpsim", "plain", 64, 0.5, 1.0, 9.0), row("warpsim", "profile", 64, 4.0),
            row("PoCL", "default", 64, 2.0), row("warpsim", "plain", 32, 0.5), row("Numba", "simulator", 32, 1000.0)]
    found = report.ratios(rows, (64,))
    assert (found["N"], found["plain/PoCL"], found["profile/PoCL"]) == (64, 2.0, 0.5)
    assert found["plain/PoCL workitemrepl"] is None
    assert found["plain/numba"] == pytest.approx(8000)
    assert found["plain/numba at N=32"] == pytest.approx(2000)
    assert set(found["by_n"]) == set(found["best_by_n"]) == {"64"}
    assert found["best_by_n"]["64"]["plain/PoCL"] == 4.0


@pytest.fixture
def bench(capsys, monkeypatch):
    monkeypatch.setattr(report, "QUICK", TINY)

    def run(*words):
        with pytest.raises(SystemExit) as ended:
            cli.main(["bench", "warpsim", "--quick", *words])
        return ended.value.code, capsys.readouterr().out

    yield run
    use_language("en")


def test_command_json(bench):
    status, out = bench("--json")
    found = json.loads(out)
    assert status == 0, found["rows"]
    assert {"machine", "rows", "compile", "ratios"} == set(found)
    assert {"cpu", "threads", "simd", "versions", "date"} == set(found["machine"])
    assert found["machine"]["versions"]["numpy"] == np.__version__
    assert {row["peer"] for row in found["rows"]} == {"warpsim", "PoCL", "Numba", "NumPy"}
    for row in found["rows"]:
        assert row["state"] in ("ok", "not installed")
        assert (row["ms"] is None) == (row["state"] != "ok")
    assert {"plain/PoCL", "profile/PoCL", "plain/numba"} <= set(found["ratios"])


@pytest.mark.parametrize("lang, words", [("en", ("Runs on", "Cold", "compared with float64")), ("he", ("רץ על",))])
def test_command_table(bench, monkeypatch, lang, words):
    monkeypatch.setattr(report, "contestants", lambda *_: [OnNumpy(16), Absent(16, PeerMissing("pyopencl"))])
    status, out = bench("--lang", lang)
    assert status == 0
    for part in (*words, "NumPy BLAS", "mmNaive", '".[bench]"'):
        assert part in " ".join(out.split())


def test_a_wrong_product_is_exit_status_1(bench, monkeypatch):
    monkeypatch.setattr(report, "contestants", lambda *_: [Impostor(16)])
    assert bench("--json")[0] == 1
