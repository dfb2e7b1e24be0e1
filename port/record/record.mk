# SPDX-License-Identifier: MIT
# port/record/record.mk: a program that records itself. Included by boards/program.mk.
#
# in:   RECORD: the file for the trace, or nothing
# out:  RECORD_SRC, RECORD_DEFINES, RECORD_LINK; RECORD_POOL: what the files of pool/ are compiled with

ifneq ($(strip $(RECORD)),)
$(call plain,RECORD,a file)
ifneq ($(NO_FILES),)
$(error RECORD=$(RECORD): BOARD=$(BOARD) writes no files of this machine, $(NO_FILES))
endif
# The program cannot make its folder.
RECORD_FOLDER := $(shell dirname -- $(call quoted,$(RECORD)))
ifneq ($(shell f=$(call quoted,$(RECORD_FOLDER)); mkdir -p -- "$$f" 2>/dev/null && test -w "$$f" || echo no),)
$(error RECORD=$(RECORD): cannot be written)
endif
RECORD_SRC     := port/record/record.c port/record/events.c port/record/program/begin.c \
		port/record/$(if $(filter host,$(ARCH)),posix.c,program/semihosting.c)
RECORD_DEFINES := -DRECORD_FILE='"$(strip $(RECORD))"'
RECORD_POOL    := -Iport/record -DTARN_EVENT_HEADER='"tarn_record_events.h"'
# A process of this machine: its callers' addresses are those of the ELF, in each run.
RECORD_LINK    := $(if $(filter host,$(ARCH)),-no-pie,-Wl,--wrap=tarn_port_exit)
endif
