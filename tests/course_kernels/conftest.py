"""Every test here starts on the CPU device, in English, with nothing submitted."""

import sys

import pytest

from course_kernels import device, use_language


@pytest.fixture(autouse=True)
def fresh_course(monkeypatch):
    monkeypatch.delenv("COURSE_DEVICE", raising=False)
    monkeypatch.delenv("COURSE_LANGUAGE", raising=False)
    monkeypatch.setattr(sys.modules["course_kernels.submission"], "_kept", {})
    device.use("cpu")
    use_language("en")
    yield
    device.use("cpu")
    use_language("en")
