# SPDX-License-Identifier: MIT
# tests/boards/rp2040/cores/program.mk: two cores hammer one heap. For an RP2040.
ROOMS = guard heap audit
SRC = tests/boards/rp2040/cores/hammer.c
ifneq ($(SOC),rp2040)
$(error PROGRAM=tests/boards/rp2040/cores: BOARD=$(BOARD) has one core; pico has two)
endif
