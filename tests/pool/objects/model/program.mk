# SPDX-License-Identifier: MIT
# MODEL_BUILD: how to build the same program again, for the line that replays a failure.
SRC            = $(wildcard tests/pool/objects/model/*.c)
CFLAGS_PROGRAM = -Itests/pool/objects/model -DMODEL_BUILD='"BOARD=$(BOARD) HARDEN=$(HARDEN)"'
