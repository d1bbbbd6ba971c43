"""The first cell on Colab: fetches the course once, installs it without touching what is there."""

import subprocess
import sys
from importlib import metadata, util
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def commands(monkeypatch):
    """Run the first cell's Colab part with nothing installed; the commands that it gives."""
    given = []
    monkeypatch.setattr(subprocess, "run", lambda command, check: given.append(command))
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("COLAB_RELEASE_TAG", "release")

    def run(present):
        installed = [type("Package", (), {"metadata": {"Name": name}}) for name in present]
        monkeypatch.setattr(metadata, "distributions", lambda: installed)
        exec(fetching(), {})
        return given

    return run


def fetching():
    notebook = nbformat.read(ROOT / "notebooks" / "he" / "01_tiled.ipynb", as_version=4)
    first = next(cell.source for cell in notebook.cells if cell.cell_type == "code")
    return first.split("import numpy")[0]


def test_it_clones_the_repository_that_the_project_names(commands):
    clone, install, needed = commands(())
    assert clone[:2] == ["git", "clone"] and clone[-2].startswith("https://") and clone[-1] == "/content/course"
    assert install[-3:] == ["--no-deps", "-e", "/content/course"]
    assert {one.split("=")[0].rstrip(">") for one in needed[5:]} == {
        "fluent.runtime", "python-bidi", "nvidia-cuda-nvrtc-cu12", "nvidia-cuda-runtime-cu12"}
    assert sys.path[0] == "/content/course"


def test_what_colab_has_is_left_alone(commands):
    needed = commands(("nvidia-cuda-nvrtc-cu12", "nvidia-cuda-runtime-cu12", "numpy"))[-1]
    assert {one.split("=")[0].rstrip(">") for one in needed[5:]} == {"fluent.runtime", "python-bidi"}
    assert not any("cupy" in word for command in commands(()) for word in command)


def test_with_everything_there_nothing_more_is_installed(commands):
    everything = ("fluent.runtime", "python-bidi", "nvidia-cuda-nvrtc-cu12", "nvidia-cuda-runtime-cu12")
    assert len(commands(everything)) == 2


def test_elsewhere_it_does_nothing(commands, monkeypatch):
    monkeypatch.delenv("COLAB_RELEASE_TAG")
    assert commands(()) == []
