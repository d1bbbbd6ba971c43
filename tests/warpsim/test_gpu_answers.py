"""Every expression of the instruction tests gives what an NVIDIA H200 answered, bit for bit where PTX says so."""

import json
from pathlib import Path

import numpy as np
import pytest

from . import test_warp as across
from .record_gpu import CLOSE_FLOATS, questions, unpack
from .test_instructions import apply

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "gpu_instructions.json").read_text())


def same(got: np.ndarray, answer: np.ndarray) -> np.ndarray:
    """Return where two arrays agree; any NaN is like any other."""
    if got.dtype.kind == "f":
        return (got.view(f"u{got.itemsize}") == answer.view(f"u{got.itemsize}")) | (np.isnan(got) & np.isnan(answer))
    return got == answer


@pytest.mark.parametrize("question", questions(), ids=lambda q: f"{q[0]} {q[2].dtype}")
def test_single_instructions(question):
    expression, result, a, b = question
    answer = unpack(GOLDEN["single"][f"{expression} {a.dtype} {np.dtype(result)}"], result)
    got = apply(expression, result, a, b)
    if expression in CLOSE_FLOATS:
        # these rest on approximations whose last bits PTX leaves open
        np.testing.assert_allclose(got, answer, rtol=4e-6, atol=1e-6)
    else:
        wrong = ~same(got, answer)
        examples = list(zip(a[wrong][:4], b[wrong][:4], got[wrong][:4], answer[wrong][:4], strict=True))
        assert not wrong.any(), f"(a, b, got, GPU): {examples}"


@pytest.mark.parametrize("expression", across.CASES)
def test_across_the_warp(expression):
    assert across.ask(expression).tolist() == GOLDEN["warp"][expression]


def test_the_answers_are_a_gpus():
    assert GOLDEN["gpu"] == "NVIDIA H200"
    assert len(GOLDEN["single"]) == len(questions()) and len(GOLDEN["warp"]) == len(across.CASES)
