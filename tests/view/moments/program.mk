# SPDX-License-Identifier: MIT
# tests/view/moments, for BOARD=host: see tests/view/picture/README.md
ROOMS = guard heap audit
SRC = tests/view/moments/moments.c $(addprefix tests/size/,trace.c input.c replay.c)
