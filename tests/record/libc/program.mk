# tests/record/libc, with a LIBC: see tests/record/README.md
ROOMS = guard heap audit
SRC = tests/record/libc/libc.cc
