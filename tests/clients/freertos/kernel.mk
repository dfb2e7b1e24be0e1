# SPDX-License-Identifier: MIT
# tests/clients/freertos/kernel.mk: a FreeRTOS kernel that somebody names; none is in the tree.
#
# in:   KERNEL: the folder of a checkout of FreeRTOS-Kernel, V10.4 or later; CPU
# out:  KERNEL_PORT: its port for the board's core
NAMES += KERNEL

ifneq ($(words $(KERNEL)),1)
$(error KERNEL=$(KERNEL): the folder of a FreeRTOS kernel, without spaces in its name)
endif
ifeq ($(wildcard $(KERNEL)/include/task.h),)
$(error KERNEL=$(KERNEL): no FreeRTOS kernel: include/task.h is not there)
endif
kernel_version = $(shell sed -n 's/^\#define tskKERNEL_VERSION_$(1)  *\([0-9]*\).*/\1/p' $(KERNEL)/include/task.h)
KERNEL_MAJOR  := $(call kernel_version,MAJOR)
KERNEL_MINOR  := $(call kernel_version,MINOR)
ifneq ($(shell test $$(($(KERNEL_MAJOR)0 * 10 + 0$(KERNEL_MINOR))) -ge 1004 && echo new),new)
$(error KERNEL=$(KERNEL): V$(KERNEL_MAJOR).$(KERNEL_MINOR); from V10.4 on)
endif

KERNEL_PORT_cortex-m3 := ARM_CM3
KERNEL_PORT_cortex-m4 := ARM_CM4F
KERNEL_PORT := $(KERNEL_PORT_$(patsubst -mcpu=%,%,$(filter -mcpu=%,$(CPU))))
ifeq ($(KERNEL_PORT),)
$(error BOARD=$(BOARD): a FreeRTOS kernel runs on a Cortex-M3 and on a Cortex-M4F: mps2-an385, mps2-an386)
endif
KERNEL_PORT := $(KERNEL)/portable/GCC/$(KERNEL_PORT)
ifeq ($(wildcard $(KERNEL_PORT)/port.c),)
$(error KERNEL=$(KERNEL): $(KERNEL_PORT:$(KERNEL)/%=%)/port.c is not there)
endif
