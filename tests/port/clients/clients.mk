# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/port/clients/README.md.

# The level that the user typed, or nothing: boards/build/check.mk then sets 1 by `override`.
CLIENTS_HARDEN := $(if $(filter override,$(origin HARDEN)),,$(HARDEN))

CLIENTS_TOOLS = python3 gcc g++ xz $(ARM_TOOLS) $(LIBC_TOOLS) \
	$(shell tests/port/clients/fetch/fetch tools lua lwip mbedtls sqlite speedtest1 glibc) \
	$(if $(BOARD_TYPED),,$(shell grep -v '^\#' tests/port/clients/host/list | cut -f2))

.PHONY: clients
takes-clients := BOARD HARDEN JOBS
clients: client- ## Real programs (Lua, SQLite, lwIP, mbedTLS, C++); one: client-lua BOARD=...

# After client-, which installs for all of them.
include tests/port/clients/host/host.mk
include tests/port/clients/freertos/freertos.mk

# The script installs what is missing when it has judged what was typed.
client-%:
	@boards/bootstrap python3
	@CLIENTS_TOOLS='$(CLIENTS_TOOLS)' tests/port/clients/run $(call quoted,$*) \
		'$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'

client-:
	@boards/bootstrap python3
	@CLIENTS_TOOLS='$(CLIENTS_TOOLS)' tests/port/clients/run '' '$(BOARD_TYPED)' \
		'$(CLIENTS_HARDEN)'

.PHONY: clients-tools client-
clients-tools:
	@boards/build/bootstrap $(CLIENTS_TOOLS)
