# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/README.md.
BENCH      := build/bench
BENCH_NAME := $(BOARD)$(addprefix -,$(CORE))$(addprefix -,$(basename $(notdir $(TABLE))))

bench_check = $(call only_typed,this bench,$(allowed))

.PHONY: bench bench-readme bench-flash bench-memory bench-diff bench-baseline
bench: ## Instructions per call and memory, to build/bench/*.csv (mps2-an385, -an386, -an500, host)
ifeq ($(BOARD),host)
include tests/bench/host/host.mk
else
# What is typed is in the environment of `run`.
allowed = BOARD CORE ALLOCATORS LEVELS TRACES SHORT PEER PEER_SRC

bench: allowed += TABLE
bench:
	$(bench_check)
	@sh tests/bench/run $(BOARD) $(BENCH)
	@sh tests/bench/report $(BOARD) $(BENCH)
	@echo "written: $(BENCH)/$(BENCH_NAME).csv $(BENCH)/$(BENCH_NAME)-memory.csv"
	@tests/bench/plot/run $(BENCH) $(BENCH_NAME)
endif

bench-memory bench-diff: | tools
bench-memory: ## The smallest arena for each trace, Tarn and the libcs side by side
	$(bench_check)
	@sh tests/bench/minarena/update $(BOARD) $(BENCH)

bench-diff: ## Measure again, and fail where an instruction or a byte is more than in tests/bench/baseline
	$(bench_check)
	@sh tests/bench/baseline.sh there $(BOARD)
	@LEVELS=1 sh tests/bench/run $(BOARD) build/bench-diff
	@sh tests/bench/baseline.sh compare $(BOARD) build/bench-diff

bench-baseline: ## What `make bench` wrote becomes the baseline
	$(bench_check)
	@sh tests/bench/baseline.sh write $(BOARD) $(BENCH)

bench-flash: ## Bytes of flash of init, alloc and free on a Cortex-M4, level 1
	@boards/bootstrap $(ARM_TOOLS)
	@sh tests/bench/flash/measure build/bench-flash | awk -F, '{ printf "%-12s -%s %6d\n", $$2, $$5, $$6 }'

bench-readme: ## README.md's measured table, from what `make bench` wrote
	@sh tests/bench/readme write $(BENCH)
