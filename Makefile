# Herna: `make reproduce` and `make test` are all you need; every target sets up what it uses.

PYTHON ?= $(shell for p in python3.12 python3.13 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
	&& echo $$p && break; done)
BIN := .venv/bin
INSTALLED := .venv/.installed
# uv takes a sixth of pip's time; where it cannot reach what pip can, pip does it.
UV := $(BIN)/uv pip install --python $(BIN)/python
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check
REPRODUCED := data/results/quick/.reproduced
BOOK := book/index.html
# A manifest names the fingerprint of every table beside it; tables have blanks in their names.
SOURCES := $(shell find lib/herna -type f -not -name '*.pyc') $(shell find data/thesis -type f) \
	$(shell find data/results/thesis -name manifest.json)

# Byte code is kept, whatever the shell says: else every process would compile all that it imports.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: reproduce test lab bench book check lock clean help

help:
	@echo "make reproduce   rerun every experiment quickly, draw every figure, print the scorecard"
	@echo "make test        run all tests"
	@echo "make lab         open JupyterLab on notebooks/00_start_here.ipynb"
	@echo "make bench       measure speed as ratios against peers"
	@echo "make book        run all notebooks and render them to book/ (opens from disk, no network)"
	@echo "make check       linter, type checker, and whether all that is published matches the results"
	@echo "make clean       remove everything in this folder that can be made again"

$(INSTALLED): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "herna: needs Python 3.11, 3.12 or 3.13 (make PYTHON=/path/to/python)"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > .venv/uv.txt
	$(PIP) --require-hashes -r .venv/uv.txt
	$(UV) --quiet --require-hashes -r requirements.lock || $(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(REPRODUCED): $(INSTALLED) $(SOURCES)
	$(BIN)/herna reproduce --scale quick
	$(BIN)/herna figures --scale quick
	@$(BIN)/herna scorecard > $@.new && mv $@.new $@

reproduce: $(REPRODUCED)
	@cat $(REPRODUCED)

test: $(INSTALLED)
	$(BIN)/python -m pytest

lab: $(INSTALLED)
	$(BIN)/herna lab

bench: $(INSTALLED)
	@$(BIN)/python -c 'import pyspiel' 2>/dev/null || $(PIP) open_spiel==2.0.2 || echo "herna: OpenSpiel is not to be had, its rows are left out"
	$(BIN)/herna bench

$(BOOK): $(INSTALLED) $(SOURCES) $(wildcard notebooks/*.ipynb notebooks/solutions/*.ipynb)
	$(BIN)/python -m herna.book

book: $(BOOK)
	@echo "the book: $(BOOK)"

check: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/herna verify

lock: $(INSTALLED)
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --quiet -o requirements.lock
	$(BIN)/python scripts/environment.py

clean:
	rm -rf .venv book figures/quick data/results/quick .pytest_cache .ruff_cache .mypy_cache \
		.hypothesis lib/herna.egg-info
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
