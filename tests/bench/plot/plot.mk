# SPDX-License-Identifier: MIT
# Included by the Makefile.
.PHONY: bench-plot
takes-bench-plot := BOARD CORE TABLE
bench-plot: ## Draw what `make bench` wrote: build/bench/*.svg
	@boards/build/bootstrap python3
	@tests/bench/plot/plot.py $(BENCH) $(call quoted,$(BENCH_NAME))
