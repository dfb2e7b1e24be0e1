# SPDX-License-Identifier: MIT
# port/cortex-m/build.mk: how a program for a Cortex-M is built. Included by boards/program.mk.
#
# in:   CPU, SOC, CLOCK_HZ, UART, UART_AT, UART_HZ, UART_TX, UART_RX, BUILT_IN, TICK, TICK_IRQ,
#       URGENT, URGENT_AT, URGENT_IRQ, URGENT_HZ (boards/README.md)

CROSS        := arm-none-eabi-
CLANG_TARGET := --target=arm-none-eabi -fshort-enums
PORT_SRC     := $(filter-out port/$(ARCH)/console.c port/$(ARCH)/tick_% port/$(ARCH)/uart_%,$(wildcard port/$(ARCH)/*.c)) \
		$(if $(UART),port/$(ARCH)/uart_$(UART).c port/$(ARCH)/uart_console.c port/$(ARCH)/console.c boards/$(BOARD).c) \
		port/$(ARCH)/tick_$(TICK).c \
		$(if $(URGENT),port/$(ARCH)/tick_urgent_$(URGENT).c,port/bare/tick_urgent_none.c) \
		$(wildcard port/semihosting/*.c)
INCLUDES     += -Iport/semihosting
DEFINES      += -DPORT_SEMIHOSTING -DPORT_CLOCK_HZ=$(CLOCK_HZ) \
		$(if $(TICK_IRQ),-DPORT_TICK_IRQ=$(TICK_IRQ)) \
		$(if $(URGENT),-DPORT_URGENT_IRQ=$(URGENT_IRQ) -DPORT_URGENT_AT=$(URGENT_AT)u \
		-DPORT_URGENT_HZ=$(or $(URGENT_HZ),$(CLOCK_HZ)))
ifneq ($(UART),)
DEFINES      += -DPORT_UART $(if $(UART_AT),-DPORT_UART_AT=$(UART_AT)u -DPORT_UART_HZ=$(UART_HZ)u) \
		$(if $(UART_TX),-DPORT_UART_TX=$(UART_TX) -DPORT_UART_RX=$(UART_RX)) \
		$(if $(BUILT_IN),-DPORT_BUILT_IN='"$(BUILT_IN)"')
endif
ifneq ($(SOC),)
PORT_SRC     += $(wildcard port/$(ARCH)/$(SOC)/*.c)
include port/$(ARCH)/$(SOC)/build.mk
endif

include port/bare/bare.mk
