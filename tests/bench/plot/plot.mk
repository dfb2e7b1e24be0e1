# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/plot/README.md.
.PHONY: bench-plot
takes-bench-plot := BOARD CORE TABLE
bench-plot: ## Draw what `make bench` wrote: build/bench/*.svg
	@tests/bench/plot/run $(BENCH) $(call quoted,$(BENCH_NAME))
