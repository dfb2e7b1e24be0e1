# SPDX-License-Identifier: MIT
include tests/examples/example.mk
override DEFS += -DTARN_WATCH=1
