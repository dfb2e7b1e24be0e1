# SPDX-License-Identifier: MIT
# tests/port/adapters/tags: are blocks charged to the tag that their context entered? Without a
# libc, the program tests contexts and port/freertos, which needs a libc's headers. With
# LIBC=newlib, nano or picolibc, it also tests malloc and operator new.
TAGS          ?= 3
ROOMS          = guard heap audit
SRC            = $(addprefix tests/port/adapters/tags/,main.c contexts.c)
CFLAGS_PROGRAM = -Itests/port/adapters/tags
ifneq ($(ARCH),riscv)
SRC            += tests/port/adapters/tags/kernel.c port/freertos/heap_tarn.c \
		$(if $(LIBC),,port/malloc_init.c)
CFLAGS_PROGRAM += -DTAGS_KERNEL -Iport/freertos -Itests/port/adapters/freertos/kernel
endif
ifneq ($(LIBC),)
SRC              += $(addprefix tests/port/adapters/tags/,libc.c scope.cc)
CFLAGS_PROGRAM   += -std=gnu11 -fno-builtin
CXXFLAGS_PROGRAM = -Itests/port/adapters/tags
endif
