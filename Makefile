# Needs only make and Python >= 3.11. What is installed goes to .venv, pinned with hashes by requirements.lock,
# and each target installs only what it needs: the stamp files in .venv say what is there.

PYTHON ?= python3
HOST   ?= 127.0.0.1
PORT   ?= 8000
DATA   ?= data
LB     ?= nginx
STORE  ?= valkey
N      ?= 3
T      ?=
GAMES  ?=
LOCK_OPTIONS ?=

VENV := .venv
BIN  := $(VENV)/bin

# Wheels only: the build tool of some source archive would run unpinned.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --constraint requirements.lock
# uv does not read pip's settings: where pip uses a mirror, set UV_DEFAULT_INDEX for these two targets.
COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --no-config --system-certs --all-extras --universal \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock"
# A narrowed run cannot reach every branch, so the gate is for the whole suite.
GATE := $(if $(T),,--cov=acey_deucey.rules --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100)
# Ten thousand listeners take five minutes where the machine has much else to do.
LONG := --override-ini faulthandler_timeout=1800

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run notebook cluster cluster-down test test-slow test-nightly test-faults manifests lint types bench bench-boardgameio bench-streams train strength audit lock lock-check clean ci

##@ Use
help: ## Show this list.
	@awk -F ':.*## ' '/^##@ /{printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## /{printf "  make %-17s %s\n", $$1, $$2}' Makefile

run: $(VENV)/.stamp-local ## Serve on 127.0.0.1:8000 with an embedded store; PORT=, HOST= and DATA=folder change that.
	@ACEY_HOST="$(HOST)" ACEY_PORT="$(PORT)" ACEY_DATA="$(DATA)" exec $(BIN)/acey-deucey serve

notebook: $(VENV)/.stamp-local $(VENV)/.stamp-notebooks ## Open the notebooks, with the service started if none answers.
	@ACEY_HOST="$(HOST)" ACEY_PORT="$(PORT)" ACEY_DATA="$(DATA)" exec $(BIN)/python notebooks/start.py

cluster: $(VENV)/.stamp-local ## Run nginx, three replicas and a Valkey here; LB=haproxy, STORE=sentinel or cluster, N=, PORT=.
	@exec $(BIN)/python -m deploy.cluster up --balancer "$(LB)" --store "$(STORE)" --replicas "$(N)" --port "$(PORT)"

cluster-down: $(VENV)/.stamp-local ## Stop what make cluster started, from another terminal.
	@$(BIN)/python -m deploy.cluster down

##@ Check
test: $(VENV)/.stamp-local $(VENV)/.stamp-test ## Run the tests, all branches of the rules covered; T=path runs only that.
	$(BIN)/python -m pytest -n auto --dist loadfile -m "not slow and not nightly and not faults" $(GATE) $(T)

test-slow: $(VENV)/.stamp-local $(VENV)/.stamp-test $(VENV)/.stamp-train $(VENV)/.stamp-contract ## Run the tests that take minutes; T=path runs only that.
	$(BIN)/python -m pytest $(LONG) -n auto -m "slow and not nightly" $(T) || test $$? -eq 5 # 5: none of them is slow

test-nightly: $(VENV)/.stamp-local $(VENV)/.stamp-test $(VENV)/.stamp-train ## Run the tests that take hours: bots that play ten thousand games, parsers fed by chance.
	$(BIN)/python -m pytest -n auto -m nightly $(T)

test-faults: $(VENV)/.stamp-local $(VENV)/.stamp-test ## Kill, freeze and fill what the service stands on, and check that nothing is lost.
	$(BIN)/python -m pytest $(LONG) -m faults $(if $(T),$(T),tests/faults)

manifests: $(VENV)/.stamp-local $(VENV)/.stamp-test $(VENV)/.stamp-deploy ## Check the files of deploy/ against their schemas.
	$(BIN)/python -m pytest -m "not slow and not nightly and not faults" tests/deploy/test_manifests.py

lint: $(VENV)/.stamp-lint ## Check style, format and the direction of imports.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-cache

