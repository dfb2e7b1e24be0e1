# SPDX-License-Identifier: MIT
ROOMS = guard heap audit
SRC = tests/pool/preempt/between/main.c
override DEFS += -DTARN_TAGS=2

# The program replaces the function that ends each lock window.
LIBS += -Wl,--wrap=tarn_port_host_unlock
