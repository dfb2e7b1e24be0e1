# SPDX-License-Identifier: MIT
# port/tool/picture/moments, for BOARD=host: see port/tool/picture/README.md
ROOMS = guard heap audit
SRC = port/tool/picture/moments/moments.c $(addprefix port/tool/size/,trace.c replay.c)
