"""What is installed: dependencies in two lists that agree, package data, commands, the test recipe."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import entry_points, requires, version
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# What conda-forge calls differently. What it lacks, and the compiler's wheels, stand in the pip section.
CONDA_NAMES = {"matplotlib": "matplotlib-base"}
COLAB = {
    "numpy": "2.1.3", "matplotlib": "3.10.0", "ipywidgets": "7.7.1", "llvmlite": "0.44.0",
    "ipython": "7.34.0", "cuda-bindings": "12.9.7", "cuda-pathfinder": "1.6.0", "ipykernel": "6.17.1",
}


def split(requirement):
    """Name and version part of a requirement, without its marker."""
    found = re.match(r"([\w.-]+?)\s*([<>=!~].*)?$", requirement.split(";")[0].strip())
    assert found, requirement
    return found.group(1).lower(), (found.group(2) or "").replace(" ", "")


def project_requirements():
    extras = PROJECT["optional-dependencies"]
    listed = [one for one in (*PROJECT["dependencies"], *extras["lab"]) if ";" not in one]
    return dict(split(one) for one in listed)


def environment_requirements():
    lines = (ROOT / "environment.yml").read_text(encoding="utf-8").splitlines()
    listed = [line.strip().removeprefix("- ") for line in lines if re.match(r"\s+- \S", line)]
    skip = {"conda-forge", "nodefaults", "pip", "pip:", "-e ."}
    return dict(split(one) for one in listed if one not in skip)


def test_conda_and_pip_ask_for_the_same():
    pip, conda = project_requirements(), environment_requirements()
    assert conda.pop("python") == PROJECT["requires-python"].replace(" ", "")
    renamed = {CONDA_NAMES.get(key, key): value for key, value in pip.items()}
    assert renamed == conda


@pytest.mark.parametrize("package", COLAB)
def test_floors_are_met_by_colab(package):
    specifiers = pytest.importorskip("packaging.specifiers")
    assert specifiers.SpecifierSet(project_requirements()[package]).contains(COLAB[package])


def test_cupy_is_only_an_extra():
    assert not any("cupy" in one for one in PROJECT["dependencies"])
    extras = PROJECT["optional-dependencies"]
    assert split(extras["cuda12"][0])[0] == "cupy-cuda12x"
    assert split(extras["cuda13"][0])[0] == "cupy-cuda13x"


def test_command_is_installed():
    found = [one for one in entry_points(group="console_scripts") if one.name == "course"]
    assert found
    assert found[0].value == "course_kernels.cli:main"
    assert version(PROJECT["name"]) == PROJECT["version"]
    assert requires(PROJECT["name"])


def test_version_is_said_once_more_the_same():
    import course_kernels

    assert course_kernels.__version__ == PROJECT["version"]


def test_package_data_travels(tmp_path):
    """A regular, not editable, build holds every file that lies in the packages."""
    pytest.importorskip("setuptools")
    source, built = tmp_path / "source", tmp_path / "built"
    source.mkdir()
    for one in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / one, source)
    packages = ("course_kernels", "course_figures", "course_grader", "warpsim")
    for package in packages:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-c", "from setuptools import setup; setup()", "-q", "build_py",
                    "--build-lib", str(built)], cwd=source, check=True, capture_output=True)
    for package in packages:
        wanted = {path.relative_to(source) for path in (source / package).rglob("*") if path.is_file()}
        assert wanted <= {path.relative_to(built) for path in built.rglob("*")}, package


def test_ci_runs_what_the_readmes_say():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text(encoding="utf-8")
    for readme in ("README.md", "README.he.md"):
        text = (ROOT / readme).read_text(encoding="utf-8")
        assert "\nmake test\n" in text
        assert "\nmake lab\n" in text


def test_readmes_show_the_same_code():
    fences = [re.findall(r"^```.*?^```", (ROOT / readme).read_text(encoding="utf-8"), re.M | re.S)
              for readme in ("README.md", "README.he.md")]
    assert [one.replace(" --lang he", "") for one in fences[1]] == fences[0]


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_test_runs_everything():
    alone = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    shown = subprocess.run(["make", "--no-print-directory", "-n", "-B", "test"], cwd=ROOT, env=alone,
                           capture_output=True, text=True, check=True)
    lines = shown.stdout.splitlines()
    assert any("ruff check" in one for one in lines)
    assert any("mypy" in one for one in lines)
    strict = next(one for one in lines if "--nbval " in one)
    for part in ("--nbval-current-env", "--nbval-sanitize-with=tests/nbval.cfg", "--nbval-cell-timeout=120",
                 "--dist loadfile", "notebooks/en", "notebooks/he", "solutions/notebooks"):
        assert part in strict
    assert "pytest" in lines[-1]
