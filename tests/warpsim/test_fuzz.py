"""Thousands of broken kernels: each gives a result or a warpsim.Error, and touches nothing but its arrays.

``python tests/warpsim/test_fuzz.py --count 10000 --seed 1`` runs many; failures are printed with their source.
"""

from __future__ import annotations

import argparse
import collections
import ctypes
import json
import mmap
import os
import random
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import warpsim  # noqa: E402
from tests.warpsim import mutate  # noqa: E402

N = 20
PATIENCE = 10.0  # seconds for one mutant
BUDGET = 20_000
MODES = ("plain", "profile", "racecheck")
PATTERN = 0xA5
PAGE = mmap.PAGESIZE
_KERNELS = ROOT / "tests/warpsim/kernels"
_COURSE = ROOT / "course_kernels"

# file, kernel, options, grid, block, further integers, dynamic shared bytes, size of the arrays' side
_TILE8 = ("-DTILE_WIDTH=8",)
SUBJECTS = (
    (_COURSE / "naive.cu", "mmNaive", (), (3, 3), (8, 8), (), 0, N),
    (_COURSE / "tiled.cu", "mmTiled", _TILE8, (3, 3), (8, 8), (), 0, N),
    (_KERNELS / "seed.cu", "mmTiled", _TILE8, (3, 3), (8, 8), (), 0, N),
    (_KERNELS / "seed.cu", "mmTiledDyn", _TILE8, (3, 3), (8, 8), (8,), 512, N),
    (_KERNELS / "zoo.cu", "zooFlow", (), (2, 2), (10, 10), (), 0, N),
    (_KERNELS / "zoo.cu", "zooTypes", (), (2, 1), (5, 11), (), 0, N),
    (_KERNELS / "zoo.cu", "zooMemory", (), 2, (8, 8), (), 128, N),
)
LONG = ((_COURSE / "bench" / "sgemm_v4.cu", "sgemm_v4", (), 1, 256, (8,), 0, 128),)  # seconds to compile


