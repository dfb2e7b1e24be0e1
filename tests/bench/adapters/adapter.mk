# SPDX-License-Identifier: MIT
# Included by each program that measures an allocator.
#
# in:   ALLOCATOR: a name in this folder (tarn), or the path of an adapter's .mk elsewhere
# out:  SRC and CFLAGS_PROGRAM, added to; what that .mk says (tests/bench/README.md)

ALLOCATOR  ?= tarn
ALLOCATORS := $(filter-out adapter,$(basename $(notdir $(wildcard tests/bench/adapters/*.mk))))
ADAPTER_MK := $(if $(filter $(ALLOCATOR),$(ALLOCATORS)),tests/bench/adapters/$(ALLOCATOR).mk,$(wildcard \
		$(filter %.mk,$(ALLOCATOR))))
ifneq ($(words $(ALLOCATOR))$(words $(ADAPTER_MK)),11)
$(error ALLOCATOR=$(ALLOCATOR): one of $(ALLOCATORS), or the path of an adapter's .mk)
endif
include $(ADAPTER_MK)

SRC            += $(ADAPTER_SRC) tests/bench/adapters/defaults.c
CFLAGS_PROGRAM += -Itests/bench $(ADAPTER_FLAGS)
# A folder of its own for each build.
override DEFS  += $(if $(filter-out tarn,$(ALLOCATOR)),-DBENCH_ALLOCATOR='"$(ALLOCATOR)"')
