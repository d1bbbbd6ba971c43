"""The house rules: who may import whom, one file for each foreign library, short files, honest names."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "warpsim": set(),
    "course_kernels": {"warpsim"},
    "course_figures": {"course_kernels", "warpsim"},
    "course_grader": {"course_kernels", "warpsim"},
}
ONLY_IN = {
    "cupy": "course_kernels/gpu.py",
    "cuda.bindings": "warpsim/nvrtc.py",
    "llvmlite.binding": "warpsim/jit.py",
    "ipywidgets": "course_figures/controls.py",
}
MOST_LINES = 400
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "stuff"}


def package_files():
    return sorted(path for package in MAY_IMPORT for path in (ROOT / package).rglob("*.py"))


def python_files():
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "__init__.py"]
    files = [*package_files(), *tests]
    return sorted(files + [path for path in (ROOT / "notebooks").glob("*.py")])


def name(path):
    return path.relative_to(ROOT).as_posix()


def imports(path):
    """Every module that a file imports, written out in full."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def tracked():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("this is no git checkout")
    return [ROOT / one for one in listed.stdout.split("\0") if one and (ROOT / one).is_file()]


@pytest.mark.parametrize("path", package_files(), ids=name)
def test_arrows_point_one_way(path):
    package = path.relative_to(ROOT).parts[0]
    ours = {one.split(".")[0] for one in imports(path)} & set(MAY_IMPORT)
    assert ours - {package} <= MAY_IMPORT[package]


@pytest.mark.parametrize("library, place", ONLY_IN.items())
def test_one_file_for_each_library(library, place):
    users = {name(path) for path in package_files()
             if any(one == library or one.startswith(f"{library}.") for one in imports(path))}
    assert users == {place}


def test_llvm_ir_is_built_in_warpsim_only():
    users = {name(path).split("/")[0] for path in package_files()
             if any(one.split(".")[0] == "llvmlite" for one in imports(path))}
    assert users == {"warpsim"}


@pytest.mark.parametrize("path", python_files(), ids=name)
def test_file_is_short_and_says_what_it_is_for(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring, "the first line says the file's one job"
    assert len(docstring.splitlines()[0]) > 20


def test_names_say_something():
    assert [name(path) for path in python_files() if path.stem in VAGUE or path.parent.name in VAGUE] == []


def test_every_package_has_its_tests():
    for package in MAY_IMPORT:
        assert list((ROOT / "tests" / package).rglob("test_*.py")), package


def test_every_exercise_has_its_solution():
    stubs = {path.name for path in (ROOT / "exercises").glob("*.cu")}
    assert stubs
    assert stubs == {path.name for path in (ROOT / "solutions").glob("*.cu")}


def test_nothing_names_a_machine():
    places = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/\w")
    texts = (".py", ".md", ".toml", ".yml", ".cfg", ".cu", ".ftl", ".ipynb", "")
    guilty = [name(path) for path in tracked() if path.suffix in texts
              and places.search(path.read_text(encoding="utf-8"))]
    assert guilty == []