class Fenced:
    """An array with unreadable pages on both sides, flush with one of them; the rest of its pages is a pattern."""

    def __init__(self, data: np.ndarray, at_end: bool):
        pages = -(-data.nbytes // PAGE)
        self.memory = mmap.mmap(-1, (pages + 2) * PAGE)
        whole = np.frombuffer(self.memory, np.uint8)
        self.pages = whole[PAGE : (pages + 1) * PAGE]
        self.pages[:] = PATTERN
        self.start = pages * PAGE - data.nbytes if at_end else 0
        self.end = self.start + data.nbytes
        self.array = self.pages[self.start : self.end].view(data.dtype).reshape(data.shape)
        self.array[...] = data
        libc = ctypes.CDLL(None, use_errno=True)
        for page in (0, pages + 1):
            if libc.mprotect(ctypes.c_void_p(whole.ctypes.data + page * PAGE), ctypes.c_size_t(PAGE), 0):
                raise OSError(ctypes.get_errno(), "mprotect")

    def intact(self) -> bool:
        """Whether the bytes around the array are as they were."""
        return bool((self.pages[: self.start] == PATTERN).all() and (self.pages[self.end :] == PATTERN).all())


def launch(job: dict) -> str:
    """Run one mutant in this process and return its outcome; "FAILED ..." says what must not happen."""
    size = job["size"]
    generator = np.random.default_rng(0)
    inputs = [generator.uniform(-1, 1, (size, size)).astype(np.float32) for _ in range(2)]
    fenced = [Fenced(a, job["at_end"]) for a in (*inputs, np.full((size, size), np.nan, np.float32))]
    args = (*(f.array for f in fenced), np.int32(size), *([np.int32(size)] * (2 if job["kernel"] == "sgemm" else 0)),
            *(np.int32(n) for n in job["integers"] if job["kernel"] != "sgemm"))  # fmt: skip
    outcome = "result"
    function = None
    try:
        module = warpsim.Module(job["source"], tuple(job["options"]), name="mutant.cu")
        function = module.get_function(job["kernel"])
        run = {"plain": function, "profile": function.profile, "racecheck": function.racecheck}[job["mode"]]
        run(job["grid"], job["block"], args, job["shared"], budget=BUDGET, schedule=job["schedule"])
    except warpsim.Error as error:
        outcome = error.key
        str(error), error.fields()
    except Exception as error:
        return f"FAILED {type(error).__name__}: {error}"
    if not all(f.intact() for f in fenced):
        return "FAILED wrote around an array"
    if not all(np.array_equal(f.array, a) for f, a in zip(fenced, inputs, strict=False)):
        written = function.lowered.written_arrays()
        names = [("parameter", p.name) for p in function.lowered.source.parameters[:2]]
        if not ({*names, ("unknown", "")} & set(written)):
            return "FAILED changed an input that it does not write"
    return outcome


def serve() -> None:
    """The worker: jobs come as lines of JSON, outcomes go back so."""
    for line in sys.stdin:
        print(json.dumps(launch(json.loads(line))), flush=True)


class Worker:
    """A subprocess that runs mutants; started again when it dies or does not answer."""

    def __init__(self, cache: str):
        self.cache = cache
        self.process: subprocess.Popen | None = None
        self.since = 0.0

    def run(self, job: dict) -> str:
        """Return the job's outcome."""
        if self.process is None:
            environment = {**os.environ, "WARPSIM_CACHE": self.cache, "WARPSIM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
            command, pipe = [sys.executable, __file__, "--worker"], subprocess.PIPE
            self.process = subprocess.Popen(command, env=environment, text=True, cwd=ROOT, stdin=pipe, stdout=pipe)
            self.ask(JOB_TO_WARM_UP, 60)
        return self.ask(job, PATIENCE)

    def ask(self, job: dict, patience: float) -> str:
        assert self.process is not None and self.process.stdin is not None and self.process.stdout is not None
        self.since = time.monotonic()
        try:
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return self.died()
        start = self.seconds()
        while not select.select([self.process.stdout], [], [], 1)[0]:
            if self.seconds() - start > patience:
                self.stop()
                return f"FAILED no answer in {patience:.0f} s"
        answer = self.process.stdout.readline()
        return json.loads(answer) if answer else self.died()

    def seconds(self) -> float:
        """Return the CPU time of the subprocess, which a busy machine does not add to, and a tenth of the clock's."""
        assert self.process is not None
        try:
            user, system = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        except OSError:
            return 0.0
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") + (time.monotonic() - self.since) / 10

    def died(self) -> str:
        assert self.process is not None
        code = self.process.wait()
        self.process = None
        return f"FAILED the process died with {code}"

    def stop(self) -> None:
        """End the subprocess."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def job(number: int, seed: int) -> dict:
    """Return mutant ``number`` of a seed, and how it is launched."""
    rng = random.Random(f"{seed} {number}")
    subjects = LONG if rng.random() < 0.01 else SUBJECTS
    file, kernel, options, grid, block, integers, shared, size = rng.choice(subjects)
    return {
        "source": mutate.mutant(file.read_text(), rng), "kernel": kernel, "options": options, "grid": grid,
        "block": rng.choice((block, block, block, 33, (1, 2, 3), 1)), "integers": integers,
        "shared": rng.choice((shared, shared, shared, 0, 4)),
        "size": size, "mode": MODES[number % len(MODES)], "schedule": rng.choice(warpsim.SCHEDULES),
        "at_end": rng.random() < 0.7,
    }  # fmt: skip


JOB_TO_WARM_UP = {
    "source": (_COURSE / "naive.cu").read_text(), "kernel": "mmNaive", "options": (), "grid": 1, "block": 1,
    "integers": (), "shared": 0, "size": N, "mode": "plain", "schedule": "one_ahead", "at_end": True,
}  # fmt: skip


def fuzz(count: int, seed: int, seconds: float = 1e9) -> tuple[collections.Counter, list[tuple[dict, str]]]:
    """Run ``count`` mutants, or as many as the seconds allow: how often each outcome, and the failures."""
    outcomes: collections.Counter[str] = collections.Counter()
    failures = []
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="warpsim-fuzz-") as cache:
        worker = Worker(cache)
        try:
            for number in range(count):
                if time.monotonic() > until:
                    break
                one = job(number, seed)
                outcome = worker.run(one)
                outcomes[f"{one['mode']:9} {outcome.split(':')[0]}"] += 1
                if outcome.startswith("FAILED"):
                    failures.append((one, outcome))
                    print(report(number, one, outcome), flush=True)
                elif number % 100 == 99:
                    print(number + 1, dict(outcomes), file=sys.stderr, flush=True)
        finally:
            worker.stop()
    return outcomes, failures


def report(number: int, one: dict, outcome: str) -> str:
    """Return a failure with what is needed to see it again."""
    shape = {k: v for k, v in one.items() if k != "source"}
    return f"--- mutant {number}: {outcome}\n{json.dumps(shape)}\n{one['source']}\n"


def test_mutated_kernels_end_in_a_result_or_an_error():
    outcomes, failures = fuzz(150, seed=2024, seconds=38)
    assert not failures, failures[0][1]
    kinds = {key.split()[1] for key in outcomes}
    assert {"result", "bounds", "compile"} <= kinds


def test_mutations_differ_and_repeat():
    first = [job(n, 1)["source"] for n in range(50)]
    assert first == [job(n, 1)["source"] for n in range(50)]
    assert len(set(first)) > 40


def main() -> int:
    parser = argparse.ArgumentParser(description="Run mutated kernels on warpsim.")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        serve()
        return 0
    start = time.monotonic()
    outcomes, failures = fuzz(options.count, options.seed, options.seconds)
    for key, count in sorted(outcomes.items()):
        print(f"{count:7} {key}")
    print(f"{sum(outcomes.values())} mutants in {time.monotonic() - start:.0f} s, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
