# SPDX-License-Identifier: MIT
SRC            = $(wildcard tests/unit/*.c)
CFLAGS_PROGRAM = -Ipool -Itests/unit
