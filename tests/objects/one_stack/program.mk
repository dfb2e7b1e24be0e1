# SPDX-License-Identifier: MIT
# tests/objects/one_stack: a kernel whose threads share the main stack. Not on the host.
SRC = tests/objects/one_stack/kernel.c tests/objects/one_stack/main.c
