# SPDX-License-Identifier: MIT
# Everything that one types. `make help` lists it. Programs are built by boards/program.mk.

.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
include boards/check.mk

PROGRAM_MK := $(MAKE) -f boards/program.mk
export PROGRAM_MK

.PHONY: help
help: ## This list
	@echo 'BOARD=$(BOARD) of: $(BOARDS)'
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort | \
		awk -F'\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'

-include tests/soak/soak.mk tests/unit/unit.mk tests/model/model.mk tests/bench/bench.mk
