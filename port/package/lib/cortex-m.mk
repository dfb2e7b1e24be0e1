# SPDX-License-Identifier: MIT
# port/package/lib/cortex-m.mk: says how to link the library, with each libc of Arm.
# boards/build/program.mk includes it if no PROGRAM is named.

include port/package/lib/malloc.mk

LINK_NEWLIB   = $(CPU) $(LIB_HERE)/tarn_newlib.o $(LIB_REST)
LINK_NANO     = $(CPU) $(call LIB_SPECS,nano) $(LIB_HERE)/tarn_newlib.o $(LIB_REST)
LINK_PICOLIBC = $(CPU) $(call LIB_SPECS,picolibc) -T picolibc.ld $(LIB_HERE)/tarn_picolibc.o \
	$(LIB_REST)
LINK_CXX      = add $(LIB_HERE)/tarn_cxx.o; with -fno-exceptions $(LIB_HERE)/tarn_cxx_noexcept.o
define LIB_LINK
the flags of one of these lines:
  newlib:     $(call made_by,$(NEWLIB),$(LINK_NEWLIB))
  nano:       $(call made_by,$(NEWLIB),$(LINK_NANO))
  picolibc:   $(call made_by,$(PICOLIBC),$(LINK_PICOLIBC))
  no libc:    $(CPU) $(LIB_REST) -nostdlib -lgcc
  C++:        $(call made_by,$(LIBCXX),$(LINK_CXX))
              for picolibc replace picolibc.ld by picolibcpp.ld
port/README.md says what a startup and a linker script of your own need.
endef
