"""Broken kernels in a real notebook: a message of its own for each, in its language, and the process lives."""

import nbformat
import pytest
from nbclient import NotebookClient

HEAD = 'extern "C" __global__ void broken(const float* A, float* C, int N) {\n'
SETUP = """import os
import numpy as np
import course_kernels.notebook
from course_kernels import device, submission, use_language
device.use("cpu")
use_language("{lang}")
A = np.zeros(1600, np.float32)
process = os.getpid()"""
LAUNCH = "submission('broken').kernel(1, 32, (A, A.copy(), np.int32(40)))"
LIVES = "print(os.getpid() == process)"
CELLS = {
    "syntax": "    int i = threadIdx.x\n    C[i] = A[i];\n}\n",
    "bounds": "    int i = threadIdx.x;\n    C[i] = A[N * N];\n}\n",
    "endless": "    int i = threadIdx.x;\n    while (1) { C[i] += 1; }\n}\n",
    "barrier": "    int i = threadIdx.x;\n    if (threadIdx.x < 7) __syncthreads();\n    C[i] = 1;\n}\n",
}
WORDS = {
    "en": {"syntax": 'expected a ";"', "bounds": "reads A[1600]", "endless": "did not end",
           "barrier": "never reach this __syncthreads()"},
    "he": {"syntax": "חסר כאן", "bounds": "קורא את \u2068A[1600]\u2069", "endless": "לא הסתיים",
           "barrier": "לעולם לא יגיעו"},
}


def shown(cell):
    return [one.data["text/html"] for one in cell.outputs if one.output_type == "display_data"]


@pytest.mark.parametrize("lang", WORDS)
def test_broken_kernels(lang):
    code = nbformat.v4.new_code_cell
    cells = [code(SETUP.format(lang=lang))]
    for key, body in CELLS.items():
        cells.append(code(f"%%kernel broken\n{HEAD}{body}"))
        if key != "syntax":
            cells.append(code(LAUNCH, metadata={"tags": [key]}))
    cells.append(code(LIVES))
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=120, kernel_name="python3", allow_errors=True).execute()
    assert cells[-1].outputs[0].text == "True\n"
    places = {"syntax": cells[1], **{cell.metadata.tags[0]: cell for cell in cells if cell.metadata.get("tags")}}
    for key, cell in places.items():
        html = shown(cell)[0].replace("&quot;", '"')
        assert WORDS[lang][key] in html
        assert ("line 4" if lang == "en" else "שורה") in html.lower()
        assert f'dir="{"rtl" if lang == "he" else "ltr"}"' in html
        assert not any("Traceback" in line for one in cell.outputs for line in one.get("traceback", ()))
