"""Records what a real GPU answers to every expression of the instruction tests, for the CPU device to match.

Run on a machine with CuPy and an NVIDIA GPU, from the repository's root:

    python -m tests.warpsim.record_gpu > tests/golden/gpu_instructions.json
"""

from __future__ import annotations

import base64
import json
import zlib

import numpy as np

from course_kernels.gpu import GpuDevice

from . import test_instructions as single
from . import test_warp as across

EXACT_FLOATS = (
    *single.FLOAT_CASES, "fmaf(a, b, a)", "a * b + a", "(float)(a < b)", "__fadd_rd(a, b)", "__fmaf_ru(a, b, a)",
    "__fmul_rz(a, b)", "copysignf(a, b)", "roundf(a)", "fmodf(a, b)", "ldexpf(a, 3)",
    "__int_as_float(__float_as_int(a) + 1)",
)  # fmt: skip
CLOSE_FLOATS = (
    "expf(a)", "logf(fabsf(a))", "sinf(a)", "cosf(a)", "tanhf(a)", "rsqrtf(fabsf(a))", "powf(fabsf(a), 1.5f)",
    "exp2f(a)",
    "__expf(a)", "__fdividef(a, 3.0f)", "cbrtf(a)", "erff(a)", "atanf(a)",
)  # fmt: skip


def questions() -> list[tuple[str, type, np.ndarray, np.ndarray]]:
    """Return (expression, result type, a, b) for everything that is asked."""
    found: list[tuple[str, type, np.ndarray, np.ndarray]] = []
    found += [(e, np.int32, single.A, single.B) for e in single.INTEGER_CASES]
    found += [(e, np.int64, single.A, single.B) for e in single.WIDE_CASES]
    found += [(e, np.float32, single.X, single.Y) for e in (*EXACT_FLOATS, *CLOSE_FLOATS)]
    x, y = single.X.astype(np.float64), single.Y.astype(np.float64)
    found += [(e, np.float64, x, y) for e in ("a + b", "a * b", "fma(a, b, a)", "a / b", "sqrt(fabs(a))")]
    found += [
        (e, np.int32, single.X, single.Y) for e in ("(int)a", "(int)rintf(a)", "(int)(unsigned)a", "__float2int_rd(a)")
    ]
    return found


def pack(values: np.ndarray) -> str:
    """Return an array's bytes as text."""
    return base64.b64encode(zlib.compress(values.tobytes(), 9)).decode()


def unpack(text: str, kind: type) -> np.ndarray:
    """Return the array of ``pack``."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), kind)


def main() -> None:
    """Ask the GPU and print one JSON object."""
    gpu = GpuDevice()

    def run(source: str, arrays: list[np.ndarray], grid: int, block: int) -> np.ndarray:
        on_gpu = [gpu.array(a) for a in arrays]
        gpu.compile(source, "k", (), "k.cu")((grid,), (block,), tuple(on_gpu))
        return gpu.host(on_gpu[-1])

    single_answers = {}
    for expression, result, a, b in questions():
        source = single.program(expression, result, a)
        key = f"{expression} {a.dtype} {np.dtype(result)}"
        single_answers[key] = pack(run(source, [a, b, np.zeros(a.size, result)], a.size // 32, 32))
    warp_answers = {e: run(across.program(e), [across.A, np.zeros(32, np.int32)], 1, 32).tolist() for e in across.CASES}
    print(json.dumps({"gpu": gpu.name, "single": single_answers, "warp": warp_answers}, indent=0))


if __name__ == "__main__":
    main()
