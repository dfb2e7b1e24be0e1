# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/clients/README.md.

# The level that the user typed, or nothing: boards/check.mk then sets 1 by `override`.
CLIENTS_HARDEN := $(if $(filter override,$(origin HARDEN)),,$(HARDEN))

include tests/clients/host/host.mk
include tests/clients/freertos/freertos.mk

CLIENTS_TOOLS = gcc g++ xz $(ARM_TOOLS) $(LIBC_TOOLS) \
	$(shell tests/clients/fetch/fetch tools lua lwip mbedtls sqlite speedtest1 glibc) \
	$(if $(BOARD_TYPED),,$(shell grep -v '^\#' tests/clients/host/list | cut -f2))

.PHONY: clients
takes-clients := BOARD HARDEN JOBS
clients: client- ## Real programs (Lua, SQLite, lwIP, mbedTLS, C++); one: client-lua BOARD=...

client-%: | clients-tools
	@tests/clients/run $(call quoted,$*) '$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'

client-: | clients-tools
	@tests/clients/run '' '$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'

ifneq ($(filter clients,$(MAKECMDGOALS)),)
client-host client-glibc: | clients-tools
endif

.PHONY: clients-tools client-
clients-tools:
	@boards/bootstrap $(CLIENTS_TOOLS)
