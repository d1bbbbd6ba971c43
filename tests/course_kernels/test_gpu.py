"""The GPU device: with a stand-in for CuPy everywhere, and on a real GPU where there is one."""

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import warpsim
from course_kernels import CourseError, device, explain, gpu, load, matmul

WITHOUT_GPU = gpu.why_not() is not None


class DriverError(RuntimeError):
    pass


class Array(np.ndarray):
    """What stands for an array on the GPU: not a plain NumPy array."""


def compile_to_cubin(source, symbol, arch, options, file):
    """Stands for NVRTC: the same errors, and "machine code" that holds the source."""
    assert arch == "sm_75"
    warpsim.Module(source, options=options, name=file)
    return json.dumps([source, list(options)]).encode(), symbol


class Module:
    """Runs by warpsim, and complains as CuPy does."""

    def __init__(self, path):
        self.code, self.options = json.loads(Path(path).read_bytes())

    def get_function(self, name):
        function = warpsim.Module(self.code, options=self.options).get_function(name)

        class Function:
            max_dynamic_shared_size_bytes = 0

            def compile(self):
                pass

            def __call__(self, grid, block, args, shared_mem=0):
                plain = tuple(one.view(np.ndarray) if isinstance(one, Array) else one for one in args)
                try:
                    function(grid, block, plain, shared_mem=shared_mem)
                except warpsim.LaunchError:
                    raise DriverError("CUDA_ERROR_INVALID_VALUE: invalid argument") from None
                except warpsim.Error:
                    raise DriverError("CUDA_ERROR_ILLEGAL_ADDRESS") from None

        return Function()


class Event:
    clock = 0.0

    def record(self):
        Event.clock += 1.5
        self.at = Event.clock

    def synchronize(self):
        pass


@pytest.fixture
def cupy(monkeypatch):
    fake = ModuleType("cupy")
    fake.__version__ = "14.0.0"
    fake.__spec__ = SimpleNamespace(name="cupy")
    fake.float64 = np.float64
    fake.RawModule = Module
    fake.array = lambda values, order: np.array(values, order=order).view(Array)
    fake.asarray = lambda values, dtype: np.asarray(values, dtype=dtype).view(Array)
    fake.asnumpy = lambda values: np.asarray(values).view(np.ndarray)
    fake.cuda = SimpleNamespace(
        is_available=lambda: True,
        driver=SimpleNamespace(CUDADriverError=DriverError),
        runtime=SimpleNamespace(
            CUDARuntimeError=DriverError, getDevice=lambda: 0, driverGetVersion=lambda: 13020,
            getDeviceProperties=lambda _: {"name": b"NVIDIA Pretend", "major": 7, "minor": 5}),
        get_current_stream=lambda: SimpleNamespace(synchronize=lambda: None),
        Event=Event, get_elapsed_time=lambda start, stop: stop.at - start.at,
    )
    monkeypatch.setitem(sys.modules, "cupy", fake)
    monkeypatch.setattr(gpu, "compile_to_cubin", compile_to_cubin)
    return fake


def test_chosen_by_itself(cupy):
    device.reset()
    assert (device().kind, device().name) == ("gpu", "NVIDIA Pretend")
    assert gpu.cupy_version() == "14.0.0"
    assert gpu.driver_version() == "13.2"


def test_product_and_timing(cupy):
    device.use("gpu")
    run = matmul("tiled", n=20, repeats=3)
    assert (run.ok, run.device, run.kind, run.ms) == (True, "NVIDIA Pretend", "gpu", 1.5)
    assert type(run.C) is np.ndarray


def test_same_compile_error_as_on_the_cpu(cupy):
    broken = "__global__ void k(int* a) {\n    a[0] = ;\n}\n"
    said = []
    for kind in ("gpu", "cpu"):
        device.use(kind)
        with pytest.raises(warpsim.CompileError) as caught:
            load(broken)
        said.append(explain(caught.value, "he"))
    assert said[0] == said[1]


def test_error_while_running_says_what_to_do(cupy):
    device.use("gpu")
    kernel = load('extern "C" __global__ void far(float* a, int n) { a[n * n] = 1; }')
    with pytest.raises(CourseError, match="COURSE_DEVICE=cpu"):
        kernel(1, 1, (device().array(np.zeros(4, np.float32)), np.int32(9)))


def test_refused_launch_needs_no_restart(cupy):
    device.use("gpu")
    with pytest.raises(CourseError) as caught:
        load('extern "C" __global__ void k(int n) {}')(1, 2000, (np.int32(1),))
    assert caught.value.key == "gpu-launch"
    assert "Restart" not in str(caught.value)


def test_arrays_of_the_wrong_place(cupy):
    device.use("gpu")
    with pytest.raises(CourseError, match="mmTiled runs on the GPU"):
        load("tiled")(1, (16, 16), (np.zeros(1), np.zeros(1), np.zeros(1), np.int32(1)))


def test_large_shared_memory_is_asked_for(cupy):
    device.use("gpu")
    kernel = load('extern "C" __global__ void k(float* a) { extern __shared__ float s[]; s[0] = 1; a[0] = s[0]; }')
    kernel(1, 1, (device().array(np.zeros(1, np.float32)),), shared_mem=60_000)
    assert kernel.on(device()).function.max_dynamic_shared_size_bytes == 60_000


def test_a_kernel_follows_the_device(cupy):
    device.use("gpu")
    kernel = load("tiled")
    device.use("cpu")
    assert matmul(kernel, n=20, repeats=1).kind == "cpu"


@pytest.mark.skipif(WITHOUT_GPU, reason="needs an NVIDIA GPU and CuPy")
def test_real_gpu_agrees_with_the_cpu_bit_for_bit():
    for name in ("naive", "tiled"):
        for n in (1, 17, 100):
            there = device.use("gpu") and matmul(name, n=n, repeats=1)
            here = device.use("cpu") and matmul(name, n=n, repeats=1)
            assert there.ok
            assert there.checksum == here.checksum
