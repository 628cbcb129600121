# `make demo` shows the main job, `make test` runs every test. Both install what they need (scripts/install-*).
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo build check test bench fuzz races docs format format-check clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Sign an envelope from end to end, into ./demo (ARGS='--pdf FILE --out DIR')
	@scripts/demo $(ARGS)

build: ## Build the program that people use, Server/.build/release/countersign
	@scripts/build-program release

test: ## Run every test: Swift, other people's tools, a browser
	@scripts/test

check: ## Run what a change needs: format, plan, build, the tests of changed rooms (ARGS=COMMIT for changes since then)
	@scripts/check $(ARGS)

bench: ## Measure signing and verifying beside pyHanko, podofosign and the floor (ARGS=verify)
	@scripts/bench $(ARGS)

fuzz: ## Open, verify and fill mutated files, MINUTES=10 on every core
	@scripts/fuzz $(or $(MINUTES),10)

races: ## Run the tests with the thread sanitizer
	@scripts/races

docs: ## Make the library's documentation, .build/documentation
	@swift build --target Countersign && scripts/documentation

format: ## Format every Swift file in place
	@scripts/format

format-check: ## Say which Swift files differ from the format
	@scripts/format --check

clean: ## Remove everything built or installed in this folder (not ./demo)
	@rm -rf .build .build-races .build-races-service Server/.build .venv .stamps
