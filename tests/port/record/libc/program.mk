# tests/port/record/libc, with a LIBC: see tests/port/record/README.md
ROOMS = guard heap audit
SRC = tests/port/record/libc/libc.cc
