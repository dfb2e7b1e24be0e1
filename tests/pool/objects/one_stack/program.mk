# SPDX-License-Identifier: MIT
SRC = tests/pool/objects/one_stack/main.c
