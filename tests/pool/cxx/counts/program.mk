# SPDX-License-Identifier: MIT
# Under QEMU with ICOUNT=7 only. See tests/pool/cxx/README.md.
SRC              = $(addprefix tests/pool/cxx/counts/,main.c in_c.c in_cxx.cc) \
		tests/pool/cxx/libc/sbrk.c port/tool/ruler/ruler.c
CXXFLAGS_PROGRAM = -fno-exceptions -fno-rtti
LIBC            ?= newlib
LIBC_MALLOC      = own
