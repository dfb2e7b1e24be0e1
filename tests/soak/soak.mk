# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/soak/README.md.
SOAK_NAMES := SEED SECONDS OPS HOURS SCENARIOS INJECT AFTER OOM WRAP HANG TABLE LOG RESUME REPLAY RULER SANITIZE GDB EXAMINE PORT

# What was typed; the rest is the run's, or its log's, to say. (boards/check.mk sets HARDEN by `override`.)
soak_harden = $(if $(filter override,$(origin HARDEN)),,$(HARDEN))
soak_typed = BOARD=$(BOARD_TYPED) ARENA=$(ARENA_TYPED) HARDEN=$(soak_harden)

soak_given = $(if $($(1)),'$(1)=$(subst ','\'',$($(1)))')

.PHONY: soak soak-all soak-bisect soak-selftest
soak: ## The main job: hammer the heap until the verdict. SECONDS=60, OPS= or HOURS=, SEED=, ARENA=, ...
	$(call only_typed,make soak,BOARD ARENA HARDEN $(SOAK_NAMES))
	@tests/soak/run $(soak_typed) $(foreach name,$(SOAK_NAMES),$(call soak_given,$(name)))

SOAK_ALL_NAMES := JOBS SEED SECONDS OPS HOURS HANG SCENARIOS RULER OUT

soak-all: ## The soak on every board and the host, JOBS= at a time (the cores), SECONDS=60 each or HOURS=; BOARDS=a,b
	$(call only_typed,make soak-all,BOARDS ARENA HARDEN $(SOAK_ALL_NAMES))
	@tests/soak/all BOARDS=$(BOARDS_TYPED) ARENA=$(ARENA_TYPED) HARDEN=$(soak_harden) \
		$(foreach name,$(SOAK_ALL_NAMES),$(call soak_given,$(name)))

SOAK_SELFTEST_NAMES := SEED FLIPS JOBS OUT

soak-selftest: | tools
soak-selftest: ## Would the soak notice? Every misbehaviour, the matrix fault x detector x time. SEED=, FLIPS=20
	$(call only_typed,make soak-selftest,BOARD ARENA HARDEN $(SOAK_SELFTEST_NAMES))
	@tests/soak/selftest BOARD=$(BOARD) ARENA=$(ARENA_TYPED) HARDEN=$(or $(soak_harden),2) \
		$(foreach name,$(SOAK_SELFTEST_NAMES),$(call soak_given,$(name)))

SOAK_BISECT_NAMES := OPS SEED SCENARIOS INJECT AFTER WRAP TABLE REPLAY

soak-bisect: ## The first bad operation of a failed run: REPLAY=its log, or SEED=, OPS= where it failed, ...; BOARD=host
	$(call only_typed,make soak-bisect,BOARD ARENA HARDEN $(SOAK_BISECT_NAMES))
	@tests/soak/bisect $(soak_typed) $(foreach name,$(SOAK_BISECT_NAMES),$(call soak_given,$(name)))
