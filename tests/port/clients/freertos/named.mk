# SPDX-License-Identifier: MIT
# tests/port/clients/freertos/named.mk: refuses a KERNEL that is no FreeRTOS kernel, or too old,
# before make builds anything.
#
# in:   KERNEL: the folder of a checkout of FreeRTOS-Kernel, V10.4 or later
ifneq ($(words $(KERNEL)),1)
$(error KERNEL=$(KERNEL): the folder of a FreeRTOS kernel, without spaces in its name)
endif
ifeq ($(wildcard $(KERNEL)/include/task.h),)
$(error KERNEL=$(KERNEL): no FreeRTOS kernel: include/task.h is not there)
endif
kernel_version = $(shell sed -n 's/^\#define tskKERNEL_VERSION_$(1)  *\([0-9]*\).*/\1/p' \
	$(KERNEL)/include/task.h)
KERNEL_MAJOR  := $(call kernel_version,MAJOR)
KERNEL_MINOR  := $(call kernel_version,MINOR)
KERNEL_NUMBER := $$(($(or $(KERNEL_MAJOR),0) * 100 + $(or $(KERNEL_MINOR),0)))
ifneq ($(shell test $(KERNEL_NUMBER) -ge 1004 && echo new),new)
$(error KERNEL=$(KERNEL): V$(KERNEL_MAJOR).$(KERNEL_MINOR); from V10.4 on)
endif
