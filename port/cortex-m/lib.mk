# SPDX-License-Identifier: MIT
# port/cortex-m/lib.mk: the library for a firmware project: the core, an arena, an object for each
# libc and for C++. Included by boards/program.mk where no PROGRAM is named.
#
# in:   DIR, CPU, HARDEN, DEFS, ARENA_BYTES
# out:  goal lib: libtarn.a and include/, below DIR, and of tarn_newlib.o, tarn_picolibc.o, tarn_cxx.o,
#       tarn_cxx_noexcept.o those whose libc is on this machine
#
# Objects, not archives, take over malloc: what a libc calls of itself is looked for when the
# linker has left every archive before it.

include port/bare/lib.mk

# (Asked where the compiler is there: below the goal lib.)
LIB_PACKAGES := libnewlib-arm-none-eabi picolibc-arm-none-eabi libstdc++-arm-none-eabi-newlib
ifneq ($(filter build-lib tell-lib,$(MAKECMDGOALS)),)
LIB_MISSING := $(shell boards/bootstrap missing $(LIB_PACKAGES))
endif
# $(call with,PACKAGE,TEXT): the text, where the package is there
with = $(if $(filter $(1),$(LIB_MISSING)),,$(2))
# $(call made_by,PACKAGE,TEXT): the same, or what is missing
made_by = $(or $(with),not made: it is missing; type boards/bootstrap $(1))
LIB_PARTS := $(addprefix $(DIR)/,$(call with,libnewlib-arm-none-eabi,tarn_newlib.o) \
	$(call with,picolibc-arm-none-eabi,tarn_picolibc.o) \
	$(call with,libstdc++-arm-none-eabi-newlib,tarn_cxx.o tarn_cxx_noexcept.o))

# With -flto in OPT the core takes part in it; these do not, for the libc's references to them come
# when it is over. And GCC compiles them, whatever compiles the core: its libc it is.
$(DIR)/port/newlib/%.o $(DIR)/port/cxx/%.o $(DIR)/port/malloc_init.o: MACHINE := $(CPU) -fno-lto
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

define LIB_LINK
the flags of one of these lines:
  newlib:     $(call made_by,libnewlib-arm-none-eabi,$(CPU) $(LIB_HERE)/tarn_newlib.o $(LIB_REST))
  nano:       $(call made_by,libnewlib-arm-none-eabi,$(CPU) --specs=nano.specs $(LIB_HERE)/tarn_newlib.o $(LIB_REST))
  picolibc:   $(call made_by,picolibc-arm-none-eabi,$(CPU) --specs=picolibc.specs -T picolibc.ld $(LIB_HERE)/tarn_picolibc.o $(LIB_REST))
  no libc:    $(CPU) $(LIB_REST) -nostdlib -lgcc
  C++:        $(call made_by,libstdc++-arm-none-eabi-newlib,$(LIB_HERE)/tarn_cxx.o besides; with -fno-exceptions $(LIB_HERE)/tarn_cxx_noexcept.o)
              for picolibc -T picolibcpp.ld in the place of picolibc.ld
port/README.md says how a startup and a linker script of your own have to look.
endef
