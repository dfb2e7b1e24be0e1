# tests/record/libc, with a LIBC: see tests/record/README.md
SRC = tests/record/libc/libc.cc
