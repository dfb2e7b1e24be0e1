# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/README.md.
BENCH      := build/bench
BENCH_NAME  = $(shell . tests/bench/common.sh; \
	CORE=$(CORE) TABLE=$(call quoted,$(TABLE)); tables_of $(BOARD))

.PHONY: bench bench-judge bench-readme bench-flash bench-memory bench-diff bench-baseline
bench: ## Instructions per call and memory, to build/bench/*.csv (mps2-an385, -an386, -an500, host)
ifeq ($(BOARD),host)
include tests/bench/host/host.mk
else
# The environment passes what is typed to `run`, which verifies it before anything is built.
takes-bench := BOARD CORE ALLOCATORS LEVELS TRACES SHORT PEER PEER_SRC TABLE
bench-objects bench-objects-diff bench-diff: | bench-judge
bench-judge:
	@$(if $(filter bench bench-diff,$(GOALS)),sh tests/bench/run $(BOARD))

# What the rows of the libcs and the drawings need, too.
BENCH_TOOLS = $(board_tools) $(if $(filter host,$(BOARD)),valgrind,$(LIBC_TOOLS)) \
		$(if $(BOARD_TYPED)$(TABLE),,$(OBJECTS_TOOLS)) \
		$(if $(filter bench,$(GOALS)),gnuplot)
.PHONY: bench-tools
bench-tools:
	@boards/bootstrap $(BENCH_TOOLS)

bench bench-diff bench-objects: | bench-tools
bench: bench-judge
	@sh tests/bench/run $(BOARD) $(BENCH)
	@sh tests/bench/report $(BOARD) $(BENCH)
	@echo written: $(call quoted,$(BENCH)/$(BENCH_NAME).csv $(BENCH)/$(BENCH_NAME)-memory.csv)
	@tests/bench/plot/run $(BENCH) $(call quoted,$(BENCH_NAME))
endif

takes-bench-memory   := BOARD CORE ALLOCATORS TRACES PEER PEER_SRC
takes-bench-diff     := BOARD CORE ALLOCATORS TRACES SHORT PEER PEER_SRC
takes-bench-baseline := BOARD CORE
bench-memory: | bench-tools
bench-memory: ## The smallest arena for each trace, Tarn and the libcs side by side
	@sh tests/bench/minarena/update $(BOARD) $(BENCH)

bench-diff: ## Measure again, and fail if a call or the code grew since tests/bench/baseline
	@sh tests/bench/baseline.sh there $(BOARD)
	@LEVELS=1 sh tests/bench/run $(BOARD) build/bench-diff
	@sh tests/bench/baseline.sh compare $(BOARD) build/bench-diff

bench-baseline: ## What `make bench` wrote becomes the baseline
	@sh tests/bench/baseline.sh write $(BOARD) $(BENCH)

bench-flash: ## Bytes of flash of init, alloc and free on a Cortex-M4, level 1
	@boards/bootstrap $(ARM_TOOLS)
	@sh tests/bench/flash/measure build/bench-flash | \
		awk -F, '{ printf "%-12s -%s %6d bytes\n", $$2, $$5, $$6 }'

bench-readme: ## Write the pages' tables and figures from what `make bench` wrote
	@sh tests/bench/readme write $(BENCH)
