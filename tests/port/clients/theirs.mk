# SPDX-License-Identifier: MIT
# tests/port/clients/theirs.mk: an archive of sources of others, without a warning of ours.
# in:   ARCHIVE, SOURCES, COMPILE, AR; called by tests/port/clients/client.mk, once at a time
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:

FOLDER  := $(dir $(ARCHIVE))
OBJECTS := $(SOURCES:%.c=$(FOLDER)%.o)

$(ARCHIVE): $(OBJECTS)
	@rm -f $@
	@$(AR) rcs $@ $^

$(FOLDER)%.o: %.c
	@mkdir -p $(@D)
	@$(COMPILE) -c $< -o $@
