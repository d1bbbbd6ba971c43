"""Lesson 5 in JupyterLab: run all, hold up a warp by keyboard, choose another order of the warps."""

import shutil

import pytest

import tests.browser.lab as lab

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [pytest.mark.browser,
              pytest.mark.skipif(lab.chromium() is None, reason="Chromium is not installed")]
MAP = "img[alt*='16384']"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    work = tmp_path_factory.mktemp("work")
    shutil.copytree(lab.ROOT / "notebooks", work / "notebooks", ignore=shutil.ignore_patterns(".*"))
    with lab.server(work, tmp_path_factory.mktemp("lab")) as found:
        yield found


@pytest.fixture(scope="module", params=("en", "he"))
def lesson(request, address):
    """The page after Run All Cells, and the errors on its console."""
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=lab.chromium(), args=lab.ARGS)
        page, errors = browser.new_page(), []
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        lab.open_notebook(page, address, f"notebooks/{request.param}/05_barrier.ipynb")
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.locator(MAP).wait_for(timeout=120_000)
        page.wait_for_selector(lab.IDLE, state="attached", timeout=120_000)
        yield page, errors
        browser.close()


def changes(page, selector, act):
    """Act, and wait until the picture's alternative text is another one."""
    before = page.locator(selector).get_attribute("alt")
    act()
    page.wait_for_function("([selector, old]) => [...document.querySelectorAll(selector)].some(i => i.alt !== old)",
                           arg=[selector, before])


def test_the_delay_moves_by_keyboard(lesson):
    page, _ = lesson
    page.locator(".noUi-handle").first.focus()
    changes(page, "img[alt*='WAR']", lambda: page.keyboard.press("ArrowLeft"))


def test_the_seed_moves_by_keyboard_and_the_order_is_chosen(lesson):
    page, _ = lesson
    page.locator(".noUi-handle").nth(1).focus()
    changes(page, MAP, lambda: page.keyboard.press("ArrowRight"))
    chooser = page.locator(".jp-OutputArea-output", has=page.locator(MAP)).locator("select").last
    changes(page, MAP, lambda: chooser.select_option(index=1))
    assert " 0 " in "".join(one for one in page.locator(MAP).get_attribute("alt") if one not in "\u2068\u2069")


def test_no_cell_failed_and_the_console_is_clean(lesson):
    page, errors = lesson
    assert page.locator('[data-mime-type="application/vnd.jupyter.stderr"]').count() == 0
    assert not errors
