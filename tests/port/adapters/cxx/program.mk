# SPDX-License-Identifier: MIT
# tests/port/adapters/cxx: operator new and delete. Takes DEFS=-DOWN_HANDLER (with a
# tarn_new_handler),
# -DREPLACED (with the program's own operator new) and -fno-exceptions.
LIBC ?= newlib
ROOMS = guard heap audit
SRC              = $(addprefix tests/port/adapters/cxx/,main.cc forms.cc $(if $(TAGS),tags.cc) \
		$(if $(findstring REPLACED,$(DEFS)),replaced.cc,handlers.cc))
CXXFLAGS_PROGRAM = -Itests/port/adapters/cxx -Wno-alloc-size-larger-than -Wno-sized-deallocation
