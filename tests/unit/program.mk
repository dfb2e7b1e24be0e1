# SPDX-License-Identifier: MIT
# Of object pools and packed arrays it asks for their tags alone.
ifeq ($(TAGS)$(findstring TARN_TAGS,$(DEFS)),)
ROOMS          = guard heap audit
endif
SRC            = $(wildcard tests/unit/*.c)
CFLAGS_PROGRAM = -Ipool -Itests/unit
