"""The course command: its JSON, its exit statuses, one sentence for each failure."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from course_kernels import cli, use_language


@pytest.fixture
def course(capsys):
    def run(*words):
        with pytest.raises(SystemExit) as ended:
            cli.main(list(words))
        shown = capsys.readouterr()
        return ended.value.code, shown.out, shown.err

    yield run
    use_language("en")


def test_run_json(course):
    status, out, err = course("run", "tiled", "--n", "48", "--tile", "16", "--json", "--repeats", "1")
    record = json.loads(out)
    assert (status, err) == (0, "")
    assert {"kernel", "device", "N", "tile", "ms", "gflops", "max_error", "ok"} <= set(record)
    assert (record["kernel"], record["N"], record["tile"], record["ok"]) == ("tiled", 48, 16, True)


def test_run_table(course):
    status, out, _ = course("run", "naive", "--n", "20", "--repeats", "1")
    assert status == 0
    assert "warpsim on" in out
    assert "right" in out


def test_run_in_hebrew(course):
    _, out, _ = course("run", "naive", "--n", "20", "--repeats", "1", "--lang", "he")
    assert "נכונה" in out


def test_run_a_file_that_is_wrong(course, tmp_path):
    path = tmp_path / "mine.cu"
    path.write_text('extern "C" __global__ void mm(const float* A, const float* B, float* C, int N) {}')
    status, out, _ = course("run", str(path), "--n", "8", "--json", "--repeats", "1")
    record = json.loads(out)
    assert status == 1
    assert (record["ok"], record["wrong"], record["max_error"]) == (False, 64, None)


@pytest.mark.parametrize("words, part", [
    (("run", "tild"), "naive, tiled"),
    (("run", "missing.cu"), "cannot be read"),
    (("run", "tiled", "--tile", "64"), "threads in a block"),
    (("run", "tiled", "--n", "0"), "--n"),
    (("run",), "KERNEL"),
    (("dance",), "dance"),
])
def test_failures_are_one_sentence(course, words, part):
    status, out, err = course(*words)
    assert status != 0
    assert out == ""
    assert part in err
    assert len(err.strip().splitlines()) == 1
    status, out, err = course(*words, "--json")
    assert status != 0
    assert err == ""
    assert part in json.loads(out)["error"]["message"]


def test_too_large_for_the_memory(course):
    status, _, err = course("run", "tiled", "--n", "30000000")
    assert status == 1
    assert "smaller N" in err


def test_compile_error_has_its_line(course, tmp_path):
    path = tmp_path / "mine.cu"
    path.write_text("__global__ void mm(float* C) {\n    C[0] = ;\n}\n")
    status, _, err = course("run", str(path))
    assert status == 1
    assert "mine.cu, line 2" in err


def test_doctor_json(course):
    status, out, _ = course("doctor", "--json")
    report = json.loads(out)
    checks = {one["key"]: one for one in report["checks"]}
    assert status == (0 if report["ok"] else 1)
    assert {"device", "cpu", "nvrtc", "llvmlite", "kernel", "cupy", "gpu"} == set(checks)
    assert checks["kernel"]["state"] == "well"
    assert checks["nvrtc"]["value"].startswith(("12.", "13."))
    assert all(one["state"] == "well" or one["fix"] for one in checks.values())


def test_doctor_table(course):
    _, out, _ = course("doctor")
    assert "NVRTC" in out
    assert "[cuda12]" in out or "CuPy" in out


def test_doctor_hebrew(course):
    _, out, _ = course("doctor", "--lang", "he")
    assert "מעבד" in out


def test_command_as_a_process():
    done = subprocess.run(
        [sys.executable, "-c", "from course_kernels.cli import main; main()", "run", "tiled", "--n", "32",
         "--json"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert json.loads(done.stdout)["ok"]


def test_profile_json(course):
    golden = Path(__file__).parents[1] / "golden" / "h200_ncu_kernels_1024.json"
    status, out, err = course("profile", "tiled", "--n", "64", "--block", "8,8", "--json")
    record = json.loads(out)
    assert (status, err) == (0, "")
    assert set(json.loads(golden.read_text())[0]) <= set(record)
    assert (record["kernel"], record["block"], record["N"]) == ("mmTiled", "(8, 8, 1)", 64)
    assert record["thread_ffma"] == 64**3
    # 8x8 tiles: each k-tile of a warp has 8 requests for Bs and 2 wide ones for As
    assert record["shared_load_requests"] == (64 // 8) ** 3 * 2 * 10


def test_racecheck_json_and_exit_status(course, tmp_path):
    file = tmp_path / "racy.cu"
    file.write_text(
        "__global__ void racy(const float* A, const float* B, float* C, int N) {\n"
        "  __shared__ float s[64];\n  s[threadIdx.x] = A[threadIdx.x];\n"
        "  C[threadIdx.x] = s[63 - threadIdx.x];\n}\n"
    )
    words = ("racecheck", str(file), "--kernel", "racy", "--grid", "1,1,1", "--block", "64,1,1", "--n", "8", "--json")
    status, out, _ = course(*words)
    (hazard,) = json.loads(out)["hazards"]
    assert status == 1
    assert {"kind", "array", "lines", "threads", "block", "count"} <= set(hazard)
    assert (hazard["kind"], hazard["array"], hazard["lines"]) == ("RAW", "s", [3, 4])
    file.write_text(file.read_text().replace("  C[", "  __syncthreads();\n  C["))
    status, out, _ = course(*words)
    assert (status, json.loads(out)["hazards"]) == (0, [])


def test_racecheck_of_the_courses_kernels(course):
    for kernel in ("naive", "tiled"):
        status, out, _ = course("racecheck", kernel, "--grid", "3,3", "--block", "16,16", "--n", "41")
        assert status == 0 and "No races" in out


def test_bad_sizes_are_a_sentence(course):
    status, _, err = course("racecheck", "tiled", "--grid", "1,x", "--block", "16,16")
    assert status == 2 and "X,Y" in err
