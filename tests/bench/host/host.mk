# SPDX-License-Identifier: MIT
# Included by tests/bench/bench.mk for BOARD=host. See tests/bench/host/README.md.
# The environment passes what is typed to host.py.
takes-bench := BOARD ALLOCATORS LEVELS TRACES ROUNDS CALLS

bench:
	@boards/build/bootstrap python3
	@tests/bench/host/host.py $(BENCH)
	@tests/bench/plot/plot.py $(BENCH) host
