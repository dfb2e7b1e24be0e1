# SPDX-License-Identifier: MIT
# tests/pool/objects/one_stack: a kernel whose threads share the main stack. Not on the host.
SRC = tests/pool/objects/one_stack/kernel.c tests/pool/objects/one_stack/main.c
