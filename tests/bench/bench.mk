# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/README.md.
BENCH := build/bench

.PHONY: bench bench-readme bench-memory
bench: ## Instructions per call and memory, to build/bench/*.csv (mps2-an385, -an386, -an500, host)
ifeq ($(BOARD),host)
include tests/bench/host/host.mk
else
bench:
	@sh tests/bench/run $(BOARD) $(BENCH)
	@awk -f tests/bench/table.awk $(BENCH)/$(BOARD).csv $(BENCH)/$(BOARD)-memory.csv
	@awk -f tests/bench/check_bounds.awk tests/bench/bounds $(BENCH)/$(BOARD).csv \
		$(BENCH)/$(BOARD)-memory.csv
	@echo "written: $(BENCH)/$(BOARD).csv $(BENCH)/$(BOARD)-memory.csv"
endif

bench-readme: ## README.md's measured table, from what `make bench` wrote
	@sh tests/bench/readme write $(BENCH)

bench-memory: ## The smallest arena for each trace, over its peak live payload (on the host)
	@sh tests/bench/minarena/run
