# The commands of this project. `make run` and `make test` need nothing but Python 3.11 or newer: they set up .venv
# from requirements.lock the first time, and again when the lock or pyproject.toml has changed.

.DEFAULT_GOAL := help
.PHONY: help run test check format bench bench-core bench-evaluator bench-store bench-stream bench-page pictures lock

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
PEERS := $(VENV)/.peers
# For example: make test ARGS="tests/api -k pots", make run ARGS="--lan".
ARGS ?=

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' Makefile

run: $(INSTALLED) ## Serve the page, the game API and the evaluator (ARGS="--lan" for others on the network too)
	@exec $(BIN)/regrets serve $(ARGS)

test: $(INSTALLED) ## Run every test that this machine can, and say which it left out
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: $(INSTALLED) ## Hold the format, the lint rules, the types, and then the tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory test

format: $(INSTALLED) ## Write the format, and mend what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: bench-core bench-evaluator bench-store bench-stream ## Measure everything, one JSON line a figure

bench-core: $(INSTALLED) ## Measure whole hands of the rule core beside its closest peer
	@$(BIN)/python -m bench.core $(ARGS)

bench-evaluator: $(PEERS) ## Measure hand scoring beside its peers
	@$(BIN)/python -m bench.evaluator $(ARGS)

bench-store: $(INSTALLED) ## Measure writes and reads of both stores
	@$(BIN)/python -m bench.store $(ARGS)

bench-stream: $(INSTALLED) ## Measure 2,000 followers of 200 tables on one worker, with both stores
	@$(BIN)/python -m bench.stream $(ARGS)

bench-page: $(INSTALLED) ## Measure the longest task of the page at a full table; needs chromium
	@$(BIN)/python -m tests.browser.smoothness

# uv writes one file for every supported Python and platform, which pip then reads. It is used here and nowhere else,
# from an environment that is thrown away. The second file is the first one without the tools of a developer.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock" pyproject.toml

pictures: $(INSTALLED) ## Take the pictures of the page for the README; needs chromium
	@$(BIN)/python -m tests.browser.pictures

lock: ## Resolve the ranges of pyproject.toml anew into the lock files (ARGS="--upgrade" for the newest)
	@temporary=$$(mktemp -d) && trap 'rm -rf "$$temporary"' EXIT && \
	$(PYTHON) -m venv "$$temporary" && "$$temporary/bin/pip" install --quiet uv && PATH="$$temporary/bin:$$PATH" && \
	$(LOCK) --group dev $(ARGS) --output-file requirements.lock && \
	$(LOCK) --constraints requirements.lock --output-file requirements-runtime.lock

# The libraries that hand scoring is measured beside are for nothing else, so they are not in the lock.
$(PEERS): $(INSTALLED)
	@$(BIN)/python -c 'import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["bench"], sep="\n")' \
	| $(BIN)/python -m pip install -qq --disable-pip-version-check --requirement /dev/stdin
	@touch $@

$(INSTALLED): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Regrets needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Regrets needs Python 3.11 or newer;" \
	"$(PYTHON) is $$($(PYTHON) --version 2>&1). With another one: make PYTHON=python3.12 run" >&2; exit 1; }
	@echo "Setting up $(VENV) with $$($(PYTHON) --version); the first time takes a minute."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
