# SPDX-License-Identifier: MIT
ROOMS = guard heap audit
SRC = tests/preempt/between/main.c
override DEFS += -DTARN_TAGS=2

# The end of each lock window is led through the program.
LIBS += -Wl,--wrap=tarn_port_host_unlock
