# SPDX-License-Identifier: MIT
# MODEL_BUILD: how to build the same program again, for the line that replays a failure.
ROOMS          = guard heap audit
SRC            = $(wildcard tests/pool/model/*.c)
MODEL_DEFS     = $(if $(DEFS), DEFS=\"$(DEFS)\")
MODEL_BUILD    = BOARD=$(BOARD) HARDEN=$(HARDEN) ARENA=$(ARENA)$(MODEL_DEFS)
CFLAGS_PROGRAM = -Itests/pool/model -DMODEL_BUILD='"$(MODEL_BUILD)"'
