# SPDX-License-Identifier: MIT
# port/bare/lib.mk: the library for a firmware project: the core, an arena, and the headers.
# Included by port/<port>/lib.mk, or in its place by boards/program.mk.
#
# in:   DIR, CPU, HARDEN, TAG_DEFINE, DEFS, ARENA_BYTES
# out:  goal lib: libtarn.a and include/, below DIR
#       LIB_COMPILE, LIB_REST: flags for compiling and linking; LIB_LINK: what is said of linking
#       LIB_COSTS: a command that says what each level and optimisation costs
# too:  LIB_HEADERS

LIB_SRC     += $(call part,bare)
LIB_HEADERS := $(call part,headers) $(firstword $(wildcard \
	$(SOC:%=port/$(ARCH)/%/tarn_port_impl.h) port/$(ARCH)/tarn_port_impl.h))

# An archive's member that is assembly has no symbols for link-time optimization.
$(DIR)/port/arena.o: MACHINE := $(CPU) -fno-lto

.PHONY: lib-headers
build-lib: lib-headers
lib-headers:
	@mkdir -p $(DIR)/include
	@cp $(LIB_HEADERS) $(DIR)/include

# Absolute, for projects elsewhere, and as a shell takes it.
LIB_HERE    = $(subst $() ,\ ,$(CURDIR)/$(DIR))
LIB_COMPILE = $(CPU) -I$(LIB_HERE)/include -DTARN_HARDEN=$(HARDEN) -DTARN_ARENA_SIZE=$(ARENA_BYTES) $(TAG_DEFINE) $(DEFS)
LIB_REST    = $(LIB_HERE)/libtarn.a -Wl,--gc-sections
LIB_LINK    = $(CPU) $(LIB_REST) -nostdlib -lgcc
# OPT, where that was measured: with nothing that changes the code otherwise.
LIB_MEASURED = $(if $(strip $(filter-out gcc,$(CC)) $(TAG_DEFINE) $(DEFS) $(filter 1,$(AMALGAM))),,$(OPT))
LIB_COSTS    = tests/bench/lib tell '$(CPU)' $(HARDEN) $(call quoted,$(LIB_MEASURED))
