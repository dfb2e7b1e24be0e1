# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/size/README.md.
SIZE_NAMES := TRACE VERIFY COUNTERS DIAL RAM CLASSES HEADROOM GRANULE OUT

# As typed: RAM is also a fact of the board.
size_given = $(if $(filter command% environment%,$(origin $(1))),'$(1)=$(subst ','\'',$($(1)))')

.PHONY: size size-traces
size: ## A table for what was observed: TRACE= or COUNTERS=, DIAL=frugal|fast|guarantee, RAM=, ... (tests/size)
	$(call only_typed,make size,$(SIZE_NAMES) HARDEN)
	@tests/size/run HARDEN=$(HARDEN) $(foreach name,$(SIZE_NAMES),$(call size_given,$(name)))

size-traces: ## The recorded programs at each place of the dial: bytes and instructions
	@tests/size/dials

# What Tarn takes of a target's RAM outside its arena: ram-HARDEN-GRANULE.
build/size/ram-%: tests/size/ram $(wildcard pool/*/*.[ch])
	@mkdir -p $(@D)
	@boards/bootstrap arm-none-eabi-gcc
	@tests/size/ram $(subst -, ,$*) >$@.$$$$ && mv -f $@.$$$$ $@
