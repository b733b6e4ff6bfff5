# Branchline: `make` alone lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Compiled bytecode is kept, whatever the environment says: tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Stamps: the packages for playing, the package built and installed, the packages for testing, those of the page.
PLAYABLE := $(VENV)/.playable
BUILT := $(VENV)/.built
READY := $(VENV)/.ready
UV := uv==0.13.7
FONTS := src/branchline/boards/drawing/lettering/fonts/fonts-cjk.zip
PACKAGES := web/node_modules/.all
# What is generated when the package is built depends on these.
SOURCES := pyproject.toml hatch_build.py requirements-build.lock \
	$(shell find web src/branchline/maps src/branchline/boards/drawing \( -name node_modules -o -name drawings \
	-o -name __pycache__ \) -prune -o -type f ! -name coastlines.bin ! -name '*.zip' -print 2>/dev/null)
# The extras for testing; run `make lock` after a change.
EXTRAS := dev rl ray notebook docs release
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python
BUILD = $(INSTALL) --no-deps --build-constraints requirements-build.lock --reinstall-package branchline --editable .
LOCK = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-annotate --custom-compile-command "make lock" --quiet
# Tests wait for servers and databases for much of their time: two workers per core keep the cores busy, beside one
# browser per core.
CORES := $(shell getconf _NPROCESSORS_ONLN)
WORKERS ?= $(shell expr 2 '*' $(CORES))
BROWSERS ?= $(CORES)
PYTEST = $(BIN)/pytest -n $(WORKERS) --dist worksteal
# Measure which lines run; the report comes last.
COVER := --cov --cov-append --cov-report= --cov-fail-under=0
PLAIN := tests/rules tests/bots/test_plain_policies.py
# Not every make can keep the output of parallel targets together.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
GAMES ?= 1000
KILLS ?= 50

.PHONY: help
help:  ## list every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- setting up --------------------------------------------------------------------------------
.PHONY: setup
setup: $(BUILT) $(READY) $(PACKAGES) $(FONTS)  ## create .venv with everything for playing and testing

$(PLAYABLE): requirements-play.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Branchline needs Python 3.11 or newer, this is {sys.version.split()[0]}: make setup PYTHON=/path/to/python3.11")'
	@echo "installing what playing needs into $(VENV) (once, and whenever the lock changes)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check $(UV)
	@$(INSTALL) --compile-bytecode --require-hashes -r requirements-play.lock
	@touch $@

# Node and what else only the build needs live in uv's cache, not in .venv.
$(BUILT): $(SOURCES) $(PLAYABLE)
	@echo "building the web page and drawing the maps"
	@$(BUILD)
	@touch $@

$(READY): requirements.lock tools/pytorch.py $(PLAYABLE)
	@echo "installing what the tests need"
	@$(INSTALL) --compile-bytecode --require-hashes -r requirements.lock
# Not in the lock: a browser, a CPU build of PyTorch, and what depends on it.
	@$(BIN)/python tests/browser/chromium.py
	@$(BIN)/python -m tools.pytorch
	@touch $@

$(PACKAGES): web/package.json web/package-lock.json | $(READY) $(BUILT)
	@echo "installing the packages that the web page is checked with"
	@$(BIN)/python hatch_build.py
	@touch $@

# Without this file boards can be lettered in every script but Chinese, Japanese and Korean.
$(FONTS): $(dir $(FONTS))packages.json | $(BUILT)
	@echo "fetching fonts for Chinese, Japanese and Korean"
	@BRANCHLINE_FONTS=all $(BUILD)

.PHONY: fonts
fonts: $(FONTS)  ## fetch the fonts for Chinese, Japanese and Korean names on boards

.PHONY: lock
lock:  ## resolve the dependencies again into the three lock files
	@test -x $(BIN)/uv || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet $(UV); }
	@$(LOCK) pyproject.toml $(EXTRAS:%=--extra %) --upgrade --output-file requirements.lock
# Its versions are those of the other two as well.
	@$(LOCK) pyproject.toml --constraints requirements.lock --output-file requirements-play.lock
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		| $(LOCK) - --constraints requirements.lock --output-file requirements-build.lock

# ---- playing -----------------------------------------------------------------------------------
.PHONY: play
play: $(BUILT)  ## start Branchline and open the browser
	@$(BIN)/branchline

.PHONY: web
web: $(BUILT)  ## build the web page

.PHONY: wire
wire: setup  ## generate the wire types of the page from those of the server
	@$(BIN)/python -m tools.wire_types

.PHONY: docs
docs: setup  ## build the documentation site, which the server then has at /docs
	@$(BIN)/python -m tools.docs_site
	@echo "built src/branchline/server/documentation; start a server and open /docs"

