# SPDX-License-Identifier: MIT
# tests/port/access/program.mk: ten classic mistakes, one a run.
SRC = tests/port/access/mistakes.c
