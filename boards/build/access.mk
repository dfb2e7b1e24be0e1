# SPDX-License-Identifier: MIT
# boards/build/access.mk: builds a program whose accesses are checked (port/tool/access).
# boards/build/program.mk includes it.
#
# in:   ACCESS: 1, or empty
# out:  ACCESS_SRC, ACCESS_LINK
#       ACCESS_COMPILE: for the program's own files. ACCESS_DEFINES: for the port's

ifeq ($(strip $(ACCESS)),1)
ifneq ($(findstring clang,$(CC)),)
$(error ACCESS=1: clang has no such calls for bare metal; build with CC=gcc)
endif
ACCESS_SRC     := port/tool/access/access.c
ACCESS_DEFINES := -DTARN_ACCESS=1
ACCESS_COMPILE := $(file <port/tool/access/flags) $(ACCESS_DEFINES)
ACCESS_LINK    := -Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset
endif
