# SPDX-License-Identifier: MIT
# port/cortex-m/lib.mk: what is said of linking the library, with each libc of Arm. Included by boards/program.mk
# where no PROGRAM is named.

include port/bare/malloc.mk

define LIB_LINK
the flags of one of these lines:
  newlib:     $(call made_by,$(NEWLIB),$(CPU) $(LIB_HERE)/tarn_newlib.o $(LIB_REST))
  nano:       $(call made_by,$(NEWLIB),$(CPU) --specs=nano.specs $(LIB_HERE)/tarn_newlib.o $(LIB_REST))
  picolibc:   $(call made_by,$(PICOLIBC),$(CPU) --specs=picolibc.specs -T picolibc.ld $(LIB_HERE)/tarn_picolibc.o $(LIB_REST))
  no libc:    $(CPU) $(LIB_REST) -nostdlib -lgcc
  C++:        $(call made_by,$(LIBCXX),$(LIB_HERE)/tarn_cxx.o besides; with -fno-exceptions $(LIB_HERE)/tarn_cxx_noexcept.o)
              for picolibc -T picolibcpp.ld in the place of picolibc.ld
port/README.md says how a startup and a linker script of your own have to look.
endef
