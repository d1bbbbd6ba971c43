"""The notebook run is strict: a changed number fails it, and so does a notebook that was never run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--nbval", "--nbval-current-env", f"--nbval-sanitize-with={ROOT / 'tests' / 'nbval.cfg'}",
         "--nbval-cell-timeout=120", "-p", "no:cacheprovider", "-q"]


def run(folder, *more):
    environment = {**os.environ, "COURSE_DEVICE": "cpu", "PYTHONUTF8": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run([sys.executable, "-m", "pytest", *FLAGS, *more, "."], cwd=folder, env=environment,
                          capture_output=True, encoding="utf-8", timeout=300)


def is_the_count(cell):
    return cell.cell_type == "code" and "TILE_WIDTH = 512, 16" in cell.source


@pytest.fixture
def short(tmp_path):
    """The first cells of lesson 1, up to a cell that prints numbers, in a folder of their own."""
    notebook = nbformat.read(ROOT / "notebooks" / "he" / "01_tiled.ipynb", as_version=4)
    end = next(place for place, cell in enumerate(notebook.cells) if is_the_count(cell))
    notebook.cells = notebook.cells[:end + 1]
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    shutil.copy(ROOT / "notebooks" / "conftest.py", tmp_path)
    return notebook, tmp_path


def keep(notebook, folder):
    nbformat.write(notebook, folder / "lesson.ipynb")


def test_as_stored_it_passes_and_every_code_cell_counts(short):
    notebook, folder = short
    keep(notebook, folder)
    done = run(folder)
    cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    assert done.returncode == 0, done.stdout
    assert f"{cells} passed" in done.stdout


def test_a_changed_number_fails(short):
    notebook, folder = short
    (printed,) = notebook.cells[-1].outputs
    assert "16777216" in printed.text
    printed.text = printed.text.replace("16777216", "16777217")
    keep(notebook, folder)
    done = run(folder)
    assert done.returncode == 1
    assert "1 failed" in done.stdout


def test_a_changed_word_of_a_picture_s_description_fails(short):
    notebook, folder = short
    place = next(cell for cell in notebook.cells if cell.source == "reads.picture()")
    place.outputs[0].data["text/plain"] += "."
    keep(notebook, folder)
    assert run(folder).returncode == 1


def test_a_stripped_notebook_fails(short):
    notebook, folder = short
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    keep(notebook, folder)
    done = run(folder)
    assert done.returncode != 0
    assert "Never run" in done.stdout + done.stderr


def test_nbval_counts_every_code_cell_of_all_notebooks():
    folders = ["notebooks/en", "notebooks/he", "solutions/notebooks"]
    done = subprocess.run([sys.executable, "-m", "pytest", *FLAGS, "--collect-only", *folders], cwd=ROOT,
                          capture_output=True, encoding="utf-8", timeout=120)
    stored = [path for folder in folders for path in (ROOT / folder).rglob("*.ipynb")
              if ".ipynb_checkpoints" not in path.parts]
    cells = sum(cell.cell_type == "code" for path in stored for cell in nbformat.read(path, as_version=4).cells)
    assert len(stored) >= 4
    assert sum("ipynb" in line and "::" in line for line in done.stdout.splitlines()) == cells, done.stdout
