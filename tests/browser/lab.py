"""JupyterLab in Chromium for the tests: start the server, open a notebook, run all, touch the controls."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "workbook"
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
IDLE = '.jp-Notebook-ExecutionIndicator[data-status="idle"]'
PLOT = 'img[alt*="GFLOP/s"]'


def chromium() -> str | None:
    """The browser's path, or None where there is none."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome")
                 if (found := shutil.which(name))), None)


@contextmanager
def server(folder: Path, settings: Path) -> Iterator[str]:
    """JupyterLab on loopback for one folder; the address of its page."""
    quiet = settings / "@jupyterlab" / "apputils-extension"
    quiet.mkdir(parents=True)
    (quiet / "notification.jupyterlab-settings").write_text('{"fetchNews":"false","checkForUpdates":false}')
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = open(settings / "lab.log", "wb")
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1",
         f"--ServerApp.port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}",
         f"--ServerApp.root_dir={folder}"],
        env={**os.environ, "JUPYTERLAB_SETTINGS_DIR": str(settings),
             "JUPYTERLAB_WORKSPACES_DIR": str(settings / "workspaces"), "COURSE_DEVICE": "cpu", "PYTHONUTF8": "1"},
        stdout=log, stderr=log)
    try:
        _wait(f"http://127.0.0.1:{port}/api?token={TOKEN}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)
        log.close()


def _wait(url: str, process: subprocess.Popen) -> None:
    for _ in range(120):
        if process.poll() is not None:
            raise RuntimeError("JupyterLab did not start")
        try:
            with urllib.request.urlopen(url, timeout=1) as answer:
                json.load(answer)
                return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError("JupyterLab did not answer within a minute")


def open_notebook(page: Any, address: str, path: str) -> None:
    """Open a notebook in a window high enough that no cell is left undrawn."""
    page.set_viewport_size({"width": 1300, "height": 13000})
    page.goto(f"{address}/doc/tree/{path}?token={TOKEN}&reset")
    page.wait_for_selector(".jp-NotebookPanel .jp-CodeCell", timeout=60_000)
    _kernel_ready(page, address, path)


def _kernel_ready(page: Any, address: str, path: str) -> None:
    """The page says idle before its kernel is there, and cells run then are lost: ask the server."""
    for _ in range(240):
        with urllib.request.urlopen(f"{address}/api/sessions?token={TOKEN}", timeout=5) as answer:
            kernels = [one["kernel"] for one in json.load(answer) if one["path"] == path]
        if kernels and all(one["execution_state"] == "idle" and one["connections"] for one in kernels):
            break
        page.wait_for_timeout(250)
    else:
        raise AssertionError("the kernel was not ready within a minute")
    page.wait_for_selector(IDLE, state="attached", timeout=60_000)
    page.wait_for_timeout(1000)


def run_all(page: Any) -> None:
    """Run > Run All Cells, and wait for the live plot, which only a running kernel can show."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    explorer(page).locator(PLOT).wait_for(timeout=120_000)
    page.wait_for_selector(IDLE, state="attached", timeout=120_000)


def explorer(page: Any) -> Any:
    """The output that holds the sliders for TILE_WIDTH and N."""
    return page.locator(".jp-OutputArea-output", has=page.locator(PLOT)).filter(
        has=page.locator(".widget-slider, .slider-container")).last


def points(page: Any) -> int:
    """How many points the live plot has, from its alternative text."""
    text = explorer(page).locator(PLOT).get_attribute("alt")
    return int("".join(sign for sign in text.split(":")[-1] if sign.isdigit()))


def points_become(page: Any, count: int) -> None:
    """Wait until the live plot has this many points."""
    deadline = time.monotonic() + 60
    while points(page) != count:
        if time.monotonic() > deadline:
            raise AssertionError(f"the plot has {points(page)} points, not {count}")
        page.wait_for_timeout(100)


def plot_source(page: Any) -> str:
    """The live plot's image data."""
    return str(explorer(page).locator(PLOT).get_attribute("src"))
