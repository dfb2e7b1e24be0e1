# SPDX-License-Identifier: MIT
# port/armv4t/build.mk: how a program for a Game Boy Advance is built. Included by boards/program.mk.
#
# in:   CPU (boards/README.md)

CROSS        := arm-none-eabi-
CLANG_TARGET := --target=arm-none-eabi -fshort-enums
PORT_SRC     := $(wildcard port/board/armv4t/*.c)

include port/bare/bare.mk
