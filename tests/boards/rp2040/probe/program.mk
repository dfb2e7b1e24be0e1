# SPDX-License-Identifier: MIT
# tests/boards/rp2040/probe/program.mk: an error that the emulator must notice. For an RP2040.
SRC     = tests/boards/rp2040/probe/probe.c pool/heap/fault.c
ROOMS   =

ifneq ($(SOC),rp2040)
$(error PROGRAM=tests/boards/rp2040/probe: BOARD=$(BOARD) has no RP2040; pico has)
endif
