# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/bench/objects/README.md.
.PHONY: bench-objects
bench-objects: ## Object pools and packed arrays: instructions, ratios, cache misses
	@tests/bench/objects/run build/bench-objects
