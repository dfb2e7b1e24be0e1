# SPDX-License-Identifier: MIT
# tests/bench/patterns: see tests/bench/README.md.
ROOMS = guard heap audit
SRC = tests/bench/patterns/main.c
