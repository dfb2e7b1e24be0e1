# SPDX-License-Identifier: MIT
# It tests object pools and packed arrays only for their tags.
ifeq ($(TAGS)$(findstring TARN_TAGS,$(DEFS)),)
ROOMS          = guard heap audit
endif
SRC            = $(wildcard tests/pool/unit/*.c)
CFLAGS_PROGRAM = -Ipool -Itests/pool/unit
