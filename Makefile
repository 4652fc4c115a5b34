# Two commands matter: `make play` and `make test`. Both start from nothing but Python.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PLAY ?= bhuman2019 hulks2021 --half 60 # what `make play` plays
# slow scenarios that are looked at every time
SAMPLE ?= $(addprefix tests/scenarios/test_,goalkeeper.py message_budget.py ball_search.py shootout.py)

.PHONY: help install play test test-sample test-all check bench coverage-docs lock clean

help:
	@echo "make play     watch a match"
	@echo "make test     checks and tests"
	@echo "make check    lint, types, architecture"
	@echo "make test-all everything, also slow scenarios"
	@echo "make bench    measure the figures"
	@echo "make coverage-docs  write docs/coverage/ from docs/coverage.toml"

install: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $(STAMP)

play: install
	$(BIN)/kickabout play $(PLAY)

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell src tests docs benchmarks examples *.md
	$(BIN)/pytest -n auto tests/architecture

test: check
	$(BIN)/pytest -n auto --ignore tests/architecture

test-sample: install
	$(BIN)/pytest -n auto -m slow $(SAMPLE)

test-all: check
	$(BIN)/pytest -n auto -m "slow or not slow" --ignore tests/architecture

bench: install
	$(BIN)/kickabout bench

coverage-docs: install
	$(BIN)/python -m docs.make_coverage

lock: # renew requirements.lock with today's newest versions that fit pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip hatchling editables
	$(BIN)/python -m pip install --quiet --no-build-isolation -e ".[dev]"
	$(BIN)/python -m pip freeze --exclude-editable > requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
