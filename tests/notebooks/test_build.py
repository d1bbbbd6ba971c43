"""The stored notebooks: the same as their lesson, the same code in both languages, run, and fit for nbval."""

import importlib.util
import re
from pathlib import Path

import nbformat
import pytest

from course_grader import exercises

ROOT = Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("notebooks_build", ROOT / "notebooks" / "build.py")
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)

EVERY = [(lesson, lang, solved) for lesson in build.lessons() for lang in build.LANGUAGES for solved in (False, True)]
LANGUAGE_LINE = re.compile(r'^use_language\("(en|he)"\)$', re.MULTILINE)
HEBREW = re.compile("[\u0590-\u05ff]")


def stored(lesson, lang, solved):
    return nbformat.read(build.target(lesson, lang, solved), as_version=4)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "markdown"]


@pytest.mark.parametrize("lesson, lang, solved", EVERY)
def test_the_stored_notebook_is_what_its_lesson_says(lesson, lang, solved):
    fresh, kept = build.compose(lesson, lang, solved), stored(lesson, lang, solved)
    assert [(c.cell_type, c.id, c.source) for c in kept.cells] == [(c.cell_type, c.id, c.source) for c in fresh.cells]


@pytest.mark.parametrize("lesson, lang, solved", EVERY)
def test_every_code_cell_was_run_without_an_error(lesson, lang, solved):
    notebook = stored(lesson, lang, solved)
    nbformat.validate(notebook)
    assert [cell.execution_count for cell in code(notebook)] == list(range(1, len(code(notebook)) + 1))
    assert not [out for cell in code(notebook) for out in cell.outputs if out.output_type == "error"]
    assert all(cell.outputs for cell in code(notebook))


@pytest.mark.parametrize("lesson, lang, solved", EVERY)
def test_sliders_are_stored_with_a_still_picture_and_no_random_names(lesson, lang, solved):
    """Until the notebook is run JupyterLab shows the picture; names of widgets would change with every run."""
    notebook = stored(lesson, lang, solved)
    assert "widgets" not in notebook.metadata
    views = [out.data for cell in code(notebook) for out in cell.outputs if build.VIEW in out.get("data", {})]
    assert views
    for data in views:
        assert data["image/png"] and data["text/plain"]
        assert data[build.VIEW]["model_id"].startswith(lesson.replace("_", "-"))


@pytest.mark.parametrize("lesson, lang, solved", EVERY)
def test_nbval_can_compare_what_the_cells_show(lesson, lang, solved):
    for cell in code(stored(lesson, lang, solved)):
        assert not cell.source.rstrip().endswith(";") or cell.source.startswith("%%kernel")
        assert "Output(" not in cell.source
        for out in cell.outputs:
            assert "0x" not in str(out.get("text", "")) + str(out.get("data", {}).get("text/plain", ""))


@pytest.mark.parametrize("lesson", build.lessons())
@pytest.mark.parametrize("solved", (False, True))
def test_code_differs_between_the_languages_by_the_language_line_alone(lesson, solved):
    one, other = ([LANGUAGE_LINE.sub("", cell.source) for cell in code(stored(lesson, lang, solved))]
                  for lang in build.LANGUAGES)
    assert one == other
    first = code(stored(lesson, "he", solved))[0].source
    assert LANGUAGE_LINE.search(first)


@pytest.mark.parametrize("lesson", build.lessons())
def test_text_stands_in_both_languages_in_the_same_places(lesson):
    english, hebrew = (stored(lesson, lang, False) for lang in build.LANGUAGES)
    assert [cell.cell_type for cell in english.cells] == [cell.cell_type for cell in hebrew.cells]
    for one, other in zip(prose(english), prose(hebrew), strict=True):
        assert not HEBREW.search(one.source)
        assert HEBREW.search(other.source)
        for sign in ("#", "<details>", "```", "|"):
            assert one.source.count(sign) == other.source.count(sign), f"{sign} in {one.source[:60]}"


@pytest.mark.parametrize("lesson", build.lessons())
def test_hebrew_prose_stands_in_right_to_left_blocks(lesson):
    for cell in prose(stored(lesson, "he", False)):
        outside = re.sub(r'<div dir="rtl">\n\n.*?\n\n</div>', "", cell.source, flags=re.DOTALL)
        assert not HEBREW.search(outside)
        for block in re.findall(r'<div dir="rtl">\n\n(.*?)\n\n</div>', cell.source, flags=re.DOTALL):
            assert "```" not in block
            bare = re.sub("\u200e`[^`]*`\u200e", "", block)
            assert "`" not in bare, f"inline code without marks: {bare[:80]}"


def test_code_between_hebrew_paragraphs_stays_outside_of_the_block():
    text = build.right_to_left("שלום `f()` לכולם\n\n```c\nint x;\n```\n\nעוד")
    assert text == ('<div dir="rtl">\n\nשלום \u200e`f()`\u200e לכולם\n\n</div>\n\n```c\nint x;\n```\n\n'
                    '<div dir="rtl">\n\nעוד\n\n</div>')


@pytest.mark.parametrize("key", exercises())
def test_each_exercise_has_its_stub_solution_and_lesson(key):
    exercise = exercises()[key]
    assert exercise.kernel in exercise.stub and exercise.kernel in exercise.solution
    assert exercise.signature in exercise.stub and exercise.signature in exercise.solution
    assert "// TODO" in exercise.stub and "// TODO" not in exercise.solution
    assert exercise.lesson in build.lessons()
    cells = [cell.source for cell in code(stored(exercise.lesson, "en", False))]
    assert f"%%kernel {key}\n{exercise.stub.rstrip()}" in cells
    solved = [cell.source for cell in code(stored(exercise.lesson, "en", True))]
    assert f"%%kernel {key}\n{exercise.solution.rstrip()}" in solved
    assert len(exercise.hints["en"]) == len(exercise.hints["he"]) > 0


@pytest.mark.parametrize("lesson, checks", [("01_tiled", 9), ("05_barrier", 10)])
@pytest.mark.parametrize("lang, word", [("en", "{0} of {0} checks passed"), ("he", "פתור")])
def test_the_solved_notebook_says_that_all_checks_pass(lesson, checks, lang, word):
    word = word.format(checks)
    texts = [str(out.get("data", {}).get("text/plain", "")) for cell in code(stored(lesson, lang, True))
             for out in cell.outputs]
    assert any(word in text for text in texts)
    unsolved = [str(out.get("data", {}).get("text/plain", "")) for cell in code(stored(lesson, lang, False))
                for out in cell.outputs]
    assert not any(word in text for text in unsolved)


@pytest.mark.parametrize("lesson", build.lessons())
@pytest.mark.parametrize("lang", ("en", "he"))
def test_no_speed_is_stored_where_nbval_compares(lesson, lang):
    """Times differ from run to run: they belong into pictures and sliders, never into compared text."""
    for cell in code(stored(lesson, lang, True)):
        for out in cell.outputs:
            text = str(out.get("text", "")) + str(out.get("data", {}).get("text/plain", ""))
            assert not re.search(r"\d (GFLOP/s|ms)", text)
