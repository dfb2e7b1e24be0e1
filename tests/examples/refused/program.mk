# SPDX-License-Identifier: MIT
include tests/examples/example.mk
