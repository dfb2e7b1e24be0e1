# SPDX-License-Identifier: MIT
# tests/port/adapters/cxx: operator new and delete. Takes DEFS=-DOWN_HANDLER (with a
# tarn_new_handler), -DREPLACED (with the program's own operator new) and -fno-exceptions.
LIBC ?= newlib
ROOMS = guard heap audit
PARTS = main forms $(if $(TAGS),tags) $(if $(findstring REPLACED,$(DEFS)),replaced,handlers)
SRC   = tests/port/adapters/checks.c $(PARTS:%=tests/port/adapters/cxx/%.cc)
CXXFLAGS_PROGRAM = -Itests/port/adapters/cxx -Wno-alloc-size-larger-than -Wno-sized-deallocation