types: $(VENV)/.stamp-local $(VENV)/.stamp-test $(VENV)/.stamp-lint ## Check the types, strictly.
	$(BIN)/mypy

bench: $(VENV)/.stamp-local $(VENV)/.stamp-test $(VENV)/.stamp-bench ## Measure all there is to measure, in some minutes: one table, and bench.json.
	$(BIN)/python -m tests.bench --json bench.json

bench-boardgameio: $(VENV)/.stamp-local $(VENV)/.stamp-test ## Measure moves beside boardgame.io, which npm installs into .venv.
	$(BIN)/python -m tests.bench boardgameio

bench-streams: $(VENV)/.stamp-local ## Measure 10,000 event streams on two workers, and what they cost the moves; takes minutes.
	$(BIN)/python -m tests.bench_streams

train: $(VENV)/.stamp-train ## Train the bots' networks by self-play into training/, on from where it stopped; GAMES= a family.
	@nice -n 15 $(BIN)/python -m acey_deucey.bots.train --folder training $(if $(GAMES),--games $(GAMES))

strength: $(VENV)/.stamp-train ## Measure the bots under every rule set, in matches and by roll-outs; GAMES= a pairing, a choice.
	@nice -n 15 $(BIN)/python -m acey_deucey.bots.strength $(if $(GAMES),--games $(GAMES))
	@nice -n 15 $(BIN)/python -m acey_deucey.bots.reference $(if $(GAMES),--games $(GAMES))

audit: $(VENV)/.stamp-audit ## Look for known holes in the whole lock; list what the service needs in dist/sbom.json (CycloneDX).
	@mkdir -p dist
	$(BIN)/python tests/runtime_lock.py > $(VENV)/runtime.lock
	$(BIN)/python -W ignore::UserWarning -m cyclonedx_py requirements --pyproject pyproject.toml --output-reproducible \
		--validate --output-file dist/sbom.json $(VENV)/runtime.lock
	$(BIN)/python tests/audit_lock.py

##@ Maintain
lock: $(VENV)/.stamp-uv ## Write requirements.lock anew; LOCK_OPTIONS=--upgrade takes the newest releases.
	$(COMPILE) $(LOCK_OPTIONS) --output-file requirements.lock

lock-check: $(VENV)/.stamp-uv ## Fail if requirements.lock does not answer to pyproject.toml.
	@cp requirements.lock $(VENV)/check.lock
	$(COMPILE) --output-file $(VENV)/check.lock
	@diff requirements.lock $(VENV)/check.lock

clean: ## Remove what was installed and cached; games in DATA stay.
	rm -rf $(VENV) dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find service tests -name __pycache__ -prune -exec rm -rf {} +

ci: ## Run what must pass before a change lands; as root it installs Debian packages.
	$(MAKE) test
	command -v redis-server && command -v haproxy && command -v nginx && command -v chromium || { apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq -y redis-server haproxy nginx-light chromium; }
	$(MAKE) test-slow
	ACEY_TEST_REDIS_SERVER="$$(command -v redis-server)" $(MAKE) test T="tests/store tests/deploy tests/board"
	$(MAKE) test-faults
	$(MAKE) manifests
	$(MAKE) lint
	$(MAKE) types
	$(MAKE) audit

# pip comes from the lock first: only a recent one takes hashes from a constraints file.
$(VENV)/.stamp-base: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12")'
	@echo "Installing into $(VENV): about a minute the first time"
	@$(PYTHON) -m venv $(VENV)
	@sed -n '/^pip==/,/# via/p' requirements.lock > $(VENV)/pip.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(VENV)/pip.lock
	@$(INSTALL) hatchling
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Not as the extra: the runtime's dependencies cannot be installed before a new one of them is locked.
$(VENV)/.stamp-uv: $(VENV)/.stamp-base
	@$(INSTALL) uv
	@touch $@

# An extra of pyproject.toml, and with it what the service itself needs.
$(VENV)/.stamp-%: $(VENV)/.stamp-base
	@$(INSTALL) 'acey-deucey[$*]'
	@touch $@
