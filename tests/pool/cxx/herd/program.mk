# SPDX-License-Identifier: MIT
# MODEL_BUILD: how to build the same program again, for the line that replays a failure.
SRC              = tests/pool/cxx/herd/herd.cc
NO_LIBC          = 1
CXXFLAGS_PROGRAM = -fno-exceptions -fno-rtti \
	-DMODEL_BUILD='"BOARD=$(BOARD) HARDEN=$(HARDEN)"'
