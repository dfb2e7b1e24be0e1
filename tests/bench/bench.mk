# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/README.md.
BENCH      := build/bench
BENCH_NAME  = $(shell CORE=$(CORE) TABLE=$(call quoted,$(TABLE)) OPT= \
	tests/bench/measure.py name $(BOARD))

.PHONY: bench bench-judge bench-flash bench-memory bench-diff bench-accept
bench: ## Instructions per call and memory, to build/bench/*.csv (mps2-an385, -an386, -an500)
# The environment passes what is typed to measure.py, which verifies it before anything is built.
takes-bench := BOARD CORE ALLOCATORS LEVELS TRACES SHORT PEER PEER_SRC TABLE
bench-objects bench-objects-diff bench-diff: | bench-judge
bench-judge:
	@boards/build/bootstrap python3
	@$(if $(filter bench bench-diff,$(GOALS)),tests/bench/measure.py judge $(BOARD))
	@$(if $(filter bench-diff,$(GOALS)),tests/bench/figures.py held $(BENCH_NAME))

# What the rows of newlib-nano need, too.
BENCH_TOOLS = $(board_tools) python3 libnewlib-arm-none-eabi \
		$(if $(BOARD_TYPED)$(TABLE),,$(OBJECTS_TOOLS))
.PHONY: bench-tools
bench-tools:
	@boards/build/bootstrap $(BENCH_TOOLS)

bench bench-diff bench-objects: | bench-tools
bench: bench-judge
	@tests/bench/measure.py heap $(BOARD) $(BENCH)
	@tests/bench/report.py heap $(BENCH)/$(call quoted,$(BENCH_NAME))
	@$(if $(filter mps2-an386,$(BENCH_NAME)),tests/bench/figures.py goals)
	@echo written: $(call quoted,$(BENCH)/$(BENCH_NAME).csv $(BENCH)/$(BENCH_NAME)-memory.csv)

takes-bench-memory   := BOARD CORE ALLOCATORS TRACES PEER PEER_SRC
takes-bench-diff     := BOARD CORE ALLOCATORS TRACES SHORT PEER PEER_SRC
takes-bench-accept   := ROWS
bench-memory: | bench-tools
bench-memory: ## The smallest arena for each trace, Tarn and newlib-nano side by side
	@tests/bench/measure.py programs $(BOARD) $(BENCH)
	@tests/bench/report.py programs $(BENCH)/$(call quoted,$(BENCH_NAME))-memory.csv

bench-diff: ## Measure again, and fail if a promised figure is another one
	@LEVELS=1 tests/bench/measure.py heap $(BOARD) build/bench-diff
	@tests/bench/figures.py diff build/bench-diff/$(BENCH_NAME).csv

bench-accept: ## The measured figures that match become the promised ones: ROWS='W3 malloc'
	@boards/build/bootstrap python3
	@tests/bench/figures.py accept $(call quoted,$(ROWS)) \
		build/bench build/bench-diff build/bench-objects build/bench-check/*

bench-flash: ## Bytes of flash of init, alloc and free on a Cortex-M4, level 1
	@boards/build/bootstrap python3 $(ARM_TOOLS)
	@tests/bench/measure.py flash
