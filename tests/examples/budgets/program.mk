# SPDX-License-Identifier: MIT
override DEFS += -DTARN_TAGS=3
include tests/examples/example.mk
