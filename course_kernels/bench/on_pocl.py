"""PoCL as a contestant: the tiled kernel in OpenCL C on PoCL's wheel, in a process of its own."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from course_kernels.bench.cases import TILE
from course_kernels.bench.contestant import PeerMissing, inputs, poisoned
from course_kernels.bench.worker import InWorker, Run, serve

SOURCE = Path(__file__).parent / "tiled.cl"
# PoCL's own choice, and the method that is faster on this kernel, which takes it 10 s and more to compile
METHODS = {"default": {}, "workitemrepl": {"POCL_WORK_GROUP_METHOD": "workitemrepl"}}


def on_pocl(n: int, method: str = "default", most_runs: int = 1000) -> InWorker:
    """The contestant. PoCL's threads are pinned to cores, as its manual advises for measuring."""
    environment = {"POCL_AFFINITY": "1", **METHODS[method]}
    return InWorker("course_kernels.bench.on_pocl", "PoCL", n, method, environment=environment, most_runs=most_runs)


def prepare(n: int) -> tuple[np.ndarray, Run, str]:
    """Build the kernel, run it once, and return C, the way to run again, and PoCL's version."""
    import pyopencl as cl

    try:
        platform = next(one for one in cl.get_platforms() if "Portable Computing Language" in one.name)
    except (cl.Error, StopIteration):
        raise PeerMissing("pocl-binary-distribution") from None
    context = cl.Context(platform.get_devices()[:1])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, SOURCE.read_text(encoding="utf-8")).build([f"-DTILE_WIDTH={TILE}"])
    kernel = cl.Kernel(program, "mmTiled")
    flags, C = cl.mem_flags, poisoned(n)
    buffers = [cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=one) for one in (*inputs(n), C)]
    side = -(-n // TILE) * TILE

    def run() -> float:
        kernel.set_args(*buffers, np.int32(n))  # the buffers live as long as this function
        start = time.perf_counter_ns()
        cl.enqueue_nd_range_kernel(queue, kernel, (side, side), (TILE, TILE)).wait()
        return (time.perf_counter_ns() - start) / 1e6

    run()
    cl.enqueue_copy(queue, C, buffers[2]).wait()
    return C, run, platform.version.removeprefix("OpenCL ")


if __name__ == "__main__":
    serve(prepare)
