# SPDX-License-Identifier: MIT
# port/cortex-m/build.mk: how a program for a Cortex-M is built. Included by boards/program.mk.
#
# in:   CPU, SOC, CLOCK_HZ, UART, UART_AT, UART_HZ, UART_TX, UART_RX, BUILT_IN, TICK, TICK_IRQ,
#       URGENT, URGENT_AT, URGENT_IRQ, URGENT_HZ (boards/README.md)

CROSS        := arm-none-eabi-
ON_BOARD     := port/board/cortex-m
CLANG_TARGET := --target=arm-none-eabi -fshort-enums
PORT_SRC     := $(filter-out %/console.c $(ON_BOARD)/tick_% $(ON_BOARD)/uart_%,$(wildcard $(ON_BOARD)/*.c)) \
		$(if $(UART),$(addprefix $(ON_BOARD)/,uart_$(UART).c uart_console.c console.c) boards/$(BOARD).c) \
		$(ON_BOARD)/tick_$(TICK).c \
		$(if $(URGENT),$(ON_BOARD)/tick_urgent_$(URGENT).c,port/board/bare/tick_urgent_none.c) \
		$(wildcard port/board/semihosting/*.c)
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
PORT_SRC     += $(wildcard $(ON_BOARD)/$(SOC)/*.c)
include $(ON_BOARD)/$(SOC)/build.mk
endif

include port/bare/bare.mk
