# tests/record: see README.md
ROOMS = guard heap audit
SRC = tests/record/traffic.c
