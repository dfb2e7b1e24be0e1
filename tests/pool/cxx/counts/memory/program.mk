# SPDX-License-Identifier: MIT
# Under QEMU with ICOUNT=7 only. See tests/pool/cxx/README.md.
SRC              = tests/pool/cxx/counts/main.c \
		$(addprefix tests/pool/cxx/counts/memory/,in_c.c in_cxx.cc) \
		tests/pool/cxx/libc/sbrk.c port/tool/ruler/ruler.c
CFLAGS_PROGRAM   = -Itests/bench
CXXFLAGS_PROGRAM = -fno-exceptions -fno-rtti
LIBC            ?= newlib
LIBC_MALLOC      = own
