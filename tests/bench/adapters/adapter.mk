# SPDX-License-Identifier: MIT
# Included by each program that measures an allocator.
#
# in:   ALLOCATOR  a name in this folder (tarn), or the path of an adapter's .mk
#       PEER_SRC   the folder with the source that an adapter elsewhere builds
# out:  SRC, CFLAGS_PROGRAM: added to; and what the adapter's .mk sets (tests/bench/README.md)

NAMES      += ALLOCATOR
ALLOCATOR  ?= tarn
ALLOCATORS := $(filter-out adapter,$(basename $(notdir $(wildcard tests/bench/adapters/*.mk))))
ADAPTER_MK := $(if $(filter $(ALLOCATOR),$(ALLOCATORS)),tests/bench/adapters/$(ALLOCATOR).mk,\
		$(wildcard $(filter %.mk,$(ALLOCATOR))))
ifneq ($(words $(ALLOCATOR))$(words $(ADAPTER_MK)),11)
$(error ALLOCATOR=$(ALLOCATOR): one of $(ALLOCATORS), or the path of an adapter's .mk)
endif
include $(ADAPTER_MK)
ADAPTER_MISSING := $(filter-out $(wildcard $(ADAPTER_SRC)),$(ADAPTER_SRC))
ifneq ($(ADAPTER_MISSING),)
$(error $(ADAPTER_MK): no file $(firstword $(ADAPTER_MISSING)); PEER_SRC=$(PEER_SRC))
endif

SRC            += $(ADAPTER_SRC) tests/bench/adapters/defaults.c
CFLAGS_PROGRAM += -Itests/bench $(ADAPTER_FLAGS)
# Definitions are part of the build folder's name, so each adapter has a folder.
override DEFS  += $(if $(filter-out tarn,$(ALLOCATOR)),-DBENCH_ALLOCATOR='"$(ALLOCATOR)"')
