"""The course's kernels, and one way to load, run, time and verify them on a GPU or on the CPU.

Example::

    from course_kernels import benchmark, device, load, matmul
    mm = load("tiled", TILE_WIDTH=16)
    mm(grid, block, (A, B, C, np.int32(N)))
    print(matmul("tiled", n=512, tile=16).gflops, device().name)
"""

from course_kernels.catalog import ENTRIES, Entry, entry, launch_shape
from course_kernels.devices import Device, device
from course_kernels.errors import CourseError
from course_kernels.explain import explain
from course_kernels.hazards import Hazards, explain_race, hazards
from course_kernels.loader import Kernel, kernel_names, load
from course_kernels.matmul import Run, matmul, matrices
from course_kernels.phrases import LANGUAGES, Phrases, language, use_language
from course_kernels.repeats import Repeat, repeat
from course_kernels.submission import Submission, submission
from course_kernels.timing import Timing, benchmark
from course_kernels.verify import Reference, Verdict, reference, verify

__all__ = [
    "ENTRIES", "LANGUAGES", "CourseError", "Device", "Entry", "Hazards", "Kernel", "Phrases", "Reference",
    "Repeat", "Run", "Submission", "Timing", "Verdict", "benchmark", "device", "entry", "explain",
    "explain_race", "hazards", "kernel_names", "language", "launch_shape", "load", "load_ipython_extension",
    "matmul", "matrices", "reference", "repeat", "submission", "use_language", "verify",
]

__version__ = "0.1.0"


def load_ipython_extension(shell: object) -> None:
    """``%load_ext course_kernels``: the %%kernel cell magic, and errors without tracebacks."""
    from course_kernels.magic import load_ipython_extension as load_magic

    load_magic(shell)
