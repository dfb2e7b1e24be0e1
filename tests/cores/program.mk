# SPDX-License-Identifier: MIT
# tests/cores/program.mk: two cores hammer one heap. For an RP2040.
SRC = tests/cores/hammer.c
ifneq ($(SOC),rp2040)
$(error PROGRAM=tests/cores: BOARD=$(BOARD) has one core; pico has two)
endif
