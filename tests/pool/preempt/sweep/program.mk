# SPDX-License-Identifier: MIT
# tests/pool/preempt/sweep: see tests/pool/preempt/README.md. Needs ICOUNT=7.
SRC = $(wildcard tests/pool/preempt/sweep/*.c) tests/pool/preempt/vectors.c \
	tests/pool/preempt/look.c port/tool/ruler/ruler.c
