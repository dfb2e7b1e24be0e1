# SPDX-License-Identifier: MIT
# boards/build/riscv.mk: builds a program for a 32-bit RISC-V. boards/build/program.mk includes it.
#
# in:   CPU, CLOCK_HZ, TICK_AT (boards/README.md)

$(call fact_number,CLOCK_HZ)$(call fact_address,TICK_AT)

CROSS        := riscv64-unknown-elf-
CLANG_TARGET := --target=riscv32-unknown-elf
PORT_SRC     := $(wildcard boards/chip/riscv/*.c) $(wildcard boards/chip/semihosting/*.c) \
		boards/chip/bare/tick_urgent_none.c
DEFINES      += -DPORT_SEMIHOSTING -DPORT_CLOCK_HZ=$(CLOCK_HZ) -DPORT_TICK_AT=$(TICK_AT)u

include boards/build/bare.mk
