# SPDX-License-Identifier: MIT
# boards/build/program.mk: builds and runs any program of this repository on any board.
#
#   make -f boards/build/program.mk PROGRAM=tests/hello BOARD=microbit HARDEN=2 ARENA=6K [goal]
#
# Goals of a program:
# - elf (default): build it. path: print the path of its ELF.
# - tools: install compiler and emulator. needs: print them.
# - run, gdb: run or debug it. command: print the command that runs it.
# - image: make and print the file to flash. flash: flash it by openocd, or copy it to DRIVE=folder.
# - part: link its own code and the core into one object, whose only global name is PART_ENTRY.
#   A program of another level links this object. part-path: print the object's path.
# Goals without PROGRAM:
# - lib: build the library and its headers, and print the flags to use them.
# - pool: build the core's objects alone, and print them.
# - compiler: print the compiler, and its flags for the core.
#
# Variables:
# - PROGRAM: a folder with a program.mk (tests/README.md).
# - BOARD, HARDEN, ARENA, TAGS, OPT, DEBUG_INFO (-g), DEFS, CC, SANITIZE, LIBC, RECORD, CORE: what
#   to build.
# - AMALGAM=1: the core is the two files of `make amalgam`, compiled as their user does.
# - ACCESS=1: each load and store of the program's own files is checked.
# - TABLE: a C file with tarn_malloc_table (from `make size`). It replaces the default table.
# - BUILT_IN: arguments in the image, for a board on which nobody types any.
# - ARGS, ICOUNT: how to run it. PROBE=1: gdb by openocd. GDB_AT: a function at which gdb stops.
#
# Each choice of flags has its own folder in build/, so different builds never meet. Equal builds
# wait for each other at the folder's lock. pool/, port/ and boards/ do not depend on the
# program. Their objects are in build/shared, in a folder named after the flags, and every program
# with these flags links them.

.DEFAULT_GOAL := elf
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
include boards/build/check.mk

# The variables that a user may set. A program.mk may add its own.
NAMES := PROGRAM ARGS BOARD HARDEN ARENA TAGS OPT DEBUG_INFO DEFS CC CORE SANITIZE LIBC RECORD \
	TABLE AMALGAM ACCESS ICOUNT BUILT_IN PROBE GDB_AT DRIVE PREFIX DESTDIR

OPT        ?= -O2
DEBUG_INFO ?= -g
# A sanitizer needs debug information to print lines, and to match functions that it must ignore.
ifneq ($(SANITIZE),)
override DEBUG_INFO := -g
endif
override PROGRAM := $(PROGRAM:%/=%)
ifeq ($(strip $(PROGRAM)),)
ifneq ($(filter elf run gdb image command,$(MAKECMDGOALS)),)
$(error PROGRAM=: the folder of a program, such as tests/hello)
endif
ifneq ($(and $(strip $(TABLE)),$(filter lib install,$(MAKECMDGOALS))),)
$(error TABLE=$(TABLE): only for a program; with a library, compile your table (port/README.md))
endif
ifneq ($(and $(filter -DTARN_%,$(DEFS)),$(filter lib install,$(MAKECMDGOALS))),)
# The options that the sources test. Any other one would have no effect.
ASKED_FOR := $(sort $(filter-out %_H %_,$(shell grep -rhoE --include='*.h' --include='*.c' \
	'(ifn?def |defined.)TARN_[A-Z_]+' pool port | grep -o 'TARN_.*')))
NOT_ASKED := $(firstword $(filter-out $(ASKED_FOR),$(foreach word,$(filter -DTARN_%,$(DEFS)),\
	$(firstword $(subst =, ,$(word:-D%=%))))))
