"""printf in a kernel, against what C prints."""

import numpy as np

from .conftest import launch


def test_formats(capsys):
    source = (
        "#include <cstdio>\n__global__ void k(float* A, int N) {\n"
        '  if (threadIdx.x < 2) printf("t=%d n=%5d f=%.3f %s %c %x %lld%%\\n",\n'
        "    threadIdx.x, N, A[0], \"hey\", 'z', 255, 1LL << 40);\n"
        "}"
    )
    launch(source, (np.array([2.5], np.float32), 42))
    expected = "".join(f"t={t} n=   42 f=2.500 hey z ff {1 << 40}%\n" for t in (0, 1))
    assert capsys.readouterr().out == expected


def test_without_arguments_and_in_block_order(capsys):
    source = '__global__ void k() { if (threadIdx.x == 0) printf("block %d\\n", blockIdx.x); __syncthreads(); }'
    launch(source, (), grid=40, block=64)
    assert capsys.readouterr().out == "".join(f"block {n}\n" for n in range(40))


def test_a_flood_is_cut(capsys):
    source = '__global__ void k() { for (int i = 0; i < 1000; i++) printf("flood\\n"); }'
    launch(source, (), grid=8, block=256)
    text = capsys.readouterr().out
    assert len(text) < 1 << 20 and "more calls of printf are not shown" in text
