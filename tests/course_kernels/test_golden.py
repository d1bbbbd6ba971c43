"""What an H200 wrote, byte for byte: the CPU device must write the same.

``h200_checksums.json`` holds the SHA-256 of C as the course's own kernels computed it there.
"""

import json
from pathlib import Path

import pytest

from course_kernels import matmul

GOLDEN = json.loads(Path(__file__).with_name("h200_checksums.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", GOLDEN["results"], ids=lambda row: f"{row['kernel']}-{row['N']}-{row['tile']}")
def test_bytes_are_the_gpus(row):
    run = matmul(row["kernel"], n=row["N"], tile=row["tile"], seed=row["seed"], repeats=1)
    assert run.ok
    assert run.checksum == row["sha256"]
