# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/soak/README.md.
SOAK_NAMES := SEED SECONDS OPS HOURS SCENARIOS INJECT WRAP HANG TABLE

# The level is 2 unless one was typed (boards/check.mk sets 1 by `override` where none was).
SOAK_HARDEN := $(if $(filter override,$(origin HARDEN)),2,$(HARDEN))

soak_given = $(if $($(1)),'$(1)=$(subst ','\'',$($(1)))')

.PHONY: soak
soak: ## The main job: hammer the heap until the verdict. SECONDS=60, OPS= or HOURS=, SEED=, ARENA=, ...
	@tests/soak/run BOARD=$(BOARD) ARENA=$(ARENA) HARDEN=$(SOAK_HARDEN) \
		$(foreach name,$(SOAK_NAMES),$(call soak_given,$(name)))
