# SPDX-License-Identifier: MIT
# tests/port/clients/freertos: see tests/port/clients/README.md. Needs ICOUNT=7.
# UNKEPT=1: no task switch exchanges the tags.
NAMES += UNKEPT
include tests/port/clients/freertos/kernel.mk
LIBC  ?= newlib

KERNEL_SRC := $(addprefix $(KERNEL)/,tasks.c queue.c list.c timers.c event_groups.c \
	stream_buffer.c) $(KERNEL_PORT)/port.c
SRC = $(wildcard tests/port/clients/freertos/*.c) \
	$(addprefix tests/pool/preempt/,look.c vectors.c) \
	port/rtos/freertos/object_wait.c port/rtos/freertos/heap_tarn.c $(KERNEL_SRC)
CFLAGS_PROGRAM = -Iport/rtos/freertos -Itests/port/clients/freertos -I$(KERNEL)/include \
	-I$(KERNEL_PORT) $(if $(UNKEPT),-DUNKEPT)

# The kernel's files are compiled without our warnings.
$(patsubst %.c,build/\%/%.o,$(notdir $(KERNEL_SRC))): CFLAGS_PROGRAM += -std=gnu11 -w
