# SPDX-License-Identifier: MIT
# boards/build/cortex-m.mk: builds a program for a Cortex-M. boards/build/program.mk includes it.
#
# in:   CPU, SOC, CLOCK_HZ, UART, UART_AT, UART_HZ, UART_TX, UART_RX, BUILT_IN, TICK, TICK_IRQ,
#       URGENT, URGENT_AT, URGENT_IRQ, URGENT_HZ (boards/README.md)

$(call fact_file,TICK,boards/chip/cortex-m/tick_%.c,urgent_%)
$(call fact_number,CLOCK_HZ)
ifneq ($(TICK),systick)
$(call fact_number,TICK_IRQ)
else ifneq ($(TICK_IRQ),)
$(call bad_board,TICK_IRQ = $(TICK_IRQ): TICK = systick has no interrupt number)
endif
ifneq ($(URGENT),)
$(call fact_file,URGENT,boards/chip/cortex-m/tick_urgent_%.c)
$(call fact_address,URGENT_AT)$(call fact_number,URGENT_IRQ)
endif
ifneq ($(UART),)
$(call fact_file,UART,boards/chip/cortex-m/uart_%.c,console)
UART_ASKS := $(file <boards/chip/cortex-m/uart_$(UART).c)
ifneq ($(findstring PORT_UART_AT,$(UART_ASKS)),)
$(call fact_address,UART_AT)$(call fact_number,UART_HZ)
endif
ifneq ($(findstring PORT_UART_TX,$(UART_ASKS)),)
$(call fact_number,UART_TX)$(call fact_number,UART_RX)
endif
ifeq ($(wildcard boards/$(BOARD).c),)
$(call bad_board,UART needs boards/$(BOARD).c (clock$(COMMA) pins and lamp): write it or leave \
	UART out)
endif
endif
$(if $(SOC),$(call fact_file,SOC,boards/chip/cortex-m/%/build.mk))

CROSS        := arm-none-eabi-
ON_BOARD     := boards/chip/cortex-m
CLANG_TARGET := --target=arm-none-eabi -fshort-enums
BOARD_CHOICE := %/console.c $(ON_BOARD)/tick_% $(ON_BOARD)/uart_%
UART_SRC     := $(addprefix $(ON_BOARD)/,uart_$(UART).c uart_console.c console.c) boards/$(BOARD).c
URGENT_SRC   := $(or $(URGENT:%=$(ON_BOARD)/tick_urgent_%.c),boards/chip/bare/tick_urgent_none.c)
PORT_SRC     := $(filter-out $(BOARD_CHOICE),$(wildcard $(ON_BOARD)/*.c)) \
		$(if $(UART),$(UART_SRC)) $(ON_BOARD)/tick_$(TICK).c $(URGENT_SRC) \
		$(wildcard boards/chip/semihosting/*.c)
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

include boards/build/bare.mk
