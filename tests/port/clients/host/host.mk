# SPDX-License-Identifier: MIT
# Included by tests/port/clients/clients.mk. See host/README.md and glibc/README.md in
# tests/port/clients.

# Both run only on this machine.
ifeq ($(filter-out host,$(BOARD_TYPED)),)
clients: client-host client-glibc
endif

.PHONY: client-host client-glibc
takes-client-host := HARDEN CLIENT JOBS
client-host: ## Programs of this machine under LD_PRELOAD; CLIENT=git is one of them
	@boards/bootstrap python3
	@tests/port/clients/run host $(call quoted,$(CLIENT)) '$(CLIENTS_HARDEN)'

client-glibc: ## glibc's own tests of malloc, on libtarn.so and on glibc's malloc
	@boards/build/bootstrap gcc xz
	@tests/port/clients/glibc/run '$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'
