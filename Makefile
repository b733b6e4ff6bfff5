# Branchline: `make` alone lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
UV := uv==0.13.7
# The packages of the web page, the built page, and its sources.
PACKAGES := web/node_modules/.installed-from.txt
PAGE := src/branchline/server/static/built-from.txt
WEB := $(shell find web -type d -name node_modules -prune -o -type f -print 2>/dev/null)
# The extras for running and testing; run `make lock` after a change.
EXTRAS := dev rl parquet ray
# Measure which lines run; the report comes last.
COVER := --cov --cov-append --cov-report= --cov-fail-under=0
PLAIN := tests/rules
GAMES ?= 1000
KILLS ?= 50

.PHONY: help
help:  ## list every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- setting up --------------------------------------------------------------------------------
.PHONY: setup
setup: $(READY) $(PACKAGES) $(PAGE)  ## create .venv with everything for running and testing

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Branchline needs Python 3.11 or newer, this is {sys.version.split()[0]}: make setup PYTHON=/path/to/python3.11")'
	@echo "setting up $(VENV) (once, and whenever the lock changes)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check $(UV)
	@$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
# Not in the lock: a browser and a CPU build of PyTorch.
	@$(BIN)/python tests/browser/chromium.py
	@$(BIN)/python -m tools.pytorch
	@touch $@

$(PACKAGES): web/package.json web/package-lock.json | $(READY)
	@echo "installing the packages of the web page"
	@$(BIN)/python hatch_build.py packages
	@touch $@

$(PAGE): $(WEB) | $(READY)
	@echo "building the web page"
	@$(BIN)/python hatch_build.py page
	@touch $@

.PHONY: lock
lock:  ## resolve the dependencies again into requirements.lock
	@test -x $(BIN)/uv || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet $(UV); }
	@$(BIN)/uv pip compile pyproject.toml $(EXTRAS:%=--extra %) --upgrade --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
		--custom-compile-command "make lock" --quiet --output-file requirements.lock

# ---- playing -----------------------------------------------------------------------------------
.PHONY: play
play: setup  ## start Branchline and open the browser
	@$(BIN)/branchline

.PHONY: web
web: setup  ## build the web page

.PHONY: wire
wire: setup  ## generate the wire types of the page from those of the server
	@$(BIN)/python -m tools.wire_types

.PHONY: pictures
pictures: setup  ## redraw the pictures of docs/pictures
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.page

# ---- checking ----------------------------------------------------------------------------------
.PHONY: test
test: setup lint types imports web-check  ## everything that must hold: lint, types, imports, the web page, all tests
	@$(BIN)/python -m tools.compile
	@$(BIN)/pytest -n auto --ignore tests/browser
# Playwright keeps an event loop in its process, so the browser tests run separately.
	@$(BIN)/pytest -n auto tests/browser

.PHONY: coverage
coverage: setup  ## run all tests and report which lines of src they do not reach
	@$(BIN)/python -m tools.compile
	@rm -f .coverage .coverage.*
# Coverage cannot see into compiled code: these run the kernel once more as plain Python.
	@BRANCHLINE_JIT=0 $(BIN)/pytest -n auto $(COVER) $(PLAIN)
	@$(BIN)/pytest -n auto $(COVER) --ignore tests/browser
	@$(BIN)/pytest -n auto $(COVER) tests/browser
	@$(BIN)/coverage report

.PHONY: lint
lint: setup  ## ruff: rules and format
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet || { $(BIN)/ruff format --check; exit 1; }

.PHONY: format
format: setup  ## let ruff and Biome fix and format
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/python -m tools.web biome check --write

.PHONY: types
types: setup  ## mypy --strict
	@$(BIN)/mypy

.PHONY: web-check
web-check: setup  ## types, lint, format and unit tests of the web page
	@$(BIN)/python -m tools.web svelte-check --tsconfig ./tsconfig.json --fail-on-warnings
	@$(BIN)/python -m tools.web biome check --error-on-warnings
	@$(BIN)/python -m tools.web vitest run

.PHONY: hooks
hooks: setup  ## check every commit before it is made, offline
	@$(BIN)/pre-commit install

.PHONY: imports
imports: setup  ## import contracts
	@$(BIN)/lint-imports --no-logo

.PHONY: lockstep
lockstep: setup  ## compare kernel and oracle over GAMES=1000 games per map
	@$(BIN)/python -m tests.oracle.lockstep --games $(GAMES)

.PHONY: crash
crash: setup  ## kill a server under load KILLS=50 times on both databases and check that nothing is lost
	@$(BIN)/python -m tests.crash.crash --kills $(KILLS)

.PHONY: load
load: setup  ## load test: 500 live games at once, then more
	@$(BIN)/python -m tests.load.load --games 500 750 1000 --seconds 40

.PHONY: train-mini
train-mini: setup  ## train an agent on the mini map for a few minutes
	@$(BIN)/python -m tools.pytorch --needed
	@$(BIN)/python examples/ppo_mini.py

.PHONY: golden
golden: setup  ## regenerate the golden games and perft tables
	@$(BIN)/python -m tests.golden.games

.PHONY: bench
bench: setup  ## measure speed on this machine
	@$(BIN)/branchline bench

.PHONY: bench-bots
bench-bots: setup  ## measure the strength and speed of the bots
	@$(BIN)/python benchmarks/bots.py

.PHONY: bench-search
bench-search: setup  ## measure the strength of the search bot (takes hours)
	@$(BIN)/python -m benchmarks.search

.PHONY: clean
clean:  ## remove everything generated, including .venv
	@rm -rf $(VENV) dist build .*_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
