"""The choice of device."""

import numpy as np
import pytest

from course_kernels import CourseError, device, gpu


def test_cpu_by_choice():
    here = device.use("cpu")
    assert here is device()
    assert here.kind == "cpu"
    assert here.name.startswith("warpsim on ")
    assert "thread" in here.name
    assert here.xp is np


def test_environment_decides(monkeypatch):
    monkeypatch.setenv("COURSE_DEVICE", "cpu")
    monkeypatch.setattr(gpu, "why_not", lambda: None)
    device.reset()
    assert device().kind == "cpu"


def test_environment_with_a_wrong_word(monkeypatch):
    monkeypatch.setenv("COURSE_DEVICE", "tpu")
    device.reset()
    with pytest.raises(CourseError, match='"tpu"'):
        device()


@pytest.mark.parametrize("reason, words", [
    ("no-cupy", "not installed"), ("broken-cupy", "does not load"), ("no-gpu", "no NVIDIA GPU"),
])
def test_no_gpu_says_why(monkeypatch, reason, words):
    monkeypatch.setattr(gpu, "why_not", lambda: reason)
    with pytest.raises(CourseError, match=words):
        device.use("gpu")
    device.reset()
    assert device().kind == "cpu"


def test_arrays_are_copies():
    mine = np.ones(3, dtype=np.float32)
    there = device().array(mine)
    there[0] = 7
    assert mine[0] == 1
    assert device().host(there).tolist() == [7, 1, 1]
