# SPDX-License-Identifier: MIT
# port/record/record.mk: a program that records itself. Included by boards/program.mk.
#
# in:   RECORD: the file for the trace, or nothing
# out:  RECORD_SRC, RECORD_DEFINES, RECORD_LINK

ifneq ($(strip $(RECORD)),)
RECORD_SRC     := port/record/record.c port/record/program/wrap.c port/record/program/begin.c \
		port/record/$(if $(filter host,$(ARCH)),posix.c,program/semihosting.c)
RECORD_DEFINES := -DRECORD_FILE='"$(strip $(RECORD))"'
RECORD_LINK    := $(strip $(file <port/record/program/wrap.flags))
endif
