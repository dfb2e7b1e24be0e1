# SPDX-License-Identifier: MIT
# tests/pool/preempt/first: see tests/pool/preempt/README.md. BOARD=host.
SRC = tests/pool/preempt/first/main.c
