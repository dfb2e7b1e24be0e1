# SPDX-License-Identifier: MIT
# Included by tests/bench/bench.mk for BOARD=host. See tests/bench/host/README.md.
# The environment passes what is typed to `run`.
takes-bench := BOARD ALLOCATORS LEVELS TRACES ROUNDS CALLS

bench:
	@tests/bench/host/run $(BENCH)
	@awk -f tests/bench/host/table.awk $(BENCH)/host.csv $(BENCH)/host-memory.csv
	@echo "written: $(BENCH)/host.csv $(BENCH)/host-memory.csv"
	@tests/bench/plot/run $(BENCH) host
