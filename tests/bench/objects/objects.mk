# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/objects/README.md.
OBJECTS_TOOLS = gcc valgrind $(ARM_TOOLS) riscv64-unknown-elf-gcc qemu-system-riscv32

.PHONY: bench-objects bench-objects-diff bench-objects-baseline bench-objects-readme
bench-objects: ## Object pools and packed arrays: instructions, bytes, ratios, cache misses
	@tests/bench/objects/run build/bench-objects

bench-objects-diff: ## Measure object pools again, and fail if a figure is worse by a tenth
	@boards/bootstrap $(OBJECTS_TOOLS)
	@tests/bench/objects/measure build/bench-diff/objects.csv all
	@tests/bench/objects/baseline compare build/bench-diff/objects.csv all

bench-objects-baseline: ## What `make bench-objects` wrote becomes the baseline
	@tests/bench/objects/baseline write build/bench-objects/objects.csv

bench-objects-readme: ## Write the pages' tables and figures from what `make bench-objects` wrote
	@tests/bench/objects/readme write build/bench-objects/objects.csv

# One command gives all figures. With BOARD= or TABLE= it measures only the heap.
ifeq ($(BOARD_TYPED)$(TABLE),)
bench: bench-objects
bench-diff: bench-objects-diff
bench-baseline: bench-objects-baseline
endif
