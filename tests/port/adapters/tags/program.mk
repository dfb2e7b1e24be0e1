# SPDX-License-Identifier: MIT
# tests/port/adapters/tags: are blocks charged to the tag that their context entered?
TAGS ?= 3
ROOMS = guard heap audit
SRC   = tests/port/adapters/tags/contexts.c tests/port/adapters/checks.c
