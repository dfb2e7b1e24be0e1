# SPDX-License-Identifier: MIT
# tests/port/clients/client.mk: included by the program.mk of each client.
#
# in:   THEIRS: the fetched sources
#       THEIR_FLAGS: flags for them; each also includes config.h of the client's folder first
#       DEFS: -DCLIENT_PLAIN builds the reference, which uses the malloc of the libc
#       LIBC: on boards, newlib or the command line's
# out:  CLIENT_SRC, CLIENT_FLAGS: for the client's own sources
#       ARCHIVES

ROOMS          := guard heap audit $(if $(filter 1,$(ACCESS)),object access)
CLIENT_SUPPORT := tests/port/clients/support
CLIENT_FLAGS   := -I$(CLIENT_SUPPORT) -Itests/port/clients/$(NAME) $(THEIR_FLAGS)

ifneq ($(filter -DCLIENT_PLAIN,$(DEFS)),)
ROOMS      :=
CLIENT_SRC :=
else ifeq ($(ARCH),host)
override DEFS += -DTARN_ALIGN=16
# The files of the library for programs of the host (port/package/lib/host.mk), but with the tests'
# fault.c.
CLIENT_SRC := $(filter-out %/fault.c,$(wildcard port/malloc/host/*.c)) \
	$(wildcard port/tool/record/*.c) $(addprefix $(CLIENT_SUPPORT)/,counters.c libc.c)
else
LIBC       := newlib
CLIENT_SRC := $(addprefix $(CLIENT_SUPPORT)/,counters.c libc.c arena_target.c)
# These boards have megabytes, and programs that were not written for them recurse deeply.
# (`override`, because boards/build/program.mk sets it from STACK.)
override STACK_BYTES := 131072
endif
CLIENT_SRC += $(CLIENT_SUPPORT)/common.c
LIBS += -lm

# The fetched sources do not use Tarn, so they are compiled once for a board, for all levels and
# arenas, and again if a configuration of ours changes.
ifneq ($(THEIRS),)
THEIR_BUILD := $(NAME) $(ACCESS:1=access) $(LIBC) $(OPT) $(DEBUG_INFO) $(CPU) $(THEIR_FLAGS) \
	$(THEIRS)
OUR_HEADERS := $(wildcard $(addprefix tests/port/clients/$(NAME)/,*.h */*.h))
THEIR_SUM   := $(shell { echo '$(THEIR_BUILD)'; cat /dev/null $(OUR_HEADERS); } | cksum | \
	cut -d' ' -f1)
ARCHIVES    := build/clients/archive/$(BOARD)-$(THEIR_SUM)/lib$(NAME).a

$(ARCHIVES): $(THEIRS)
	@mkdir -p $(@D)
	@flock $(@D) $(MAKE) --no-print-directory -f tests/port/clients/theirs.mk ARCHIVE=$@ \
		SOURCES='$(THEIRS)' AR=$(AR) \
		COMPILE='$(COMPILER) -std=gnu11 -w $(DEBUG_INFO) $(OPT) \
		-ffunction-sections -fdata-sections $(MACHINE) $(ACCESS_COMPILE) \
		-Itests/port/clients/$(NAME) \
		$(THEIR_FLAGS) \
		$(addprefix -include ,$(wildcard tests/port/clients/$(NAME)/config.h))'
endif
