"""The catalog and the .cu files agree."""

import re

import pytest

from course_kernels import ENTRIES, LANGUAGES, CourseError, Phrases, entry, kernel_names, launch_shape


@pytest.mark.parametrize("one", ENTRIES, ids=lambda one: one.key)
def test_entry_describes_its_file(one):
    source = one.path.read_text(encoding="utf-8")
    assert kernel_names(source) == (one.symbol,)
    found = re.search(rf"{one.symbol}\s*\(([^)]*)\)", source)
    assert found is not None
    assert tuple(word.split()[-1] for word in found.group(1).split(",")) == one.parameters
    for constant in one.constants:
        assert f"#ifndef {constant}" in source
    for lang in LANGUAGES:
        assert Phrases("course_kernels", lang)(f"kernel-{one.key}")


def test_every_cu_file_is_in_the_catalog():
    here = ENTRIES[0].path.parent
    assert {path.name for path in here.glob("*.cu")} == {one.file for one in ENTRIES}


def test_unknown_kernel_names_the_known_ones():
    with pytest.raises(CourseError, match='"tild".*naive, tiled'):
        entry("tild")


@pytest.mark.parametrize("n, tile, blocks", [(1, 16, 1), (16, 16, 1), (17, 16, 2), (512, 8, 64)])
def test_launch_shape(n, tile, blocks):
    assert launch_shape(n, tile) == ((blocks, blocks), (tile, tile))
