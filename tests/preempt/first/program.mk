# SPDX-License-Identifier: MIT
# tests/preempt/first: see tests/preempt/README.md. BOARD=host.
SRC = tests/preempt/first/main.c
