# SPDX-License-Identifier: MIT
# port/package/lib/bare.mk: the library for a firmware project: the core, an arena, and the headers.
# malloc.mk includes it.
#
# in:   DIR, CPU, HARDEN, TAG_DEFINE, DEFS, ARENA_BYTES
# out:  goal lib: libtarn.a and include/, below DIR
#       LIB_COMPILE, LIB_REST: flags for compiling and linking
#       LIB_LINK: the text that says how to link
#       LIB_COSTS: a command that prints what each level and optimisation costs
#       LIB_HEADERS: the headers in include/

LIB_SRC     += $(call part,bare)
LIB_HEADERS := $(firstword $(wildcard \
	$(SOC:%=port/machine/$(ARCH)/%/tarn_port_impl.h) \
	port/machine/$(ARCH)/tarn_port_impl.h))

# Link-time optimization does not see the symbols of assembly in a member of an archive.
$(DIR)/port/malloc/arena.o: MACHINE := $(CPU) -fno-lto

.PHONY: lib-headers
build-lib: lib-headers
lib-headers:
	@mkdir -p $(DIR)/include
	@cp $(LIB_HEADERS) $(DIR)/include

# Absolute, for projects in other folders, and quoted for a shell.
LIB_HERE    = $(subst $() ,\ ,$(CURDIR)/$(DIR))
LIB_COMPILE = $(CPU) -isystem $(LIB_HERE)/include -DTARN_HARDEN=$(HARDEN) \
	-DTARN_ARENA_SIZE=$(ARENA_BYTES) $(TAG_DEFINE) $(LIB_DEFS) $(ACCESS_COMPILE)
LIB_REST    = $(LIB_HERE)/libtarn.a -Wl,--gc-sections $(ACCESS_LINK)
LIB_LINK    = $(CPU) $(LIB_REST) -nostdlib -lgcc
# OPT, if its cost was measured. Nothing was measured with anything else that changes the code.
LIB_CHANGES  = $(filter-out gcc,$(CC)) $(TAG_DEFINE) $(DEFS) $(filter 1,$(AMALGAM))
LIB_MEASURED = $(if $(strip $(LIB_CHANGES)),,$(OPT))
LIB_COSTS    = tests/bench/lib tell '$(CPU)' $(HARDEN) $(call quoted,$(LIB_MEASURED))
