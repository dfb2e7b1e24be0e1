# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/port/clients/README.md.

# The level that the user typed, or nothing: boards/build/check.mk then sets 1 by `override`.
CLIENTS_HARDEN := $(if $(filter override,$(origin HARDEN)),,$(HARDEN))

CLIENTS_TOOLS = python3 gcc g++ xz $(ARM_TOOLS) $(LIBC_TOOLS) \
	$(shell tests/port/clients/fetch/fetch tools lua lwip mbedtls sqlite speedtest1) \
	$(if $(BOARD_TYPED),,$(shell grep -v '^\#' tests/port/clients/host/list | cut -f2))

.PHONY: clients
takes-clients := BOARD HARDEN JOBS
clients: client- ## Real programs (Lua, SQLite, lwIP, mbedTLS); one: client-lua BOARD=...

# After client-, which installs for all of them. It runs only on this machine.
ifeq ($(filter-out host,$(BOARD_TYPED)),)
clients: client-host
endif

.PHONY: client-host
takes-client-host := HARDEN CLIENT JOBS
client-host: ## Programs of this machine under LD_PRELOAD; CLIENT=git is one of them
	@boards/build/bootstrap python3
	@tests/port/clients/run host $(call quoted,$(CLIENT)) '$(CLIENTS_HARDEN)'

ifneq ($(strip $(KERNEL)),)
include tests/port/clients/freertos/named.mk
endif

.PHONY: client-freertos
takes-client-freertos := KERNEL BOARD HARDEN
client-freertos: | clients-tools ## A FreeRTOS kernel, KERNEL=its folder, on heap_tarn.c
	@tests/port/clients/run freertos '$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'

# The script installs what is missing when it has judged what was typed.
client-%:
	@boards/build/bootstrap python3
	@CLIENTS_TOOLS='$(CLIENTS_TOOLS)' tests/port/clients/run $(call quoted,$*) \
		'$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'

client-:
	@boards/build/bootstrap python3
	@CLIENTS_TOOLS='$(CLIENTS_TOOLS)' tests/port/clients/run '' '$(BOARD_TYPED)' \
		'$(CLIENTS_HARDEN)'

.PHONY: clients-tools client-
clients-tools:
	@boards/build/bootstrap $(CLIENTS_TOOLS)
