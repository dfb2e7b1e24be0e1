# SPDX-License-Identifier: MIT
# boards/build/record.mk: builds a program that records its allocations. boards/build/program.mk
# includes it.
#
# in:   RECORD: the file for the trace, or empty
# out:  RECORD_SRC, RECORD_DEFINES, RECORD_LINK
#       RECORD_POOL: flags for the files of pool/

ifneq ($(strip $(RECORD)),)
$(call plain,RECORD,a file)
ifneq ($(NO_FILES),)
$(error RECORD=$(RECORD): BOARD=$(BOARD) cannot write files of this machine, $(NO_FILES))
endif
# The program cannot create the folder of the file.
RECORD_FOLDER := $(shell dirname -- $(call quoted,$(RECORD)))
RECORD_FAILS  := $(shell f=$(call quoted,$(RECORD_FOLDER)); \
	mkdir -p -- "$$f" 2>/dev/null && test -w "$$f" || echo no)
ifneq ($(RECORD_FAILS),)
$(error RECORD=$(RECORD): the folder $(RECORD_FOLDER) cannot be written to)
endif
RECORD_SRC     := port/tool/record/record.c port/tool/record/events.c \
		boards/chip/record/begin.c $(if $(filter host,$(ARCH)),\
		port/tool/record/posix.c,boards/chip/record/semihosting.c)
RECORD_DEFINES := -DRECORD_FILE='"$(strip $(RECORD))"'
RECORD_POOL    := -Iport/tool/record -DTARN_EVENT_HEADER='"tarn_record_events.h"'
# On the host -no-pie: the addresses of callers are then those of the ELF in each run.
RECORD_LINK    := $(if $(filter host,$(ARCH)),-no-pie,-Wl,--wrap=tarn_port_exit)
endif
