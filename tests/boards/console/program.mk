# SPDX-License-Identifier: MIT
# tests/boards/console: what only a console has, on BOARD=gba.
ROOMS = guard heap audit
SRC   = tests/boards/console/console.c
