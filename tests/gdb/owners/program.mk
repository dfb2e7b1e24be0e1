# tests/gdb/owners: requests through wrappers, inlined functions and templates (on a host)
SRC = tests/gdb/owners/owners.c $(if $(filter host,$(BOARD)),tests/gdb/owners/templates.cc)
