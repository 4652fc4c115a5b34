# Two commands matter: `make play` and `make test`. Both start from nothing but Python.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PLAY ?= bhuman2019 hulks2021 --half 60 # what `make play` plays
COMMAND := kickabout is in $(BIN); to use it in this terminal: . $(BIN)/activate

.PHONY: help install play test test-slow test-browser test-all check bench coverage-docs lock clean

help:
	@echo "make install       install into $(VENV)"
	@echo "make play          install and watch a match"
	@echo "make check         lint, types, architecture"
	@echo "make test          check and fast tests"
	@echo "make test-slow     all slow tests: whole matches, searches, trainings"
	@echo "make test-browser  the studio in Chromium"
	@echo "make test-all      all of these tests"
	@echo "make bench         measure the metrics"
	@echo "make coverage-docs write docs/coverage/ from docs/coverage.toml"

install: $(STAMP)
	@echo "$(COMMAND)"

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $(STAMP)

play: $(STAMP)
	@echo "$(COMMAND); Ctrl+C ends the match"
	$(BIN)/kickabout play $(PLAY)

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell src tests docs benchmarks examples *.md
	$(BIN)/pytest -n auto tests/architecture

test: check
	$(BIN)/pytest -n auto --ignore tests/architecture

test-slow: $(STAMP)
	$(BIN)/pytest -n auto --dist worksteal -m slow

test-browser: $(STAMP)
	$(BIN)/pytest -m browser tests/browser

test-all: test test-slow test-browser

bench: $(STAMP)
	$(BIN)/kickabout bench

coverage-docs: $(STAMP)
	$(BIN)/python -m docs.make_coverage

lock: # renew requirements.lock with today's newest versions that fit pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip hatchling editables
	$(BIN)/python -m pip install --quiet --no-build-isolation -e ".[dev]"
	$(BIN)/python -m pip freeze --exclude-editable > requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
