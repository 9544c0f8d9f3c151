# One folder, .venv, holds everything that is installed; one stamp per step, so that a repeated call does only what changed.
# Works with GNU make 3.81 or later, a POSIX shell, Python and Rust; `make help` tells the rest.

VENV := .venv
LOWEST := .venv-lowest
RUN := $(VENV)/bin/python
JOBS ?= 2
ROWS ?= 1000000
SECONDS ?= 600
CHECKS ?= licenses bans sources advisories
# Counters at every branch, for libFuzzer to see where it has been. No sanitizer of addresses: there is no unsafe code.
COUNTERS := --cfg fuzzing -Cdebug-assertions -Coverflow-checks -Cpasses=sancov-module \
	-Cllvm-args=-sanitizer-coverage-level=2 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
	-Cllvm-args=-sanitizer-coverage-pc-table
FUZZING = -max_total_time=$(SECONDS) -max_len=32768 -timeout=20 -malloc_limit_mb=64 -print_final_stats=1 \
	-artifact_prefix=target/fuzz/
CORPUS := tests/model_files/corpus
DEMO := random-tree:nominals=10,numerics=10

# rustup puts cargo here, and a shell opened before the installation does not know it yet.
export PATH := $(PATH):$(HOME)/.cargo/bin
# One interpreter for every cargo command: a change of it would build PyO3 anew.
export PYO3_PYTHON := $(CURDIR)/$(RUN)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Tests that read real data look for it here, and are skipped with a reason where there is none.
ifeq ($(origin RIPARIAN_DATA),undefined)
ifneq ($(wildcard ../shared/datasets),)
export RIPARIAN_DATA := $(abspath ../shared/datasets)
endif
endif

CRATES := core bridge dispatch readers
RUST := Cargo.toml $(wildcard Cargo.lock) $(foreach crate,$(CRATES),$(wildcard $(crate)/Cargo.toml $(crate)/build.rs \
	$(crate)/src/*.rs $(crate)/src/*/*.rs $(crate)/src/*/*/*.rs))

.PHONY: help demo test test-quick test-lowest tested-lowest bench fuzz lint deny build rust-test python-test format clean preflight

help:
	@echo 'make demo     build, then evaluate three settings on a million rows and show a tree (ROWS=1000000)'
	@echo 'make test     build, then run the linters and all tests'
	@echo 'make bench    build, then measure beside river and MOA; writes benchmarks/results/'
	@echo 'make test-quick   build, then run the Python tests that take a moment'
	@echo 'make test-lowest  the same with the lowest versions of all that riparian works with, in .venv-lowest'
	@echo 'make fuzz     look for model files that the reader does not survive (SECONDS=600); needs nightly Rust'
	@echo 'make lint     the linters alone: ruff, mypy, cargo fmt, clippy, and the notices of linked crates'
	@echo 'make deny     ask cargo deny about the crates (CHECKS="licenses bans sources" needs no network)'
	@echo 'make format   let ruff and cargo fmt lay out the code'
	@echo 'make build    the environment .venv and the native module, in release mode'
	@echo 'make clean    remove everything that was built, .venv included'
	@echo 'Settings: PYTHON=python3.13 (for a new .venv), RIPARIAN_DATA=folder, JOBS=2 (processes of the tests)'

demo: build
	@echo 'A random tree makes $(ROWS) rows. Each is predicted first and learned then, by three kinds of leaf:'
	@$(RUN) -m riparian evaluate $(DEMO) --rows $(ROWS) --progress --report demo.html \
		--model vfdt:predictor=mc --model vfdt:predictor=nb --model vfdt:predictor=nba
	@echo 'The curves are in demo.html. The top of the tree that was learned:'
	@$(RUN) -m riparian show $(DEMO) --rows $(ROWS) --max-depth 3

test: lint rust-test python-test

bench: build $(VENV)/.bench
	$(RUN) -m benchmarks.run

