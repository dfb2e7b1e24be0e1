# tests/port/gdb/leak: a device that hangs, for the session of port/tool/gdb/README.md
ROOMS = guard heap audit
SRC = tests/port/gdb/leak/leak.c
CFLAGS_PROGRAM = -iquote tests/port/gdb/leak
