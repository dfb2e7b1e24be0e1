# SPDX-License-Identifier: MIT
# Included by tests/port/clients/clients.mk. See tests/port/clients/README.md.

ifneq ($(strip $(KERNEL)),)
include tests/port/clients/freertos/named.mk
endif

.PHONY: client-freertos
takes-client-freertos := KERNEL BOARD HARDEN
client-freertos: | clients-tools ## A FreeRTOS kernel, KERNEL=its folder, on heap_tarn.c
	@tests/port/clients/run freertos '$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'
