# make lab    installs the course into .venv and opens the workbook in JupyterLab
# make test   installs what the tests need and runs all of them: style, types, unit tests, notebooks

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
WORKERS ?= 2
NBVAL := --nbval --nbval-current-env --nbval-sanitize-with=tests/nbval.cfg --nbval-cell-timeout=120
LAB_FLAGS ?= $(if $(filter 0,$(shell id -u)),--allow-root)
NOTEBOOKS := $(wildcard notebooks/en notebooks/he solutions/notebooks)

export PYTHONUTF8 := 1

.PHONY: lab test lint unit nbtest notebooks chromium clean

lab: $(VENV)/lab.stamp
	$(BIN)/jupyter lab $(LAB_FLAGS) notebooks

test: lint unit nbtest

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/mypy

unit: $(VENV)/test.stamp chromium
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

# Strict: every output of the committed notebooks must come out the same, on the CPU device.
nbtest: $(VENV)/test.stamp
	@test -n "$(NOTEBOOKS)" || { echo "No notebooks found."; exit 1; }
	COURSE_DEVICE=cpu $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile $(NBVAL) $(NOTEBOOKS)

# Builds notebooks/en and notebooks/he from notebooks/lessons, and runs them.
notebooks: $(VENV)/test.stamp
	COURSE_DEVICE=cpu $(BIN)/python notebooks/build.py

# The browser tests want Chromium; they are skipped where it cannot be had.
chromium:
	@if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null \
	    && ! command -v google-chrome >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    (apt-get update -q && apt-get install -q -y --no-install-recommends chromium) >/dev/null 2>&1 \
	    || echo "Chromium could not be installed: the browser tests will be skipped."; fi

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/lab.stamp: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[lab]"
	touch $@

$(VENV)/test.stamp: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[lab,test]"
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache
