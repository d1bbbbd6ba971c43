"""A peer in a process of its own: what it loads, and its threads, stay away from the other contestants.

The child answers on standard output, one JSON object a line: first its verdict, then the milliseconds of each run
that the parent asks for with a line on standard input.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from course_kernels.bench.contestant import PeerFailed, PeerMissing, verdict
from course_kernels.verify import Verdict

Run = Callable[[], float]
LONGEST_S = 300.0  # that a child may take for one answer


class InWorker:
    """A contestant whose product runs in ``python -m module N``; ``environment`` is what the peer needs to be told."""

    def __init__(self, module: str, peer: str, n: int, mode: str = "", kernel: str = "mmTiled",
                 environment: dict[str, str] | None = None, most_runs: int = 1000):
        self.module, self.peer, self.n, self.mode, self.kernel = module, peer, n, mode, kernel
        self.most_runs = most_runs
        self.version = ""
        self._environment = {**os.environ, "COURSE_DEVICE": "cpu", **(environment or {})}
        self._child: subprocess.Popen[str] | None = None
        self._said: Any = None

    def verified(self) -> Verdict:
        """Start the child, and compare the product that it made."""
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "C.npy")
            self._said = tempfile.TemporaryFile("w+")
            self._child = subprocess.Popen([sys.executable, "-m", self.module, str(self.n), place], text=True,
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said,
                                           env=self._environment)
            self.version = self._answer().get("version", "")
            return verdict(np.load(place))

    def milliseconds(self) -> float:
        """Ask for one run."""
        assert self._child and self._child.stdin
        self._child.stdin.write("run\n")
        self._child.stdin.flush()
        return float(self._answer()["ms"])

    def close(self) -> None:
        """End the child: it stops when its standard input does."""
        if self._child:
            self._child.communicate()
            self._child = None
        if self._said:
            self._said.close()
            self._said = None

    def _answer(self) -> dict[str, Any]:
        assert self._child and self._child.stdout
        watch = threading.Timer(LONGEST_S, self._child.kill)
        watch.start()
        line = self._child.stdout.readline()
        watch.cancel()
        if not line:
            self._said.seek(0)
            raise PeerFailed((self._said.read().strip().splitlines() or ["it ended without a word"])[-1])
        answer = json.loads(line)
        if "missing" in answer:
            raise PeerMissing(answer["missing"])
        return answer


def serve(prepare: Callable[[int], tuple[np.ndarray, Run, str]]) -> None:
    """The child's side: ``prepare(n)`` runs once and returns C, how to run again, and the peer's version."""
    n, place = int(sys.argv[1]), sys.argv[2]
    # a peer that prints must not be heard as an answer
    answers, sys.stdout = sys.stdout, sys.stderr
    try:
        C, run, version = prepare(n)
    except (ImportError, PeerMissing) as problem:
        print(json.dumps({"missing": getattr(problem, "name", None) or str(problem)}), file=answers, flush=True)
        return
    np.save(place, C)
    print(json.dumps({"version": version}), file=answers, flush=True)
    for _ in sys.stdin:
        print(json.dumps({"ms": run()}), file=answers, flush=True)
