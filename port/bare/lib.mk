# SPDX-License-Identifier: MIT
# port/bare/lib.mk: the library for a firmware project: the core, its headers, and a fragment for the project's
# linker script. Included by port/<port>/lib.mk, or in its place by boards/program.mk.
#
# in:   DIR, CPU, HARDEN, DEFS, ARENA_BYTES
# out:  goal lib: libtarn.a, tarn.ld and include/, below DIR
#       LIB_COMPILE, LIB_REST: flags for compiling and linking; LIB_LINK: what is said of linking
# too:  LIB_HEADERS

LIB_SRC     += port/bare/lib/fault.c
LIB_HEADERS := port/tarn_port.h $(firstword $(wildcard \
	$(SOC:%=port/$(ARCH)/%/tarn_port_impl.h) port/$(ARCH)/tarn_port_impl.h))

$(DIR)/tarn.ld: linker/fragment.ld
	@cp $< $@

.PHONY: lib-headers
build-lib: $(DIR)/tarn.ld lib-headers
lib-headers:
	@mkdir -p $(DIR)/include
	@cp $(LIB_HEADERS) $(DIR)/include

# Absolute, for projects elsewhere.
LIB_HERE    = $(CURDIR)/$(DIR)
LIB_COMPILE = $(CPU) -I$(LIB_HERE)/include -DTARN_HARDEN=$(HARDEN) $(DEFS)
LIB_REST    = $(LIB_HERE)/libtarn.a -Wl,-T,$(LIB_HERE)/tarn.ld \
	-Wl,--defsym=__tarn_arena_size=$(ARENA_BYTES) -Wl,--gc-sections
LIB_LINK    = $(CPU) $(LIB_REST) -nostdlib -lgcc
