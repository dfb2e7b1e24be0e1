# SPDX-License-Identifier: MIT
# port/process/build.mk: how a process of another core is built, which qemu-user runs: a test of the core, without
# a libc and without interrupts. Included by boards/program.mk.
#
# in:   CORE, CPU, RUN (boards/check.mk), CPLUSPLUS, LIBC, RECORD
# out:  as port/bare/bare.mk

ifneq ($(LIBC)$(CPLUSPLUS)$(RECORD),)
$(error CORE=$(CORE): a program without LIBC, C++ and RECORD)
endif
CROSS      := $(if $(filter rv%,$(CORE)),riscv64-unknown-elf-,arm-none-eabi-)
COMPILER   := $(CROSS)gcc
LINKER     := $(CROSS)gcc
AR         := $(CROSS)ar
PORT_SRC   := $(wildcard port/process/*.c) port/board/bare/fault.c port/board/bare/tick_urgent_none.c port/arena.c
DEFINES    += -DPORT_BARE_METAL
MACHINE    := $(CPU) -ffreestanding
# There is no libgcc whose high byte comes first.
LINK        = -static -nostdlib -Wl,--gc-sections -Wl,--defsym=__stack_limit=0
LIBS       += $(if $(filter %-be,$(CORE)),,-lgcc)
BOOTSTRAP  := boards/bootstrap $(COMPILER) $(firstword $(RUN))
