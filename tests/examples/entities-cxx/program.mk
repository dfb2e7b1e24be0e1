# SPDX-License-Identifier: MIT
include tests/examples/cxx.mk
