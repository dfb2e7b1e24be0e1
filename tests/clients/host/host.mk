# SPDX-License-Identifier: MIT
# Included by tests/clients/clients.mk. See tests/clients/host/README.md, tests/clients/glibc/README.md.

# Both are of this machine alone.
ifeq ($(filter-out host,$(BOARD_TYPED)),)
clients: client-host client-glibc
endif

.PHONY: client-host client-glibc
takes-client-host := HARDEN CLIENT JOBS
client-host: ## Programs of this machine under LD_PRELOAD; CLIENT=git is one of them
	@tests/clients/host/run $(call quoted,$(CLIENT)) '$(CLIENTS_HARDEN)'

client-glibc: ## glibc's own tests of malloc on libtarn.so, beside glibc's malloc
	@boards/bootstrap gcc xz
	@tests/clients/glibc/run '$(BOARD_TYPED)' '$(CLIENTS_HARDEN)'
