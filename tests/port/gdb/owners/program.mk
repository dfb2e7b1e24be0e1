# tests/port/gdb/owners: requests through wrappers, inlined functions and templates (on a host)
SRC = tests/port/gdb/owners/owners.c \
	$(if $(filter host,$(BOARD)),tests/port/gdb/owners/templates.cc)
