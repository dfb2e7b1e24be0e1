# SPDX-License-Identifier: MIT
# Included by tests/clients/clients.mk. See tests/clients/README.md.

ifneq ($(strip $(KERNEL)),)
include tests/clients/freertos/named.mk
endif

.PHONY: client-freertos
takes-client-freertos := KERNEL BOARD HARDEN
client-freertos: | clients-tools ## A FreeRTOS kernel, KERNEL=its folder, on heap_tarn.c
	@tests/clients/freertos/run '$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'
