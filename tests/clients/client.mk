# SPDX-License-Identifier: MIT
# tests/clients/client.mk: what the program.mk of each client includes.
#
# in:   DEFS; with -DCLIENT_PLAIN the reference is built, which runs on the libc's own malloc
# out:  LIBC; CLIENT_SRC, CLIENT_FLAGS

CLIENT_SUPPORT := tests/clients/support
# What others wrote, they may have warnings for.
CLIENT_FLAGS    = -I$(CLIENT_SUPPORT) $(if $(findstring build/clients/src,$@),-w)

ifneq ($(filter -DCLIENT_PLAIN,$(DEFS)),)
NO_POOL    := 1
CLIENT_SRC := $(CLIENT_SUPPORT)/plain.c
else ifeq ($(PORT),host)
override DEFS += -DTARN_ALIGN=16
# What the library for programs of the host has (port/host/lib.mk); faults end as everywhere here.
CLIENT_SRC := $(filter-out %/fault.c,$(wildcard port/host/malloc/*.c)) $(wildcard port/record/*.c) \
	$(addprefix $(CLIENT_SUPPORT)/,counters.c give_back_host.c)
else
LIBC       ?= newlib
CLIENT_SRC := $(addprefix $(CLIENT_SUPPORT)/,counters.c arena_target.c give_back_newlib.c system_newlib.c)
# These boards have megabytes; programs that were not written for them recurse. (`override`: it
# stands against what boards/program.mk makes of STACK.)
override STACK_BYTES := 131072
endif
CLIENT_SRC += $(CLIENT_SUPPORT)/hash.c