.PHONY: pictures
pictures: setup  ## redraw the pictures of docs/pictures, and run the notebooks
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.page
	@$(BIN)/python -m tools.notebooks

# ---- checking ----------------------------------------------------------------------------------
.PHONY: test
test: setup  ## everything that must hold: lint, types, imports, the web page, all tests, coverage
	@$(MAKE) --jobs=3 $(SYNC) check
	@$(BIN)/python -m tools.compile
	@rm -rf .coverage .coverage.* $(VENV)/coverage
# A browser waits much of the time: its tests fill the gaps that the others leave.
	@$(BIN)/python -m tools.side_by_side "$(MAKE) python-tests" "$(MAKE) browser-tests plain-tests"
# A process that a test started may have written its lines after that test.
	@$(BIN)/coverage combine --append --quiet $(VENV)/coverage/plain
	@$(BIN)/coverage combine --append --quiet 2>/dev/null || true
	@$(BIN)/coverage report

.PHONY: python-tests
python-tests: setup  ## all tests but those in a browser
	@$(PYTEST) $(COVER) --ignore tests/browser --ignore tests/arena/test_ray.py
# Ray gives up if it has not started within half a minute, which happens beside other tests.
	@$(BIN)/pytest $(COVER) tests/arena/test_ray.py

.PHONY: plain-tests
plain-tests: setup  ## the rules and some policies as plain Python, since coverage cannot see into compiled code
# With a folder of its own for coverage and for temporary files, since other tests run at the same time.
	@mkdir -p $(VENV)/coverage
	@COVERAGE_FILE=$(VENV)/coverage/plain BRANCHLINE_JIT=0 $(BIN)/pytest -n $(BROWSERS) --dist worksteal $(COVER) \
		--basetemp $(VENV)/plain-tests $(PLAIN)

.PHONY: browser-tests
browser-tests: setup  ## the tests in a browser
# Playwright keeps an event loop in its process, so these run separately. They reach nothing new in src. They
# have their own folder for temporary files: pytest, when it starts, closes the usual one to other users, and the
# PostgreSQL of the other tests runs as another user if root starts it.
	@$(BIN)/pytest -n $(BROWSERS) --dist worksteal --basetemp $(VENV)/browser-tests tests/browser

.PHONY: check
check: lint types imports web-check  ## everything but the tests: lint, types, imports, the web page

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

.PHONY: layouts
layouts: setup  ## lay out and check fifty random maps; the tests take one in four
	@LAYOUT_STEP=1 $(PYTEST) tests/drawing/test_layout.py -k random

.PHONY: crash
crash: setup  ## kill a server under load KILLS=50 times on both databases and check that nothing is lost
	@$(BIN)/python -m tests.crash.crash --kills $(KILLS)

.PHONY: load
load: setup  ## load test: 500, 1,000 and 2,000 live games at once
	@$(BIN)/python -m tests.load.load --games 500 1000 2000 --seconds 40

.PHONY: hostile
hostile: setup  ## measure play beside 100 hostile sockets of as many addresses
	@$(BIN)/python -m tests.load.hostile --games 50 --sockets 100 --addresses 100

.PHONY: soak
soak: setup  ## play 200 games at once for 30 minutes and report memory, descriptors and latency every minute
	@$(BIN)/python -m tests.load.load --games 200 --soak 30

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

.PHONY: bench-start
bench-start: setup  ## measure the time from a clean clone to a first game, and of commands
	@$(BIN)/python benchmarks/start.py

.PHONY: bench-bots
bench-bots: setup  ## measure the strength and speed of the bots
	@$(BIN)/python benchmarks/bots.py

.PHONY: bench-levels
bench-levels: setup  ## measure the levels against each other (takes hours)
	@$(BIN)/python -m benchmarks.levels

.PHONY: bench-review
bench-review: setup  ## measure how well reviews of games judge
	@$(BIN)/python -m benchmarks.review

.PHONY: bench-search
bench-search: setup  ## measure the strength of the search bot (takes hours)
	@$(BIN)/python -m benchmarks.search

.PHONY: pythons
pythons: setup  ## run tests on every version of Python that the package supports; TESTS= selects others
	@$(BIN)/python -m tools.pythons $(TESTS)

.PHONY: container
container: setup  ## follow the Dockerfile without Docker: build, compile, start, all in a temporary folder
	@$(BIN)/python -m tools.container

.PHONY: release
release: setup  ## build wheel, source archive, checksums and list of components into dist/, and try them out
	@$(BIN)/python -m tools.release

.PHONY: clean
clean:  ## remove everything generated, including .venv
	@rm -rf $(VENV) dist build .*_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
