# tests/port/record: see README.md
ROOMS = guard heap audit
SRC = tests/port/record/traffic.c
