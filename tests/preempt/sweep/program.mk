# SPDX-License-Identifier: MIT
# tests/preempt/sweep: see tests/preempt/README.md. Needs ICOUNT=7.
SRC = $(wildcard tests/preempt/sweep/*.c) tests/preempt/vectors.c tests/preempt/look.c \
	tests/bench/ruler.c
