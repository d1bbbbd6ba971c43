"""From a name, a path or source text to a kernel."""

import numpy as np
import pytest

import warpsim
from course_kernels import CourseError, kernel_names, load

TWICE = 'extern "C" __global__ void twice(float* a) { a[threadIdx.x] *= FACTOR; }\n'


def twice(kernel):
    values = np.arange(4, dtype=np.float32)
    kernel(1, 4, (values,))
    return values.tolist()


def test_name_path_and_source_are_the_same_kernel(tmp_path):
    path = tmp_path / "twice.cu"
    path.write_text(TWICE)
    for what in (TWICE, path, str(path)):
        assert twice(load(what, FACTOR=2)) == [0, 2, 4, 6]
    assert load("tiled", TILE_WIDTH=8).symbol == "mmTiled"


def test_kernel_keeps_what_it_came_from(tmp_path):
    path = tmp_path / "twice.cu"
    path.write_text(TWICE)
    kernel = load(path, FACTOR=3)
    assert (kernel.source, kernel.file, kernel.symbol) == (TWICE, "twice.cu", "twice")
    assert kernel.defines == {"FACTOR": 3}
    assert kernel.options == ("-DFACTOR=3",)
    assert "twice.cu" in repr(kernel)


def test_constants_can_change():
    kernel = load(TWICE, FACTOR=2)
    assert twice(kernel.with_defines(FACTOR=5)) == [0, 5, 10, 15]
    assert twice(kernel) == [0, 2, 4, 6]


def test_a_kernel_with_a_mangled_name():
    kernel = load("__global__ void twice(float* a) { a[threadIdx.x] *= 2; }")
    assert twice(kernel) == [0, 2, 4, 6]


def test_several_kernels_must_be_named():
    both = TWICE + TWICE.replace("twice", "other")
    with pytest.raises(CourseError, match="twice, other"):
        load(both, FACTOR=2)
    assert load(both, kernel="other", FACTOR=2).symbol == "other"


def test_names_ignore_comments_and_see_launch_bounds():
    source = """
    // __global__ void old(int* a) {}
    /* __global__ void older(int* a) {} */
    __global__ void __launch_bounds__(256) one(int* a) {}
    extern "C" __global__
    void two(int* a) {}
    template <int T> __global__ void three(int* a) {}
    """
    assert kernel_names(source) == ("one", "two", "three")


@pytest.mark.parametrize("what, words", [
    ("tild", "naive, tiled"),
    ("nowhere.cu", "cannot be read"),
    ("__device__ int f();\n", "no __global__"),
])
def test_what_cannot_be_loaded(what, words):
    with pytest.raises(CourseError, match=words):
        load(what)


def test_binary_file(tmp_path):
    path = tmp_path / "photo.cu"
    path.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(CourseError, match="UTF-8"):
        load(path)


def test_load_compiles_at_once():
    with pytest.raises(warpsim.CompileError):
        load("__global__ void k(int* a) { a[0] = ; }")
