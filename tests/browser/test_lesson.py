"""Both notebooks in JupyterLab: run all, move the sliders by keyboard and by mouse, and look at the directions."""

import shutil

import pytest

import tests.browser.lab as lab

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [pytest.mark.browser,
              pytest.mark.skipif(lab.chromium() is None, reason="Chromium is not installed")]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    work = tmp_path_factory.mktemp("work")
    shutil.copytree(lab.ROOT / "notebooks", work / "notebooks", ignore=shutil.ignore_patterns(".*"))
    with lab.server(work, tmp_path_factory.mktemp("lab")) as found:
        yield found


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=lab.chromium(), args=lab.ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module", params=("en", "he"))
def lesson(request, address, browser):
    """The language, the page after Run All Cells, and the errors on its console."""
    page, errors = browser.new_page(), []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    lab.open_notebook(page, address, f"notebooks/{request.param}/01_tiled.ipynb")
    lab.run_all(page)
    lab.points_become(page, 3)
    yield request.param, page, errors
    page.close()


def test_the_tile_width_slider_moves_by_keyboard(lesson):
    _, page, _ = lesson
    before, picture = lab.points(page), lab.plot_source(page)
    handle = lab.explorer(page).locator(".noUi-handle").first
    handle.focus()
    page.keyboard.press("ArrowLeft")
    lab.points_become(page, before + 1)
    assert lab.plot_source(page) != picture


def test_the_size_slider_moves_by_mouse(lesson):
    _, page, _ = lesson
    before, picture = lab.points(page), lab.plot_source(page)
    handle = lab.explorer(page).locator(".noUi-handle").nth(1)
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y, steps=6)
    page.mouse.up()
    lab.points_become(page, before + 1)
    assert lab.plot_source(page) != picture


def test_the_phases_step_by_button(lesson):
    _, page, _ = lesson
    player = page.locator(".jp-OutputArea-output", has=page.locator(".widget-play, .jupyter-widget-play")).last
    before = player.locator("img").get_attribute("alt")
    player.locator("button.jupyter-button").nth(1).click()
    page.wait_for_function("([old]) => ![...document.querySelectorAll('img')].some(i => i.alt === old)", arg=[before])


def test_prose_runs_in_the_language_s_direction_and_code_left_to_right(lesson):
    lang, page, _ = lesson
    directions = page.evaluate("""() => {
        const of = (selector) => [...document.querySelectorAll(selector)].map((node) => {
            const style = getComputedStyle(node);
            const align = style.textAlign;
            const right = align === 'right' || (align === 'start' && style.direction === 'rtl');
            return style.direction + (right ? ' right' : ' left');
        });
        const prose = '.jp-MarkdownCell .jp-RenderedMarkdown ';
        return {prose: of(prose + 'p,' + prose + 'li,' + prose + 'h2'), code: of(prose + 'code,' + prose + 'pre')
                  .map((text) => text.split(' ')[0]), blocks: of(prose + 'pre')};
    }""")
    assert len(directions["prose"]) > 20 and len(directions["code"]) > 20
    assert set(directions["prose"]) == {"rtl right" if lang == "he" else "ltr left"}
    assert set(directions["code"]) == {"ltr"}
    assert set(directions["blocks"]) == {"ltr left"}


def test_the_model_answers_open(lesson):
    _, page, _ = lesson
    answer = page.locator("details").last
    assert answer.get_attribute("open") is None
    answer.locator("summary").click()
    assert answer.get_attribute("open") is not None


def test_no_cell_failed_and_the_console_is_clean(lesson):
    _, page, errors = lesson
    assert page.locator('[data-mime-type="application/vnd.jupyter.stderr"]').count() == 0
    assert page.locator('[data-mime-type="application/vnd.jupyter.error"]').count() == 0
    assert not errors
