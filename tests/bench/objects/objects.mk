# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/objects/README.md.
OBJECTS_TOOLS = gcc python3 valgrind $(ARM_TOOLS) riscv64-unknown-elf-gcc qemu-system-riscv32

.PHONY: bench-objects bench-objects-diff
bench-objects: ## Object pools and packed arrays: instructions, bytes, ratios, cache misses
	@boards/build/bootstrap $(OBJECTS_TOOLS)
	@tests/bench/objects/run build/bench-objects

bench-objects-diff: ## Measure object pools again, and fail if a figure is another one
	@boards/build/bootstrap $(OBJECTS_TOOLS)
	@tests/bench/measure.py objects build/bench-diff/objects.csv all
	@tests/bench/figures.py diff build/bench-diff/objects.csv

# One command gives all figures. With BOARD= or TABLE= it measures only the heap.
ifeq ($(BOARD_TYPED)$(TABLE),)
bench: bench-objects
bench-diff: bench-objects-diff
endif
