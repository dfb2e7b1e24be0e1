# SPDX-License-Identifier: MIT
# boards/build/process.mk: builds a process for another core, which qemu-user runs. It tests Tarn's
# core on that machine, without a libc and without interrupts. boards/build/program.mk includes it.
#
# in:   CORE, CPU, RUN (boards/build/check.mk), CPLUSPLUS, LIBC, RECORD
# out:  as boards/build/bare.mk

ifneq ($(LIBC)$(CPLUSPLUS)$(RECORD),)
$(error CORE=$(CORE): it takes a program without LIBC, C++ and RECORD)
endif
CROSS      := $(if $(filter rv%,$(CORE)),riscv64-unknown-elf-,arm-none-eabi-)
COMPILER   := $(CROSS)gcc
LINKER     := $(CROSS)gcc
AR         := $(CROSS)ar
PORT_SRC   := $(wildcard port/machine/process/*.c) port/malloc/arena.c \
		boards/chip/bare/fault.c boards/chip/bare/tick_urgent_none.c
DEFINES    += -DPORT_BARE_METAL
MACHINE    := $(CPU) -ffreestanding
# Debian has no big-endian libgcc.
LINK        = -static -nostdlib -Wl,--gc-sections -Wl,--defsym=__stack_limit=0
LIBS       += $(if $(filter %-be,$(CORE)),,-lgcc)
BUILD_TOOLS := $(COMPILER)
RUN_TOOLS  := $(firstword $(RUN))
