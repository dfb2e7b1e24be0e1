# tests/record: see README.md
SRC = tests/record/traffic.c