# Files as they come, and files whose checksums are made right first; what is found stays in target/fuzz.
fuzz:
	@rustc +nightly --version >/dev/null 2>&1 || \
		{ echo "make fuzz needs nightly Rust: run 'rustup toolchain install nightly'"; exit 1; }
	mkdir -p target/fuzz/load target/fuzz/sealed
	RUSTFLAGS='$(COUNTERS)' cargo +nightly build --release --quiet --manifest-path core/fuzz/Cargo.toml \
		--target-dir target/fuzz/build --target $$(rustc +nightly --print host-tuple)
	target/fuzz/build/*/release/load target/fuzz/load $(CORPUS) $(FUZZING)
	target/fuzz/build/*/release/sealed target/fuzz/sealed $(CORPUS) $(FUZZING)

# The bridge links only into a Python process; the Python tests are its tests.
rust-test: build
	cargo test --release --workspace --exclude riparian-bridge --quiet

python-test: build
	$(RUN) -m pytest -q -n $(JOBS)

test-quick: build
	$(RUN) -m pytest -q -n $(JOBS) --quick

# The native module is that of the checkout: it is the same for every version of Python and of its guests. Of the lowest
# versions there are wheels for the oldest Python only: that is the one of .venv, or another one on this machine.
OLDEST = $(shell sed -n 's/^requires-python = ">=\(.*\)"/\1/p' pyproject.toml)
OLDEST_PYTHON = $(shell for python in $(RUN) python$(OLDEST); do \
	found=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null); \
	if [ "$$found" = '$(OLDEST)' ]; then echo $$python; break; fi; done)
test-lowest: build
	@if [ -n '$(OLDEST_PYTHON)' ]; then \
		$(MAKE) --no-print-directory tested-lowest; \
	else \
		echo 'make test-lowest needs python$(OLDEST), as the lowest versions do: nothing was tested' >&2; exit 1; \
	fi

tested-lowest: $(LOWEST)/.requirements
	$(LOWEST)/bin/python -m pytest -q -n $(JOBS) --quick

lint: build
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	$(RUN) -m tools.notices --check

deny:
	@cargo deny --version >/dev/null 2>&1 || \
		{ echo "make deny needs cargo-deny: run 'cargo install --locked cargo-deny'"; exit 1; }
	cargo deny check $(CHECKS)

format: build
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .
	cargo fmt --all

build: $(VENV)/.native

clean:
	rm -rf $(VENV) $(LOWEST) target dist riparian/_native*.so riparian/_native*.pyd
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- steps, each with its stamp

# Says in one line what is missing, before anything is fetched.
preflight:
	$(eval FOUND := $(shell PATH='$(PATH)' PYTHON='$(PYTHON)' tools/preflight))
	@$(if $(filter python,$(firstword $(FOUND))),:,$(error $(FOUND)))

$(VENV)/.made: | preflight
	'$(wordlist 2,99,$(FOUND))' -m venv $(VENV)
	@touch $@

$(VENV)/.requirements: pyproject.toml tools/requirements.py $(VENV)/.made
	$(RUN) tools/requirements.py build test > $(VENV)/requirements.txt
	@echo 'installing what is needed to build and test into $(VENV)'
	$(RUN) -m pip install --quiet --requirement $(VENV)/requirements.txt
	@touch $@

$(LOWEST)/.requirements: pyproject.toml tools/requirements.py $(VENV)/.made
	$(OLDEST_PYTHON) -m venv $(LOWEST)
	$(RUN) tools/requirements.py test --lowest > $(LOWEST)/requirements.txt
	@echo 'installing the lowest versions of all that riparian works with into $(LOWEST)'
	$(LOWEST)/bin/python -m pip install --quiet --requirement $(LOWEST)/requirements.txt
	@$(LOWEST)/bin/python -c 'import site, sys; open(site.getsitepackages()[0] + "/riparian.pth", "w").write(sys.argv[1])' '$(CURDIR)'
	@touch $@

$(VENV)/.native: $(RUST) pyproject.toml $(VENV)/.requirements | preflight
	@echo 'building the native module: a minute or two at first'
	PIP_QUIET=1 CARGO_TERM_QUIET=true $(RUN) -m maturin develop --release --quiet
	@touch $@

$(VENV)/.bench: pyproject.toml tools/requirements.py $(VENV)/.requirements
	$(RUN) tools/requirements.py bench > $(VENV)/requirements-bench.txt
	$(RUN) -m pip install --quiet --requirement $(VENV)/requirements-bench.txt
	@touch $@
