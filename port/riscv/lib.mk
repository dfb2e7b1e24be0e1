# SPDX-License-Identifier: MIT
# port/riscv/lib.mk: what is said of linking the library, with picolibc or without a libc. Included by
# boards/program.mk where no PROGRAM is named.

include port/bare/malloc.mk

define LIB_LINK
the flags of one of these lines:
  picolibc:   $(call made_by,$(PICOLIBC),$(CPU) --specs=picolibc.specs -T picolibc.ld $(LIB_HERE)/tarn_picolibc.o $(LIB_REST))
  no libc:    $(CPU) $(LIB_REST) -nostdlib -lgcc
port/README.md says how a startup and a linker script of your own have to look.
endef
