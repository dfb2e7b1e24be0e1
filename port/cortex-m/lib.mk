# SPDX-License-Identifier: MIT
# port/cortex-m/lib.mk: the library for a firmware project: the core, an arena, an object for each
# libc and for C++. Included by boards/program.mk where no PROGRAM is named.
#
# in:   DIR, CPU, HARDEN, DEFS, ARENA_BYTES
# out:  goal lib: libtarn.a, tarn_newlib.o, tarn_picolibc.o, tarn_cxx.o, tarn_cxx_noexcept.o and
#       include/, below DIR
#
# Objects, not archives, take over malloc: what a libc calls of itself is looked for when the
# linker has left every archive before it.

include port/bare/lib.mk

LIB_PARTS := $(addprefix $(DIR)/,tarn_newlib.o tarn_picolibc.o tarn_cxx.o tarn_cxx_noexcept.o)
LIB_HEADERS += port/tarn_libc.h port/cxx/tarn.hpp port/cxx/tarn_new.h

# With -flto in OPT the core takes part in it; these do not, for the libc's references to them come
# when it is over.
$(DIR)/port/newlib/%.o $(DIR)/port/cxx/%.o $(DIR)/port/malloc_init.o: MACHINE := $(CPU) -fno-lto
$(DIR)/port/picolibc/%.o: MACHINE := $(CPU) -fno-lto --specs=picolibc.specs
INCLUDES += -Iport/cxx

LIB_OBJECTS = $(addprefix $(DIR)/port/,$(1)/malloc.o $(1)/stats.o malloc_init.o)
$(DIR)/tarn_newlib.o: $(call LIB_OBJECTS,newlib)
$(DIR)/tarn_picolibc.o: $(call LIB_OBJECTS,picolibc)
$(DIR)/tarn_cxx.o: $(DIR)/port/cxx/new.o
$(DIR)/tarn_cxx_noexcept.o: $(DIR)/port/cxx/new_noexcept.o
$(DIR)/tarn_%.o:
	@$(LINKER) $(CPU) -nostdlib -r $^ -o $@

$(DIR)/port/cxx/new_noexcept.o: port/cxx/new.cc $(DIR)/stamp
	@mkdir -p $(@D)
	@$(CXX) $(CXXFLAGS) -fno-exceptions -MMD -MP -c $< -o $@

build-lib: $(LIB_PARTS)

define LIB_LINK
the flags of one of these lines:
  newlib:     $(CPU) $(LIB_HERE)/tarn_newlib.o $(LIB_REST)
  nano:       $(CPU) --specs=nano.specs $(LIB_HERE)/tarn_newlib.o $(LIB_REST)
  picolibc:   $(CPU) --specs=picolibc.specs -T picolibc.ld $(LIB_HERE)/tarn_picolibc.o $(LIB_REST)
  no libc:    $(CPU) $(LIB_REST) -nostdlib -lgcc
  C++:        $(LIB_HERE)/tarn_cxx.o besides; with -fno-exceptions $(LIB_HERE)/tarn_cxx_noexcept.o
              for picolibc -T picolibcpp.ld in the place of picolibc.ld
port/README.md says how a startup and a linker script of your own have to look.
endef
