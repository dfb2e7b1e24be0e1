# tests/record/line: see tests/record/README.md
SRC  = tests/record/line/line.c port/record/record.c port/record/program/wrap.c
LIBS = $(strip $(file <port/record/program/wrap.flags))
