# SPDX-License-Identifier: MIT
# tests/boards/rp2040/cores/program.mk: two cores, and a tick on each, use one heap and one pool.
ifneq ($(SOC),rp2040)
$(error PROGRAM=tests/boards/rp2040/cores: BOARD=$(BOARD) has one core; pico has two)
endif
ROOMS = guard heap audit object
SRC = tests/boards/rp2040/cores/cores.c tests/pool/preempt/look.c \
	$(addprefix tests/pool/preempt/tasks/,main.c hammer.c)
CFLAGS_PROGRAM = -DTASKS=4
