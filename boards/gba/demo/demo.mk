# SPDX-License-Identifier: MIT
# Included by the Makefile. See boards/README.md.

# The demo's panel shows exactly these bytes.
DEMO_ARENA := 10752

# The demo's default is level 3, which names the owner of a leaked block.
DEMO_PROGRAM = $(PROGRAM_MK) -s PROGRAM=boards/gba/demo BOARD=gba ARENA=$(DEMO_ARENA) \
		HARDEN=$(if $(filter override,$(origin HARDEN)),3,$(HARDEN))

.PHONY: demo
takes-demo := BOARD ARENA HARDEN SHOTS
demo: ## Play the particle wand beside a live view of its arena: BOARD=gba [SHOTS=folder]
ifneq ($(BOARD),gba)
	@echo 'error: BOARD=$(BOARD): the demo is for a console: make demo BOARD=gba' >&2; exit 2
else ifneq ($(filter-out $(DEMO_ARENA),$(ARENA_TYPED)),)
	@echo 'error: ARENA=$(ARENA_TYPED): the demo has one of $(DEMO_ARENA) bytes' >&2; exit 2
else
	@$(if $(SHOTS),folder=$(call quoted,$(SHOTS)); \
		{ mkdir -p "$$folder" && [ -w "$$folder" ]; } 2>/dev/null || \
		{ echo "error: SHOTS=$$folder: a folder that can be made and written to" >&2; \
		exit 2; })
	@boards/build/bootstrap $(board_tools) $(if $(SHOTS),libmgba-dev pnmtopng)
	@$(DEMO_PROGRAM) elf
	@boards/gba/demo/run "$$($(DEMO_PROGRAM) path)" $(if $(SHOTS),$(call quoted,$(SHOTS)))
endif
