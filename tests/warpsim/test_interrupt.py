"""Ctrl-C ends a launch that would run for hours, and the process goes on."""

import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = """
import sys
sys.path.insert(0, {root!r})
import numpy as np, warpsim
k = warpsim.Module("__global__ void k(float* A) {{ while (A[0] == 0) A[1] += 1; }}").get_function("k")
k.prepare()
a = np.zeros(2, np.float32)
print("launched", flush=True)
try:
    k(64, 32, (a,), budget=1 << 31)
except KeyboardInterrupt:
    a[0] = 1
    k(1, 32, (a,))
    print("interrupted, and alive", flush=True)
"""


def test_interrupt_stops_the_launch():
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen([sys.executable, "-c", PROGRAM.format(root=root)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "launched\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert out == "interrupted, and alive\n"
    assert process.returncode == 0
