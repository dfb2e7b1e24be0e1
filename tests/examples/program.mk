# SPDX-License-Identifier: MIT
SRC = tests/examples/first.c
