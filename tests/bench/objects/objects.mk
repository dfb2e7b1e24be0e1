# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/objects/README.md.
.PHONY: bench-objects bench-objects-readme
bench-objects: ## Object pools and packed arrays: instructions, ratios, cache misses
	@boards/bootstrap gcc valgrind $(ARM_TOOLS)
	@tests/bench/objects/run build/bench-objects

bench-objects-readme: ## Its README's table, from what `make bench-objects` wrote
	@sh tests/bench/objects/readme write build/bench-objects/calls-1.csv

# All figures come by one command; with BOARD= or TABLE= those of the heap alone.
ifeq ($(BOARD_TYPED)$(TABLE),)
bench: bench-objects
endif
