# SPDX-License-Identifier: MIT
# Host only: times. See tests/bench/objects/README.md.
SRC            = $(wildcard tests/bench/objects/loops/*.c)
CFLAGS_PROGRAM = -Itests/bench/objects/loops
