# SPDX-License-Identifier: MIT
# port/armv4t/build.mk: builds a program for a Game Boy Advance. boards/program.mk includes it.
#
# in:   CPU (boards/README.md)

CROSS        := arm-none-eabi-
CLANG_TARGET := --target=arm-none-eabi -fshort-enums
PORT_SRC     := $(wildcard port/board/armv4t/*.c)

include port/bare/bare.mk
