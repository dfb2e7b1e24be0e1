# SPDX-License-Identifier: MIT
# tests/preempt/freed: see tests/preempt/README.md. BOARD=host TAGS=2.
SRC = tests/preempt/freed/main.c
