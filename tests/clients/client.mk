# SPDX-License-Identifier: MIT
# tests/clients/client.mk: what the program.mk of each client includes.
#
# in:   THEIRS, the fetched sources; THEIR_FLAGS, what they are compiled with, besides config.h of the
#       client's folder, which is included before each of them
#       DEFS; with -DCLIENT_PLAIN the reference is built, which runs on the libc's own malloc
#       LIBC, on boards: newlib, or what is on the command line
# out:  CLIENT_SRC, CLIENT_FLAGS, for the client's own sources; ARCHIVES

ROOMS          := guard heap audit
CLIENT_SUPPORT := tests/clients/support
CLIENT_FLAGS   := -I$(CLIENT_SUPPORT) -Itests/clients/$(NAME) $(THEIR_FLAGS)

ifneq ($(filter -DCLIENT_PLAIN,$(DEFS)),)
ROOMS      :=
CLIENT_SRC := $(CLIENT_SUPPORT)/plain.c
else ifeq ($(ARCH),host)
override DEFS += -DTARN_ALIGN=16
# What the library for programs of the host has (port/host/lib.mk); faults end as everywhere here.
CLIENT_SRC := $(filter-out %/fault.c,$(wildcard port/host/malloc/*.c)) $(wildcard port/record/*.c) \
	$(addprefix $(CLIENT_SUPPORT)/,counters.c give_back_host.c)
else
LIBC       := newlib
CLIENT_SRC := $(addprefix $(CLIENT_SUPPORT)/,counters.c arena_target.c \
	$(addsuffix $(if $(filter picolibc,$(LIBC)),_picolibc.c,_newlib.c),give_back system))
# These boards have megabytes; programs that were not written for them recurse. (`override`: it
# stands against what boards/program.mk makes of STACK.)
override STACK_BYTES := 131072
endif
CLIENT_SRC += $(CLIENT_SUPPORT)/common.c
LIBS += -lm

# Tarn is not known there, so neither its level nor the arena matters: compiled once for a board.
ifneq ($(THEIRS),)
ARCHIVES := build/clients/archive/$(BOARD)-$(shell echo '$(NAME) $(LIBC) $(OPT) $(DEBUG_INFO) $(CPU) $(THEIR_FLAGS) $(THEIRS)' | \
	cksum | cut -d' ' -f1)/lib$(NAME).a

$(ARCHIVES): $(THEIRS)
	@mkdir -p $(@D)
	@flock $(@D) $(MAKE) --no-print-directory -f tests/clients/theirs.mk ARCHIVE=$@ SOURCES='$(THEIRS)' \
		AR=$(AR) COMPILE='$(COMPILER) -std=gnu11 -w $(DEBUG_INFO) $(OPT) -ffunction-sections -fdata-sections \
		$(MACHINE) -Itests/clients/$(NAME) $(THEIR_FLAGS) \
		$(addprefix -include ,$(wildcard tests/clients/$(NAME)/config.h))'
endif
