# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/soak/README.md.
SOAK_NAMES := SEED SECONDS OPS HOURS SCENARIOS INJECT AFTER WRAP HANG TABLE TAGS LOG RESUME \
	REPLAY MAPS SANITIZE GDB EXAMINE PORT

# Only typed values: the run, or its log, has the others. (boards/build/check.mk overrides HARDEN.)
soak_harden = $(if $(filter override,$(origin HARDEN)),,$(HARDEN))
soak_typed = BOARD=$(BOARD_TYPED) ARENA=$(ARENA_TYPED) HARDEN=$(soak_harden)

.PHONY: soak soak-all soak-bisect soak-selftest
takes-soak := BOARD ARENA HARDEN $(SOAK_NAMES)
soak: ## The main job: a long test of the heap. SECONDS=60, OPS= or HOURS=, SEED=, ARENA=, ...
	@boards/build/bootstrap python3
	@tests/soak/run $(soak_typed) $(call given,$(SOAK_NAMES))

SOAK_ALL_NAMES := JOBS SEED SECONDS OPS HOURS HANG SCENARIOS TAGS OUT

takes-soak-all := BOARDS ARENA HARDEN $(SOAK_ALL_NAMES)
soak-all: ## The soak on all boards and the host: SECONDS=60 each, or HOURS=; JOBS=, BOARDS=a,b
	@boards/build/bootstrap python3
	@tests/soak/all $(call quoted,BOARDS=$(BOARDS_TYPED)) ARENA=$(ARENA_TYPED) \
		HARDEN=$(soak_harden) $(call given,$(SOAK_ALL_NAMES))

SOAK_SELFTEST_NAMES := TAGS KINDS SEED FLIPS JOBS OUT

takes-soak-selftest := BOARD ARENA HARDEN $(SOAK_SELFTEST_NAMES)
soak-selftest: | tools
soak-selftest: ## Tests the soak: injects each fault, prints which check finds it. SEED=, FLIPS=20
	@boards/build/bootstrap python3
	@tests/soak/selftest BOARD=$(BOARD) ARENA=$(ARENA_TYPED) HARDEN=$(or $(soak_harden),2) \
		$(call given,$(SOAK_SELFTEST_NAMES))

SOAK_BISECT_NAMES := OPS SEED SCENARIOS INJECT AFTER WRAP TABLE TAGS REPLAY

takes-soak-bisect := BOARD ARENA HARDEN $(SOAK_BISECT_NAMES)
soak-bisect: ## The first bad operation of a failed run: REPLAY=log, or SEED=, OPS=, ...; BOARD=host
	@boards/build/bootstrap python3
	@tests/soak/bisect $(soak_typed) $(call given,$(SOAK_BISECT_NAMES))
