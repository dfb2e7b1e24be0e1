# SPDX-License-Identifier: MIT
# tests/pool/preempt/freed: see tests/pool/preempt/README.md. BOARD=host TAGS=2.
SRC = tests/pool/preempt/freed/main.c
