# SPDX-License-Identifier: MIT
# boards/build/armv4t.mk: builds a program for a Game Boy Advance. boards/build/program.mk includes
# it.
#
# in:   CPU (boards/README.md)

CROSS        := arm-none-eabi-
CLANG_TARGET := --target=arm-none-eabi -fshort-enums
PORT_SRC     := $(wildcard boards/chip/armv4t/*.c)

include boards/build/bare.mk
