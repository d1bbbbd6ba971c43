"""Who races, and how: every contestant is verified, then all take turns, round after round."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from course_kernels.bench.cases import RACED, TILED
from course_kernels.bench.contestant import Contestant, PeerFailed, PeerMissing, Row
from course_kernels.bench.on_numba import on_numba
from course_kernels.bench.on_numpy import OnNumpy
from course_kernels.bench.on_pocl import on_pocl
from course_kernels.bench.on_warpsim import OnWarpsim

SIMULATOR_N = 32  # a larger product takes Numba's simulator minutes
TURN_MS, MOST_IN_A_TURN = 60.0, 20
PAUSE = 0.1  # seconds between turns: BLAS's threads go on spinning for a while after a product


def contestants(sizes: Sequence[int], race_sizes: Sequence[int], methods: Sequence[str]) -> list[Contestant]:
    """All that is measured, in the order of a round. The race check, which is slow, runs once."""
    listed: list[Contestant] = []
    for n in sizes:
        for case in (one for one in RACED if one.fits(n)):
            listed.append(OnWarpsim(case, n, "plain"))
            listed.append(OnWarpsim(case, n, "profile"))
            if n in race_sizes:
                listed.append(OnWarpsim(case, n, "racecheck", most_runs=1))
        listed += [on_pocl(n, method) for method in methods]
        listed.append(OnNumpy(n))
    listed.append(OnWarpsim(TILED, SIMULATOR_N, "plain"))
    listed.append(on_numba(SIMULATOR_N))
    return listed


def race(all_of_them: Iterable[Contestant], rounds: int, pause: float = PAUSE) -> list[Row]:
    """Verify, then measure in interleaved rounds. A contestant that is missing, fails or is wrong gets no time."""
    rows: list[Row] = []
    fit: list[tuple[Contestant, Row]] = []
    try:
        for one in all_of_them:
            row = Row(one.peer, one.mode, one.kernel, one.n)
            rows.append(row)
            fit.append((one, row))
            _verify(one, row)
        for _ in range(rounds):
            for one, row in fit:
                if row.state == "ok" and len(row.runs) < one.most_runs:
                    time.sleep(pause)
                    _turn(one, row)
    finally:
        for one, _ in fit:
            one.close()
    return rows


def _verify(one: Contestant, row: Row) -> None:
    try:
        found = one.verified()
    except PeerMissing as problem:
        row.state, row.note = "not installed", str(problem)
    except PeerFailed as problem:
        row.state, row.note = "failed", str(problem)
    else:
        row.max_error = found.max_error
        if not found.ok:
            row.state, row.note, row.max_error = "wrong", f"{found.wrong} of {one.n**2} elements", None


def _turn(one: Contestant, row: Row) -> None:
    """One untimed run where runs are short, then as many timed ones as a turn has room for."""
    try:
        if one.most_runs > MOST_IN_A_TURN and (not row.runs or row.runs[-1] < TURN_MS):
            one.milliseconds()
        runs = [one.milliseconds()]
        while sum(runs) < TURN_MS and len(runs) < min(MOST_IN_A_TURN, one.most_runs - len(row.runs)):
            runs.append(one.milliseconds())
        row.runs += runs
    except (PeerFailed, OSError) as problem:
        row.state, row.note, row.runs = "failed", str(problem), []
