# tests/gdb/leak: a device that hangs, for the session of port/gdb/README.md
ROOMS = guard heap audit
SRC = tests/gdb/leak/leak.c
CFLAGS_PROGRAM = -iquote tests/gdb/leak
