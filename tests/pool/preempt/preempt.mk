# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/pool/preempt/README.md.
SWEEP_NAMES := POINTS SEED OP SCENE AT LOCK CORE

.PHONY: sweep
takes-sweep := BOARD HARDEN $(SWEEP_NAMES)
sweep: ## Interrupt every instruction of alloc, free, realloc, get, put: POINTS=10000 LOCK= ...
	@boards/build/bootstrap $(ARM_TOOLS)
	@tests/pool/preempt/sweep/run BOARD=$(BOARD) HARDEN=$(HARDEN) $(call given,$(SWEEP_NAMES))
