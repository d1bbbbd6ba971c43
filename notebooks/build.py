"""Builds the notebooks of both languages from notebooks/lessons/*.md, runs them on the CPU device, and stores them.

A lesson's text lies in regions marked lang="en" or lang="he"; its code is written once. The body of a ``%%kernel``
cell is the exercise's stub; in solutions/notebooks the same notebooks hold the solution. Run from anywhere::

    python notebooks/build.py            # all lessons
    python notebooks/build.py 01_tiled   # one lesson
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from course_grader import exercises

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib  # type: ignore[no-redef]

ROOT = Path(__file__).resolve().parent.parent
LESSONS = ROOT / "notebooks" / "lessons"
LANGUAGES = ("en", "he")
NO_ADDRESS = "https://github.com/OWNER/REPOSITORY"
COLAB_LACKS = ("fluent.runtime", "python-bidi", "nvidia-cuda-nvrtc-cu12", "nvidia-cuda-runtime-cu12")
HINT = {"en": "Hint", "he": "רמז"}
LRM = "\u200e"
VIEW = "application/vnd.jupyter.widget-view+json"
NAME = r"[\w.-]+"
FENCE = re.compile(r"^```.*?^```[ \t]*$", re.MULTILINE | re.DOTALL)


def lessons() -> list[str]:
    """The keys of all lessons, in order."""
    return sorted(path.stem for path in LESSONS.glob("*.md"))


def target(lesson: str, lang: str, solved: bool) -> Path:
    """Where a built notebook lies."""
    return ROOT / ("solutions/notebooks" if solved else "notebooks") / lang / f"{lesson}.ipynb"


def compose(lesson: str, lang: str, solved: bool = False) -> NotebookNode:
    """The notebook of a lesson in one language, not yet run."""
    source = jupytext.reads((LESSONS / f"{lesson}.md").read_text(encoding="utf-8"), fmt="md")
    cells = []
    for cell in source.cells:
        if cell.metadata.get("lang", lang) != lang:
            continue
        make = nbformat.v4.new_code_cell if cell.cell_type == "code" else nbformat.v4.new_markdown_cell
        text = _code(cell.source, lang, solved) if cell.cell_type == "code" else _prose(cell.source, lang)
        cells.append(make(text, id=f"{lesson.replace('_', '-')}-{len(cells):02d}"))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel, "language_info": {"name": "python"}})


def _code(source: str, lang: str, solved: bool) -> str:
    """A code cell: the project's address, the language, and the body of an exercise put in place."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lacking = [one for one in project["dependencies"] if re.match(NAME, one)[0] in COLAB_LACKS]
    source = source.replace("{{language}}", lang)
    source = source.replace("{{repository}}", project.get("urls", {}).get("Repository", NO_ADDRESS))
    named_packages = ",\n              ".join(f'"{re.match(NAME, one)[0]}": "{one}"' for one in lacking)
    source = source.replace("{{colab_packages}}", named_packages)
    named = re.fullmatch(r"%%kernel (\w+)", source.strip())
    if named:
        exercise = exercises()[named[1]]
        source = f"{source.strip()}\n{(exercise.solution if solved else exercise.stub).rstrip()}"
    return source


def _prose(source: str, lang: str) -> str:
    text = re.sub(r"\{\{hints (\w+)\}\}", lambda found: _hints(found[1], lang), source.strip())
    return right_to_left(text) if lang == "he" else text


def _hints(exercise: str, lang: str) -> str:
    """The hints of an exercise, each behind a line to click on."""
    return "\n\n".join(f"<details>\n<summary>{HINT[lang]} {number}</summary>\n\n{hint}\n\n</details>"
                       for number, hint in enumerate(exercises()[exercise].hints[lang], 1))


def right_to_left(markdown: str) -> str:
    """Hebrew Markdown as JupyterLab and Colab show it well: prose in right-to-left blocks, fences between them,
    and a left-to-right mark on both sides of inline code, which otherwise loses the order of its signs."""
    parts, at = [], 0
    for fence in FENCE.finditer(markdown):
        parts += [_block(markdown[at:fence.start()]), fence[0]]
        at = fence.end()
    parts.append(_block(markdown[at:]))
    return "\n\n".join(part for part in parts if part)


def _block(prose: str) -> str:
    prose = re.sub(r"`[^`\n]+`", lambda code: f"{LRM}{code[0]}{LRM}", prose.strip())
    return f'<div dir="rtl">\n\n{prose}\n\n</div>' if prose else ""


def execute(notebook: NotebookNode) -> NotebookNode:
    """Run all cells on the CPU device; what changes from run to run without meaning is left out."""
    os.environ.update(COURSE_DEVICE="cpu", PYTHONUTF8="1")
    os.environ.pop("COURSE_LANGUAGE", None)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for number, output in enumerate(cell.get("outputs", ())):
            if VIEW in output.get("data", {}):
                output["data"][VIEW]["model_id"] = f"{cell.id}-{number}"
    return notebook


def build(lesson: str) -> None:
    """Build, run and store the four notebooks of a lesson."""
    for solved in (False, True):
        for lang in LANGUAGES:
            path = target(lesson, lang, solved)
            path.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(execute(compose(lesson, lang, solved)), path)
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    for wanted in sys.argv[1:] or lessons():
        build(wanted)
