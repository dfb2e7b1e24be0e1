# SPDX-License-Identifier: MIT
# port/package/lib/riscv.mk: says how to link the library, with picolibc or without a libc.
# boards/build/program.mk includes it if no PROGRAM is named.

include port/package/lib/malloc.mk

LINK_PICOLIBC = $(CPU) $(call LIB_SPECS,picolibc) -T picolibc.ld $(LIB_HERE)/tarn_picolibc.o \
	$(LIB_REST)
define LIB_LINK
the flags of one of these lines:
  picolibc:   $(call made_by,$(PICOLIBC),$(LINK_PICOLIBC))
  no libc:    $(CPU) $(LIB_REST) -nostdlib -lgcc
port/README.md says what a startup and a linker script of your own need.
endef
