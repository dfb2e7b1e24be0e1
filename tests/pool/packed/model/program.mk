# SPDX-License-Identifier: MIT
# MODEL_BUILD: how to build the same program again, for the line that replays a failure.
SRC            = $(wildcard tests/pool/packed/model/*.c)
CFLAGS_PROGRAM = -DMODEL_BUILD='"BOARD=$(BOARD) HARDEN=$(HARDEN)"'
