# SPDX-License-Identifier: MIT
# tests/bench/patterns: see tests/bench/README.md.
SRC = tests/bench/patterns/main.c
