"""The check of an exercise: what must hold, in order, with the reason for the first thing that does not.

A kernel runs on the CPU device first, whatever the machine has: there every access is checked, endless loops
end, and a fault has a line. On a machine with a GPU a kernel that passed runs there as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import warpsim
from course_grader.diagnosis import bare, diagnose
from course_grader.exercises import Exercise, exercises
from course_grader.report import DID_NOT_RUN, FAILED, NOT_ATTEMPTED, PASSED, Report, Result
from course_grader.trial import Trial, attempt
from course_kernels import (
    CourseError,
    Kernel,
    Phrases,
    Submission,
    device,
    explain,
    explain_race,
    hazards,
    language,
    submission,
)
from course_kernels.cpu import CpuDevice

CRITERION = {"endless": "finishes", "bounds": "bounds", "misaligned": "bounds", "barrier": "barriers",
             "gpu": "bounds"}
SCHEDULES: tuple[dict[str, Any], ...] = ({}, {"schedule": "random", "seed": 1}, {"schedule": "random", "seed": 2})


def check(name: str, lang: str | None = None) -> Report:
    """Check the notebook's latest ``%%kernel NAME`` cell.

    Example: ``check("tiled")``.
    """
    try:
        return check_submission(submission(name), lang)
    except CourseError as problem:
        if problem.key != "no-submission":
            raise
        spoken = lang or language()
        return Report(name, _all(exercises()[name], NOT_ATTEMPTED), spoken)


def check_source(name: str, source: str, lang: str | None = None) -> Report:
    """Check CUDA text as an answer to the exercise ``name``."""
    exercise = exercises()[name]
    try:
        kernel = Kernel(source, exercise.kernel, f"{name}.cu", {exercise.constant: exercise.tile})
    except (warpsim.Error, CourseError) as problem:
        return check_submission(Submission(name, source, None, problem), lang)
    return check_submission(Submission(name, source, kernel), lang)


def check_submission(given: Submission, lang: str | None = None) -> Report:
    """Check one submission; the results stop at the first failure."""
    exercise, spoken = exercises()[given.name], lang or language()
    if not given.attempted:
        return Report(given.name, _all(exercise, NOT_ATTEMPTED), spoken)
    return Report(given.name, _Check(exercise, given, Phrases("course_grader", spoken)).results(), spoken)


def _all(exercise: Exercise, state: str) -> tuple[Result, ...]:
    return tuple(Result(one, state) for one in exercise.criteria)


class _Failure(Exception):
    """The first thing that does not hold."""

    def __init__(self, criterion: str, reason: str, hint: str = "", state: str = FAILED):
        super().__init__(criterion)
        self.result = Result(criterion, state, reason, hint)


class _Check:
    """The steps of one check. Each step yields the criteria that it has shown to hold, or raises _Failure."""

    def __init__(self, exercise: Exercise, given: Submission, say: Phrases):
        self.exercise, self.given, self.say = exercise, given, say
        self.trials: list[Trial] = []
        self._kernels: dict[int, Kernel] = {}

    def results(self) -> tuple[Result, ...]:
        held: list[str] = []
        failure: Result | None = None
        try:
            for step in (self._compiles, self._runs, self._is_right, self._fits, self._on_gpu):
                for criterion in step():
                    held.append(criterion)
        except _Failure as problem:
            failure = problem.result
        states = {one: Result(one, PASSED) for one in held}
        if failure:
            states[failure.criterion] = failure
        return tuple(states.get(one, Result(one, DID_NOT_RUN)) for one in self.exercise.criteria)

    def _compiles(self) -> Iterator[str]:
        if self.given.kernel is None:
            reason = explain(self.given.error, self.say.lang) if self.given.error else ""
            raise _Failure("compiles", reason, self.say("hint-compiles"))
        if self.given.kernel.symbol != self.exercise.kernel:
            raise _Failure("compiles", self.say("reason-symbol", symbol=self.exercise.kernel))
        self._kernel(self.exercise.tile)
        yield "compiles"

    def _runs(self) -> Iterator[str]:
        """Every size, on the CPU device: faults first, then barriers under three orders of the warps."""
        where = CpuDevice()
        run = self._kernel(self.exercise.tile).on(where)
        for n in (*self.exercise.whole_sizes, *self.exercise.ragged_sizes):
            self.trials.append(self._attempt(run, where, n, self.exercise.tile))
        yield from ("finishes", "bounds")
        if not all(one.inputs_whole for one in self.trials):
            raise _Failure("inputs", self.say("reason-inputs"))
        yield "inputs"
        if "races" in self.exercise.criteria:
            self._is_race_free()
            yield "races"
        self._same_in_any_order(run, where)
        yield "barriers"

    def _is_race_free(self) -> None:
        """Whether the result is right by luck or not: no two accesses may race."""
        found = hazards(self._kernel(self.exercise.tile), max(self.exercise.whole_sizes))
        if found.races:
            reason = explain_race(found.races[0], found.kernel, self.say.lang)
            raise _Failure("races", self.say("reason-at-size", n=found.n, tile=self.exercise.tile, reason=reason),
                           self.say(f"why-race-{found.races[0].kind}"))

    def _same_in_any_order(self, run: Callable[..., Any], where: Any) -> None:
        n = max(self.exercise.whole_sizes)
        orders = [self._attempt(run, where, n, self.exercise.tile, **one) for one in SCHEDULES]
        same = all(orders[0].C.tobytes() == other.C.tobytes() for other in orders[1:])
        few = bare(self.given.source).count("__syncthreads") < 2
        if not same or (few and not orders[0].verdict.ok and diagnose(orders[0], self.given.source) == "barriers"):
            raise _Failure("barriers", self.say("reason-order", n=n), self.say("why-barriers"))

    def _is_right(self) -> Iterator[str]:
        for criterion, sizes in (("whole", self.exercise.whole_sizes), ("ragged", self.exercise.ragged_sizes)):
            for trial in self.trials:
                if trial.n in sizes:
                    self._must_be_right(trial, criterion)
            yield criterion

    def _fits(self) -> Iterator[str]:
        where = CpuDevice()
        for tile in self.exercise.other_tiles:
            run = self._kernel(tile).on(where)
            for n in (tile + 1, 2 * tile):
                self._must_be_right(self._attempt(run, where, n, tile), "widths")
        yield "widths"
        ptx = self._module().ptx
        if "ld.shared" not in ptx or "st.shared" not in ptx:
            raise _Failure("shared", self.say("reason-shared"))
        yield "shared"

    def _on_gpu(self) -> Iterator[str]:
        where = device()
        if where.kind == "gpu":
            run = self._kernel(self.exercise.tile).on(where)
            for n in (*self.exercise.whole_sizes, *self.exercise.ragged_sizes):
                whole = n % self.exercise.tile == 0
                self._must_be_right(self._attempt(run, where, n, self.exercise.tile), "whole" if whole else "ragged")
        yield from ()

    def _attempt(self, run: Callable[..., Any], where: Any, n: int, tile: int, **more: Any) -> Trial:
        """One trial; a fault of the kernel becomes the failure of its criterion."""
        try:
            trial = attempt(run, where, n, tile, **more)
        except (warpsim.Error, CourseError) as problem:
            criterion = CRITERION.get(problem.key)
            reason = self.say("reason-at-size", n=n, tile=tile, reason=explain(problem, self.say.lang))
            if criterion is None:
                raise _Failure("finishes", reason, state=DID_NOT_RUN) from None
            raise _Failure(criterion, reason, self.say(f"hint-{problem.key}")) from None
        if not trial.guards_whole:
            raise _Failure("bounds", self.say("reason-guard", n=n))
        return trial

    def _must_be_right(self, trial: Trial, criterion: str) -> None:
        if trial.verdict.ok:
            return
        where = CpuDevice()
        zero = attempt(self._kernel(trial.tile).on(where), where, trial.n, trial.tile, fill=0.0)
        why = "fixed-width" if criterion == "widths" else diagnose(trial, self.given.source, zero)
        reason = self.say("reason-wrong", n=trial.n, tile=trial.tile, wrong=trial.verdict.wrong, all=trial.n**2)
        raise _Failure(criterion, reason, self.say(f"why-{why}" if why else "why-unknown"))

    def _kernel(self, tile: int) -> Kernel:
        """The student's kernel for one tile width; what does not compile fails the criterion it serves."""
        if tile not in self._kernels:
            assert self.given.kernel is not None
            try:
                self._kernels[tile] = self.given.kernel.with_defines(**{self.exercise.constant: tile})
            except (warpsim.Error, CourseError) as problem:
                criterion = "compiles" if tile == self.exercise.tile else "widths"
                raise _Failure(criterion, explain(problem, self.say.lang), self.say("hint-compiles")) from None
        return self._kernels[tile]

    def _module(self) -> warpsim.Module:
        kernel = self._kernel(self.exercise.tile)
        return warpsim.Module(kernel.source, options=kernel.options, name=kernel.file)
