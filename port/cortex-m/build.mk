# SPDX-License-Identifier: MIT
# port/cortex-m/build.mk: builds a program for a Cortex-M. boards/program.mk includes it.
#
# in:   CPU, SOC, CLOCK_HZ, UART, UART_AT, UART_HZ, UART_TX, UART_RX, BUILT_IN, TICK, TICK_IRQ,
#       URGENT, URGENT_AT, URGENT_IRQ, URGENT_HZ (boards/README.md)

CROSS        := arm-none-eabi-
ON_BOARD     := port/board/cortex-m
CLANG_TARGET := --target=arm-none-eabi -fshort-enums
BOARD_CHOICE := %/console.c $(ON_BOARD)/tick_% $(ON_BOARD)/uart_%
UART_SRC     := $(addprefix $(ON_BOARD)/,uart_$(UART).c uart_console.c console.c) boards/$(BOARD).c
URGENT_SRC   := $(or $(URGENT:%=$(ON_BOARD)/tick_urgent_%.c),port/board/bare/tick_urgent_none.c)
PORT_SRC     := $(filter-out $(BOARD_CHOICE),$(wildcard $(ON_BOARD)/*.c)) \
		$(if $(UART),$(UART_SRC)) $(ON_BOARD)/tick_$(TICK).c $(URGENT_SRC) \
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
