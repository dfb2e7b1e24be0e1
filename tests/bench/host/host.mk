# SPDX-License-Identifier: MIT
# Included by tests/bench/bench.mk for BOARD=host. See tests/bench/host/README.md.
typed   = $(foreach name,$(.VARIABLES),$(if $(findstring command line,$(origin $(name))),$(name)))
unknown = $(filter-out BOARD ALLOCATORS LEVELS ROUNDS,$(typed))

bench:
	$(if $(unknown),$(error $(firstword $(unknown)): not for this bench; BOARD, ALLOCATORS, LEVELS, ROUNDS are))
	@ALLOCATORS='$(ALLOCATORS)' LEVELS='$(LEVELS)' ROUNDS='$(ROUNDS)' \
		tests/bench/host/run $(BENCH)
	@awk -f tests/bench/host/table.awk $(BENCH)/host.csv $(BENCH)/host-memory.csv
	@echo "written: $(BENCH)/host.csv $(BENCH)/host-memory.csv"
	@tests/bench/plot/run $(BENCH) host
