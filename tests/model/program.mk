# SPDX-License-Identifier: MIT
# MODEL_BUILD: how to build the same program again, for the line that replays a failure.
ROOMS          = guard heap audit
SRC            = $(wildcard tests/model/*.c)
CFLAGS_PROGRAM = -Itests/model -DMODEL_BUILD='"BOARD=$(BOARD) HARDEN=$(HARDEN) ARENA=$(ARENA)$(if $(DEFS), DEFS=\"$(DEFS)\")"'