ifneq ($(NOT_ASKED),)
$(error DEFS=-D$(NOT_ASKED): Tarn has no such option; there are: $(ASKED_FOR))
endif
endif
NAME := tarn
else ifneq ($(words $(PROGRAM))$(wildcard $(PROGRAM)/program.mk),1$(PROGRAM)/program.mk)
# In which of these folders it stands now, if it moved.
MOVED := $(patsubst %/program.mk,%,$(firstword $(wildcard \
	$(PROGRAM:tests/%=tests/*/%)/program.mk $(PROGRAM:tests/%=port/tool/%)/program.mk)))
$(error PROGRAM=$(PROGRAM): $(if $(MOVED),it is $(MOVED) now,no such program \
	($(PROGRAM)/program.mk is not there, or has a space)))
else
NAME := $(notdir $(PROGRAM))
include $(PROGRAM)/program.mk
# A rule of the program may make files below build/.
SRC_MISSING := $(firstword $(foreach file,$(filter-out build/%,$(SRC)),\
	$(if $(wildcard $(file)),,$(file))))
ifneq ($(SRC_MISSING),)
$(error SRC=$(SRC_MISSING): no such file ($(PROGRAM)/program.mk); a path from $(CURDIR), or an \
	absolute one, such as $$(PROGRAM)/$(notdir $(SRC_MISSING)))
endif
endif
# Programs of tests/ misuse a heap on purpose, and test what a compiler would take for granted. So
# tarn.h tells it nothing there. The examples are programs like others.
ifneq ($(filter-out tests/examples%,$(filter tests/%,$(PROGRAM))),)
CFLAGS_PROGRAM   += -DTARN_UNTOLD_=
CXXFLAGS_PROGRAM += -DTARN_UNTOLD_=
endif
$(call only_typed,boards/build/program.mk,$(NAMES))
$(call one_of,PROBE,0 1)$(call one_of,AMALGAM,0 1)$(call one_of,ACCESS,0 1)$(call plain,GDB_AT,a function)
CPLUSPLUS := $(filter %.cc %.cpp,$(SRC))
include port/package/parts.mk
include boards/build/libc.mk
include boards/build/record.mk
include boards/build/access.mk

# ---- Where ---------------------------------------------------------------------------------

# checksum WORDS: two numbers, for the name of a folder
checksum = $(shell printf %s $(call quoted,$(1)) | cksum)

TAG_DEFINE := $(patsubst %,-DTARN_TAGS=%,$(filter-out 0,$(strip $(TAGS))))
CHOICE := $(strip $(filter-out -O2,$(OPT)) $(filter-out -g,$(or $(DEBUG_INFO),-g0)) $(DEFS) \
	$(TAG_DEFINE) $(filter-out gcc,$(CC)) $(SANITIZE) $(LIBC) $(RECORD) $(CORE) $(TABLE) \
	$(AMALGAM:1=amalgam) $(ACCESS:1=access) $(BUILT_IN))
HASH   := $(if $(CHOICE),-$(firstword $(call checksum,$(CHOICE))))
DIR    := build/$(BOARD)/$(NAME)-h$(HARDEN)-a$(ARENA)$(HASH)
ELF    := $(DIR)/$(NAME).elf

# ---- What ----------------------------------------------------------------------------------

# The rooms of pool/ that the program links.
ROOMS   ?= *
POOL    := $(wildcard $(ROOMS:%=pool/%/*.c))
ifeq ($(AMALGAM),1)
include port/package/amalgam/core.mk
endif
SUPPORT := $(wildcard boards/support/*.c)
FLAGS    = -Wall -Wextra -Werror $(DEBUG_INFO) $(OPT) -ffunction-sections -fdata-sections
POOL_DEFINES  = -DTARN_HARDEN=$(HARDEN) $(TAG_DEFINE)
# At these levels clang makes no tail calls (tarn_config.h).
ifneq ($(and $(findstring clang,$(CC)),$(filter -O -O1 -Og,$(lastword $(filter -O%,$(OPT))))),)
POOL_DEFINES += -DTARN_TAIL_CALLS=0
endif
DEFINES       = $(POOL_DEFINES) -DTARN_ARENA_SIZE=$(ARENA_BYTES)
PUBLIC        = -Ipool/include $(SOC:%=-Iport/machine/$(ARCH)/%) -Iport/machine/$(ARCH)
INCLUDES      = $(PUBLIC) -Iport/tool/record -Iboards/chip -Iboards/support

ifneq ($(findstring clang,$(CC)),)
NO_LOOP_CALLS = -fno-builtin
else
NO_LOOP_CALLS = -fno-tree-loop-distribute-patterns
endif

include boards/build/$(ARCH).mk

# The library: its sources, and the flags that its user needs (LIB_COMPILE, LIB_LINK).
LIB_SRC     := $(POOL)
ifeq ($(strip $(PROGRAM)),)
ifneq ($(wildcard port/package/lib/$(ARCH).mk),)
include port/package/lib/$(ARCH).mk
else ifneq ($(filter lib install,$(MAKECMDGOALS)),)
$(error CORE=$(CORE): a process for another core is a test; there is no library for it)
endif
tell-lib: export LIB_LINK := $(LIB_LINK)
# A shell that expands the printed line does not read quotes in it, and one that reads the line as
# its own text does. So DEFS with such characters are printed as a file that the compiler reads.
LIB_DEFS := $(if $(shell printf %s $(call quoted,$(DEFS)) | tr -d 'A-Za-z0-9_=./,:+ \t-'),$(subst \
	$() ,\ ,@$(CURDIR)/$(DIR)/defs),$(DEFS))
endif

PORT_SRC := $(filter-out $(POOL_HAS),$(PORT_SRC)) $(RECORD_SRC) $(ACCESS_SRC)
DEFINES  += $(RECORD_DEFINES) $(ACCESS_DEFINES)
LINK     += $(RECORD_LINK) $(ACCESS_LINK)
LIB_SRC  += $(ACCESS_SRC)
ifneq ($(strip $(PROGRAM)),)
CFLAGS_PROGRAM   += $(ACCESS_COMPILE)
CXXFLAGS_PROGRAM += $(ACCESS_COMPILE)
endif

# Every reference to the default table then gets TABLE's.
ifneq ($(strip $(TABLE)),)
LINK += -Wl,--wrap=tarn_table_default -Wl,--defsym=__wrap_tarn_table_default=tarn_malloc_table
endif

# The core is freestanding everywhere, the host included.
POOL_ALONE ?= -ffreestanding $(NO_LOOP_CALLS)
POOL_FLAGS := -std=c11 $(FLAGS) $(POOL_ALONE) $(if $(filter host,$(ARCH)),$(MACHINE),$(CPU)) \
	$(POOL_DEFINES) $(PUBLIC) $(RECORD_POOL) $(DEFS)
SOURCES := $(SRC) $(POOL) $(PORT_SRC) $(SUPPORT)
ALL_FLAGS = $(FLAGS) $(NO_LOOP_CALLS) $(MACHINE) $(DEFINES) $(INCLUDES) $(DEFS)
CFLAGS    = -std=c11 $(ALL_FLAGS)
CXXFLAGS  = -std=c++17 $(ALL_FLAGS)

# inside: a path in build/ for a source that may be outside this tree
inside     = $(patsubst /%,root/%,$(subst ../,up/,$(1)))
# The folders of shared objects. A program's own source may be in port/ or boards/. Its object is
# not shared.
shared     = build/shared/$(subst $() ,-,$(call checksum,$(COMPILER) $(1)))
POOL_DIR  := $(call shared,$(POOL_FLAGS))
PORT_DIR  := $(call shared,$(CFLAGS))
IN_PORT   := $(filter-out $(SRC) %.cc %.cpp,$(PORT_SRC) $(SUPPORT))
place      = $(if $(filter $(POOL),$(1)),$(POOL_DIR),\
	$(if $(filter $(IN_PORT),$(1)),$(PORT_DIR),$(DIR)))
objects    = $(foreach source,$(1),$(call place,$(source))/$(basename $(call inside,$(source))).o)
OBJECTS   := $(call objects,$(SOURCES)) $(if $(strip $(TABLE)),$(DIR)/table.o)

# The compiler and the libc refer to these objects only after link-time optimization has ended.
REFERRED_TO := boards/support/libc_stub.c $(LIBC_CONSOLE) $(LIBC_CONSOLE:%=boards/chip/bare/start.c)
$(call objects,$(REFERRED_TO)): ALL_FLAGS += -fno-lto

# Everything that the objects of the folder depend on: a change rebuilds them all.
STAMP := $(COMPILER) $(CFLAGS) | $(CFLAGS_PROGRAM) | $(CXXFLAGS_PROGRAM) | $(LINK) $(LIBS) | \
	$(OBJECTS) | $(TABLE) | $(file <port/package/parts)

# ---- How -----------------------------------------------------------------------------------

# ARGS is a list of words. The shell expands nothing in them.
GIVEN  = $(foreach word,$(ARGS),$(call quoted,$(word)))
WORDS  = $(subst $(COMMA),$(COMMA)$(COMMA),$(NAME) $(ARGS))
# (QEMU wants its options without spaces. $(eval) is empty and keeps the space that subst removes.)
SEMIHOSTING = enable=on$(COMMA)target=native$(subst $(eval) ,,$(WORDS:%=$(COMMA)arg=%))
QEMU_FLAGS = -nographic -monitor none -serial none $(if $(ICOUNT),-icount shift=$(ICOUNT)) \
	-semihosting-config $(call quoted,$(SEMIHOSTING))
ifeq ($(ARCH),host)
COMMAND = $(ELF) $(GIVEN)
else ifneq ($(filter qemu-system-%,$(RUN)),)
COMMAND = $(RUN) $(QEMU_FLAGS) -kernel $(ELF)
else ifneq ($(RUN),)
COMMAND = $(RUN) $(ELF) $(GIVEN)
endif

FLOCK := $(firstword $(wildcard $(addsuffix /flock,$(subst :, ,$(PATH)))))

# One build at a time in a folder.
LOCKED = mkdir -p $(DIR) && $(if $(FLOCK),$(FLOCK) $(DIR)/lock) \
	$(MAKE) --no-print-directory -f boards/build/program.mk

.PHONY: tools needs build-tools elf build-elf lib build-lib tell-lib part build-part part-path \
	pool compiler image flash runs run gdb path command force
build-tools:
	@boards/build/bootstrap $(BUILD_TOOLS) $(TOOLS)

DEBUGGER := $(if $(filter gdb,$(MAKECMDGOALS)),$(if $(filter host,$(ARCH)),gdb,gdb-multiarch))
tools:
	@boards/build/bootstrap $(BUILD_TOOLS) $(TOOLS) $(filter-out fetch:%,$(RUN_TOOLS)) \
		$(DEBUGGER)

needs:
	@echo $(BUILD_TOOLS) $(TOOLS) $(RUN_TOOLS)

elf: build-tools
	+@$(LOCKED) build-elf

build-elf: $(ELF)

lib: build-tools
	+@$(LOCKED) build-lib
	+@$(LOCKED) -s tell-lib

tell-lib:
	@printf '%s\ncompile with: %s\nlink with:    %s\n' '$(DIR)/libtarn.a' \
		$(call quoted,$(LIB_COMPILE)) "$$LIB_LINK"
	@echo 'in gdb:       source '$(call quoted,$(CURDIR)/$(DIR)/tarn.py)
	@$(LIB_COSTS)

build-lib: $(DIR)/libtarn.a
	@mkdir -p $(DIR)/include
	@cp pool/include/*.h pool/include/*.hpp $(DIR)/include
	@port/tool/gdb/join >$(DIR)/tarn.py
	@for word in $(DEFS); do printf '%s\n' "$$word"; done | \
		sed 's/[^A-Za-z0-9]/\\&/g' >$(DIR)/defs.new && mv -f $(DIR)/defs.new $(DIR)/defs

pool: $(call objects,$(POOL))
	@echo $^

PART := $(DIR)/$(NAME).part
part: build-tools
	+@$(LOCKED) build-part

build-part: $(PART)

part-path:
	@echo $(PART)

$(PART): $(call objects,$(SRC) $(POOL))
	@$(CROSS)ld -r $^ -o $@.new
	@$(CROSS)objcopy --keep-global-symbol=$(PART_ENTRY) $@.new
	@mv -f $@.new $@

compiler:
	@echo $(COMPILER) $(CPU)

# The image to flash is the one that the emulator runs. A board's drive may take another kind of
# file than openocd.
HEX   = $(ELF:.elf=.hex)
IMAGE = $(ELF:.elf=.$(or $(IMAGE_KIND),hex))
image: elf
	+@$(LOCKED) -s $(HEX) $(IMAGE)
	@echo $(IMAGE)

%.hex: %.elf
	@$(CROSS)objcopy -O ihex $< $@

flash:
	@boards/build/flash check '$(BOARD)' $(call quoted,$(DRIVE)) $(OPENOCD)
	@$(MAKE) --no-print-directory -s -f boards/build/program.mk image
	@boards/build/flash '$(if $(DRIVE),$(IMAGE),$(HEX))' '$(BOARD)' $(call quoted,$(DRIVE)) \
		$(OPENOCD)

run: runs elf
	@$(COMMAND)

# Fails if nothing here runs the program.
runs: tools
ifeq ($(COMMAND),)
	@echo 'error: BOARD=$(BOARD): no emulator models it;' \
		'make flash BOARD=$(BOARD) takes the program to the board' >&2; exit 1
endif

ifeq ($(ARCH),host)
gdb: tools elf
	@gdb -q -x port/tool/gdb/tarn.py $(GDB_AT:%=-ex 'break %' -ex run) --args $(COMMAND)
else ifeq ($(PROBE),1)
gdb: tools elf
	@boards/build/gdb $(BOARD) $(ELF) probe $(OPENOCD)
else ifneq ($(NO_GDB),)
gdb:
	@echo 'error: BOARD=$(BOARD): $(NO_GDB)' >&2; exit 2
else
gdb: runs elf
	@GDB_AT='$(GDB_AT)' boards/build/gdb $(BOARD) $(ELF) emulator $(COMMAND)
endif

path:
	@echo $(ELF)

command: runs
	@printf '%s\n' $(call quoted,$(COMMAND))

$(DIR)/stamp: force
	$(file >$@.new,$(STAMP))
	@if cmp -s $@ $@.new; then rm -f $@.new; else mv -f $@.new $@; fi

$(ELF): $(OBJECTS) $(SCRIPTS) $(ARCHIVES)
	@$(LINKER) $(MACHINE) $(OBJECTS) $(LINK) $(ARCHIVES) $(LIBS) -o $@

$(DIR)/libtarn.a: $(call objects,$(LIB_SRC)) $(DIR)/stamp
	@rm -f $@
	@$(AR) rcs $@ $(filter %.o,$^)

# Two builds may compile the same shared object at a time. Each puts its own in place when it is
# complete. If the object is new, the second build keeps the first one's: a newer object would make
# the programs link again.
define SHARED_RULE
$(1)/%.o: %.c
	@mkdir -p $$(@D)
	@put=ln; [ ! -e $$@ ] || put='mv -f'; new=$$@.$$$$$$$$; \
		$$(COMPILER) $$($(2)) -MMD -MP -MT $$@ -MF $$$$new.of -c $$< -o $$$$new && \
		mv -f $$$$new.of $$(basename $$@).d && \
		{ $$$$put $$$$new $$@ 2>/dev/null || [ -e $$@ ]; } && rm -f $$$$new
endef
$(eval $(call SHARED_RULE,$(POOL_DIR),POOL_FLAGS))
$(eval $(call SHARED_RULE,$(PORT_DIR),CFLAGS))

COMPILE = @mkdir -p $(@D) && $(if $(filter %.c,$<),$(COMPILER) $(CFLAGS) $(CFLAGS_PROGRAM),\
	$(CXX) $(CXXFLAGS) $(CXXFLAGS_PROGRAM)) -MMD -MP -c $< -o $@
$(foreach suffix,c cc cpp,$(eval $(DIR)/%.o: %.$(suffix) $(DIR)/stamp ; $$(COMPILE)))
$(foreach source,$(filter-out $(call inside,$(SOURCES)),$(SOURCES)),\
	$(eval $(call objects,$(source)): $(source) $(DIR)/stamp ; $$(COMPILE)))

# TABLE may be a path with spaces, which make cannot have as a prerequisite.
$(DIR)/table.o: $(DIR)/table.c ; $(COMPILE)
$(DIR)/table.c: $(DIR)/stamp
	$(file >$@,#include "$(if $(filter /%,$(TABLE)),,$(CURDIR)/)$(TABLE)")

# A library has objects that are not in OBJECTS, such as those of the adapters.
FOUND_DEPENDENCIES = $(shell find $(DIR) $(POOL_DIR) $(PORT_DIR) -name '*.d' 2>/dev/null)
-include $(if $(strip $(PROGRAM)),$(OBJECTS:.o=.d),$(FOUND_DEPENDENCIES))
