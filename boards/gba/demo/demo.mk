# SPDX-License-Identifier: MIT
# Included by the Makefile. See boards/README.md.

# As many dots as the demo's panel has.
DEMO_ARENA := 10752

# Level 3 is the demo's own: who leaked has a name there.
DEMO_PROGRAM = $(PROGRAM_MK) -s PROGRAM=boards/gba/demo BOARD=gba ARENA=$(DEMO_ARENA) \
		HARDEN=$(if $(filter override,$(origin HARDEN)),3,$(HARDEN))

.PHONY: demo
takes-demo := BOARD ARENA HARDEN SHOTS
demo: ## BOARD=gba: the particle wand and its arena, live, in a window; SHOTS=folder: pictures of it instead
ifneq ($(BOARD),gba)
	@echo 'error: BOARD=$(BOARD): the demo is for a console: make demo BOARD=gba' >&2; exit 2
else ifneq ($(filter-out $(DEMO_ARENA),$(ARENA_TYPED)),)
	@echo 'error: ARENA=$(ARENA_TYPED): the demo has one of $(DEMO_ARENA) bytes' >&2; exit 2
else
	@$(if $(SHOTS),{ mkdir -p $(call quoted,$(SHOTS)) && [ -w $(call quoted,$(SHOTS)) ]; } 2>/dev/null || \
		{ echo error: $(call quoted,SHOTS=$(SHOTS): a folder that can be made and written to) >&2; exit 2; })
	@$(DEMO_PROGRAM) elf
	@boards/gba/demo/run "$$($(DEMO_PROGRAM) path)" $(if $(SHOTS),$(call quoted,$(SHOTS)))
endif
