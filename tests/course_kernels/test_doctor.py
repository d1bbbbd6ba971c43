"""The doctor's findings on machines that lack something."""

import pytest

from course_kernels import Phrases, device, doctor, gpu

SAY = Phrases("course_kernels", "en")


def test_no_cupy_and_no_gpu_is_nothing_to_mend(monkeypatch):
    monkeypatch.setattr(gpu, "why_not", lambda: "no-cupy")
    monkeypatch.setattr(doctor, "driver_present", lambda: False)
    findings = {one.key: one for one in doctor.examine()}
    assert (findings["cupy"].state, findings["gpu"].state) == ("note", "note")
    assert "cuda12" in findings["cupy"].fix


@pytest.mark.parametrize("why, word", [("no-cupy", "cuda12"), ("no-gpu", "nvidia-smi")])
def test_a_driver_without_use_is_wrong(monkeypatch, why, word):
    monkeypatch.setattr(gpu, "why_not", lambda: why)
    monkeypatch.setattr(doctor, "driver_present", lambda: True)
    finding = doctor._gpu(SAY)
    assert finding.state == "wrong"
    assert word in finding.fix


def test_broken_compiler(monkeypatch):
    def broken(*_args, **_kwargs):
        raise OSError("libnvrtc.so.12: cannot open")

    monkeypatch.setattr(doctor.warpsim, "Module", broken)
    finding = doctor._nvrtc(SAY)
    assert (finding.state, finding.value) == ("wrong", "libnvrtc.so.12: cannot open")
    assert "pip install" in finding.fix


def test_wrong_device_name(monkeypatch):
    monkeypatch.setenv("COURSE_DEVICE", "tpu")
    device.reset()
    finding = doctor._device(SAY)
    assert finding.state == "wrong"
    assert "COURSE_DEVICE" in finding.fix
