# Two commands matter: `make play` and `make test`. Both start from nothing but Python.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEVELOPER := $(VENV)/.installed-for-developers
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
PLAY ?= bhuman2019 hulks2021 --half 60 # what `make play` plays
COMMAND := kickabout is in $(BIN); to use it in this terminal: . $(BIN)/activate

.PHONY: help install develop play test test-slow test-browser test-all check bench kernel-list coverage-docs pictures command-docs speed-docs docs lock clean

help:
	@echo "make install       install into $(VENV) what playing needs"
	@echo "make develop       install the developers' tools, too"
	@echo "make play          install and watch a match"
	@echo "make check         lint, types, architecture"
	@echo "make test          check and fast tests"
	@echo "make test-slow     all slow tests: whole matches, searches, trainings"
	@echo "make test-browser  the studio in Chromium"
	@echo "make test-all      all of these tests"
	@echo "make bench         measure the metrics"
	@echo "make kernel-list   observe which compiled code matches need"
	@echo "make coverage-docs write docs/coverage/ from docs/coverage.toml"
	@echo "make pictures      make those pictures of the docs whose sources changed"
	@echo "make command-docs  write docs/commands.md from the command line"
	@echo "make speed-docs    measure the tables of docs/speed.md"
	@echo "make docs          make the site of docs/ in build/site, and check its links"

install: $(STAMP)
	@echo "$(COMMAND)"

$(STAMP): requirements.lock pyproject.toml
	@echo "installing into $(VENV), about 0.6 GB, which takes about a minute"
	$(PYTHON) -m venv $(VENV)
	$(PIP) --no-compile -r requirements.lock # Python compiles what is imported: a sixth less to write
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $(STAMP)

develop: $(DEVELOPER)

$(DEVELOPER): $(STAMP) requirements-dev.lock
	$(PIP) -r requirements-dev.lock
	@touch $(DEVELOPER)

play: $(STAMP)
	@echo "$(COMMAND); Ctrl+C ends the match"
	$(BIN)/kickabout play $(PLAY)

check: $(DEVELOPER)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell src tests docs benchmarks examples *.md
	$(BIN)/pytest -n auto tests/architecture

test: check
	$(BIN)/pytest -n auto --ignore tests/architecture

test-slow: $(DEVELOPER)
	$(BIN)/pytest -n auto --dist worksteal -m slow

test-browser: $(DEVELOPER)
	$(BIN)/pytest -m browser tests/browser

test-all: test test-slow test-browser

bench: $(STAMP)
	$(BIN)/kickabout bench

kernel-list: $(STAMP)
	$(BIN)/python -m benchmarks._kernel_list

coverage-docs: $(DEVELOPER)
	$(BIN)/python -m docs.make_coverage

pictures: $(DEVELOPER)
	$(BIN)/python -m docs.make_pictures

command-docs: $(DEVELOPER)
	$(BIN)/python -m docs.make_commands

speed-docs: $(DEVELOPER)
	$(BIN)/python -m docs.make_speed

docs: $(DEVELOPER)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "the site is at build/site/index.html"

lock: # renew both lock files with today's newest versions that fit pyproject.toml
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip hatchling editables
	$(PIP) --no-build-isolation -e .
	$(BIN)/python -m pip freeze --exclude-editable > requirements.lock
	$(PIP) --no-build-isolation -e ".[dev,docs]"
	$(BIN)/python -m pip freeze --exclude-editable > requirements-dev.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
