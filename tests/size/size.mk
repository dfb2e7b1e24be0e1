# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/size/README.md.
SIZE_NAMES := TRACE VERIFY COUNTERS DIAL RAM CLASSES HEADROOM GRANULE TAGS ELF OUT

.PHONY: size size-traces
takes-size := HARDEN $(SIZE_NAMES)
size: ## A table for what was observed: TRACE= or COUNTERS=, DIAL=frugal|fast|guarantee, RAM=, ... (tests/size)
	@tests/size/run HARDEN=$(HARDEN) $(call given,$(SIZE_NAMES))

size-traces: ## The recorded programs at each place of the dial: bytes and instructions
	@tests/size/dials

# What Tarn takes of a target's RAM outside its arena: ram-HARDEN-GRANULE-TAGS.
build/size/ram-%: tests/size/ram $(wildcard pool/*/*.[ch])
	@mkdir -p $(@D)
	@boards/bootstrap arm-none-eabi-gcc
	@tests/size/ram $(subst -, ,$*) >$@.$$$$ && mv -f $@.$$$$ $@
