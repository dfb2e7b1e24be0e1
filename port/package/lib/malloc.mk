# SPDX-License-Identifier: MIT
# port/package/lib/malloc.mk: the library for a firmware project, and objects that replace malloc
# and operator new. The file of each machine includes it.
#
# in:   DIR, CPU, HARDEN, DEFS, ARENA_BYTES; LIBCS, of_libc (boards/build/libc.mk)
# out:  goal lib: libtarn.a and include/, below DIR. Also those of tarn_newlib.o, tarn_picolibc.o,
#       tarn_cxx.o and tarn_cxx_noexcept.o whose libc is on this machine
#       LIB_SPECS: $(call LIB_SPECS,nano): the flag for the specs of this libc
#
# malloc comes in objects, not in an archive. The linker finds a libc's own calls of malloc only
# after it has passed every archive before the libc.

include port/package/lib/bare.mk

# Only these goals ask what is missing: for others the compiler need not be installed.
NEWLIB   := $(call of_libc,LIBC_PACKAGE_newlib)
PICOLIBC := $(call of_libc,LIBC_PACKAGE_picolibc)
LIBCXX   := $(call of_libc,LIBC_CXX_newlib)
ifneq ($(filter build-lib tell-lib,$(MAKECMDGOALS)),)
LIB_MISSING := $(shell boards/build/bootstrap missing $(NEWLIB) $(PICOLIBC) $(LIBCXX))
endif
# $(call with,PACKAGE,TEXT): the text, if the package is installed
with = $(if $(1),$(if $(filter $(1),$(LIB_MISSING)),,$(2)))
# $(call made_by,PACKAGE,TEXT): the text, or how to install the package
made_by = $(or $(with),not made: it is missing; type boards/build/bootstrap $(1))
LIB_PARTS := $(addprefix $(DIR)/,$(call with,$(NEWLIB),tarn_newlib.o nano.specs) \
	$(call with,$(PICOLIBC),tarn_picolibc.o picolibc.specs) \
	$(call with,$(LIBCXX),tarn_cxx.o tarn_cxx_noexcept.o))

# These objects take no part in link-time optimization: the libc's references to them come after it.
# GCC compiles them, whatever compiles the core, because the libc is GCC's.
$(DIR)/port/malloc/newlib/%.o $(DIR)/port/malloc/new%.o: MACHINE := $(CPU) -fno-lto
$(DIR)/port/malloc/malloc_init.o: MACHINE := $(CPU) -fno-lto -ffreestanding
$(addprefix $(DIR)/port/malloc/,newlib/%.o picolibc/%.o malloc_init.o): COMPILER := $(CROSS)gcc
$(DIR)/port/malloc/picolibc/%.o: MACHINE := $(CPU) -fno-lto --specs=picolibc.specs

LIB_OBJECTS = $(patsubst %,$(DIR)/%.o,$(basename $(call part,$(1))))
$(DIR)/tarn_newlib.o: $(call LIB_OBJECTS,newlib)
$(DIR)/tarn_picolibc.o: $(call LIB_OBJECTS,picolibc)
$(DIR)/tarn_cxx.o: $(call LIB_OBJECTS,cxx)
$(DIR)/tarn_cxx_noexcept.o: $(DIR)/port/malloc/new_noexcept.o
$(DIR)/tarn_%.o:
	@$(LINKER) $(CPU) -nostdlib -r $^ -o $@

$(DIR)/port/malloc/new_noexcept.o: port/malloc/new.cc $(DIR)/stamp
	@mkdir -p $(@D)
	@$(CXX) $(CXXFLAGS) -fno-exceptions -MMD -MP -c $< -o $@

# GCC refuses a spec that is renamed twice. So these copies have other names, and stand beside the
# --specs that a project has already.
LIB_SPECS = --specs=$(LIB_HERE)/$(1).specs
$(DIR)/%.specs: force
	@sed 's/\<$*_/tarn_&/g' "$$($(CROSS)gcc -print-file-name=$*.specs)" >$@.new && \
		mv -f $@.new $@

build-lib: $(LIB_PARTS)
