# SPDX-License-Identifier: MIT
# tests/port/clients/freertos/kernel.mk: the FreeRTOS kernel that KERNEL names; the tree has none.
#
# in:   KERNEL (named.mk), CPU
# out:  KERNEL_PORT: its port for the board's core
NAMES += KERNEL

include tests/port/clients/freertos/named.mk

KERNEL_PORT_cortex-m3 := ARM_CM3
KERNEL_PORT_cortex-m4 := ARM_CM4F
KERNEL_PORT := $(KERNEL_PORT_$(patsubst -mcpu=%,%,$(filter -mcpu=%,$(CPU))))
ifeq ($(KERNEL_PORT),)
$(error BOARD=$(BOARD): a FreeRTOS kernel runs on a Cortex-M3 or Cortex-M4F: mps2-an385, mps2-an386)
endif
KERNEL_PORT := $(KERNEL)/portable/GCC/$(KERNEL_PORT)
ifeq ($(wildcard $(KERNEL_PORT)/port.c),)
$(error KERNEL=$(KERNEL): $(KERNEL_PORT:$(KERNEL)/%=%)/port.c is not there)
endif
