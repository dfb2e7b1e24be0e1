# SPDX-License-Identifier: MIT
# port/bare/malloc.mk: the library for a firmware project, and objects that put Tarn in the place of malloc
# and operator new. Included by port/<port>/lib.mk.
#
# in:   DIR, CPU, HARDEN, DEFS, ARENA_BYTES; LIBCS, of_libc (port/libc.mk)
# out:  goal lib: libtarn.a and include/, below DIR, and of tarn_newlib.o, tarn_picolibc.o, tarn_cxx.o,
#       tarn_cxx_noexcept.o those whose libc is on this machine
#
# Objects, not archives, take over malloc: what a libc calls of itself is looked for when the
# linker has left every archive before it.

include port/bare/lib.mk

# (Asked where the compiler is there: below the goal lib.)
NEWLIB   := $(call of_libc,LIBC_PACKAGE_newlib)
PICOLIBC := $(call of_libc,LIBC_PACKAGE_picolibc)
LIBCXX   := $(call of_libc,LIBC_CXX_newlib)
ifneq ($(filter build-lib tell-lib,$(MAKECMDGOALS)),)
LIB_MISSING := $(shell boards/bootstrap missing $(NEWLIB) $(PICOLIBC) $(LIBCXX))
endif
# $(call with,PACKAGE,TEXT): the text, where the package is there
with = $(if $(1),$(if $(filter $(1),$(LIB_MISSING)),,$(2)))
# $(call made_by,PACKAGE,TEXT): the same, or what is missing
made_by = $(or $(with),not made: it is missing; type boards/bootstrap $(1))
LIB_PARTS := $(addprefix $(DIR)/,$(call with,$(NEWLIB),tarn_newlib.o) \
	$(call with,$(PICOLIBC),tarn_picolibc.o) \
	$(call with,$(LIBCXX),tarn_cxx.o tarn_cxx_noexcept.o))

# With -flto in OPT the core takes part in it; these do not, for the libc's references to them come
# when it is over. And GCC compiles them, whatever compiles the core: its libc it is.
$(DIR)/port/newlib/%.o $(DIR)/port/cxx/%.o: MACHINE := $(CPU) -fno-lto
$(DIR)/port/malloc_init.o: MACHINE := $(CPU) -fno-lto $(if $(NEWLIB),,--specs=picolibc.specs)
$(DIR)/port/newlib/%.o $(DIR)/port/picolibc/%.o $(DIR)/port/malloc_init.o: COMPILER := $(CROSS)gcc
$(DIR)/port/picolibc/%.o: MACHINE := $(CPU) -fno-lto --specs=picolibc.specs
INCLUDES += -Iport/cxx

LIB_OBJECTS = $(patsubst %,$(DIR)/%.o,$(basename $(call part,$(1))))
$(DIR)/tarn_newlib.o: $(call LIB_OBJECTS,newlib)
$(DIR)/tarn_picolibc.o: $(call LIB_OBJECTS,picolibc)
$(DIR)/tarn_cxx.o: $(call LIB_OBJECTS,cxx)
$(DIR)/tarn_cxx_noexcept.o: $(DIR)/port/cxx/new_noexcept.o
$(DIR)/tarn_%.o:
	@$(LINKER) $(CPU) -nostdlib -r $^ -o $@

$(DIR)/port/cxx/new_noexcept.o: port/cxx/new.cc $(DIR)/stamp
	@mkdir -p $(@D)
	@$(CXX) $(CXXFLAGS) -fno-exceptions -MMD -MP -c $< -o $@

build-lib: $(LIB_PARTS)
