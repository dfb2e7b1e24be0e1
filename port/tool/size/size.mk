# SPDX-License-Identifier: MIT
# Included by the Makefile. See port/tool/size/README.md.
SIZE_NAMES := TRACE VERIFY COUNTERS DIAL RAM CLASSES HEADROOM GRANULE TAGS OUT

.PHONY: size
takes-size := HARDEN $(SIZE_NAMES)
size: ## A class table from TRACE= or COUNTERS=; DIAL=frugal|fast|guarantee, RAM=, ...
	@boards/build/bootstrap python3
	@port/tool/size/size.py HARDEN=$(HARDEN) $(call given,$(SIZE_NAMES))

# ram-HARDEN-GRANULE-TAGS: the bytes of a target's RAM that Tarn takes outside its arena.
build/size/ram-%: port/tool/size/ram $(wildcard pool/*/*.[ch])
	@mkdir -p $(@D)
	@boards/build/bootstrap arm-none-eabi-gcc
	@port/tool/size/ram $(subst -, ,$*) >$@.$$$$ && mv -f $@.$$$$ $@
