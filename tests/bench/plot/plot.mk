# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/plot/README.md.
.PHONY: bench-plot
bench-plot: ## Plots of what `make bench` wrote: build/bench/*.svg
	@tests/bench/plot/run $(BENCH) $(BENCH_NAME)
