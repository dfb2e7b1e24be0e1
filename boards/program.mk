# SPDX-License-Identifier: MIT
# boards/program.mk: builds and runs any program of this repository on any board.
#
#   make -f boards/program.mk PROGRAM=tests/hello BOARD=microbit HARDEN=2 ARENA=6K [goal]
#
# goals      elf (default)  run  path (prints the ELF's)  command (prints how to run it)
# variables  PROGRAM: a folder with a program.mk (tests/README.md). BOARD, HARDEN, ARENA, OPT,
#            DEFS, CC, SANITIZE: what to build. ARGS, ICOUNT: how to run it.
#
# Each choice of flags is a folder of its own below build/, so different ones never meet;
# equal ones wait for each other at the folder's lock.

.DEFAULT_GOAL := elf
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
include boards/check.mk

OPT ?= -O2
ifeq ($(wildcard $(PROGRAM)/program.mk),)
$(error PROGRAM=$(PROGRAM): no such program ($(PROGRAM)/program.mk is not there))
endif
include $(PROGRAM)/program.mk

# ---- Where ---------------------------------------------------------------------------------

NAME   := $(notdir $(PROGRAM))
CHOICE := $(strip $(filter-out -O2,$(OPT)) $(DEFS) $(filter-out gcc,$(CC)) $(SANITIZE))
QUOTED := $(subst ','\'',$(CHOICE))
HASH   := $(if $(CHOICE),-$(shell printf %s '$(QUOTED)' | cksum | cut -d' ' -f1))
DIR    := build/$(BOARD)/$(NAME)-h$(HARDEN)-a$(ARENA)$(HASH)
ELF    := $(DIR)/$(NAME).elf

# ---- What ----------------------------------------------------------------------------------

POOL    := $(if $(NO_POOL),,$(wildcard pool/*.c))
SUPPORT := $(wildcard tests/support/*.c)
FLAGS    = -std=c11 -Wall -Wextra -Werror -g $(OPT) -ffunction-sections -fdata-sections
DEFINES  = -DTARN_HARDEN=$(HARDEN) -DTARN_ARENA_SIZE=$(ARENA_BYTES)
INCLUDES = -Ipool -Iport -Iport/$(PORT) -Itests/support

ifneq ($(findstring clang,$(CC)),)
NO_LOOP_CALLS = -fno-builtin
else
NO_LOOP_CALLS = -fno-tree-loop-distribute-patterns
endif

ifeq ($(PORT),host)
COMPILER   := $(CC)
PORT_SRC   := $(wildcard port/host/*.c)
SUPPORT    := $(filter-out %/libc_stub.c,$(SUPPORT))
MACHINE    := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all \
		-fno-omit-frame-pointer)
LINK        = -Wl,--gc-sections -pthread
else
COMPILER   := $(if $(findstring clang,$(CC)),$(CC) --target=arm-none-eabi,arm-none-eabi-gcc)
PORT_SRC   := $(filter-out port/$(PORT)/tick_%,$(wildcard port/$(PORT)/*.c)) \
		port/$(PORT)/tick_$(TICK).c
MACHINE    := $(CPU) -ffreestanding
DEFINES    += -DPORT_CLOCK_HZ=$(CLOCK_HZ) $(if $(TICK_IRQ),-DPORT_TICK_IRQ=$(TICK_IRQ))
SCRIPTS    := linker/memory/$(CHIP).ld linker/sections.ld linker/arena.ld
STACK_BYTES := $(shell echo $$(($(STACK:%K=%) * 1024)))
LINK        = -nostdlib -nostartfiles -Wl,--gc-sections -Wl,--fatal-warnings \
		-Wl,--defsym=__tarn_arena_size=$(ARENA_BYTES) \
		-Wl,--defsym=__tarn_stack_size=$(STACK_BYTES) $(addprefix -T ,$(SCRIPTS))
LIBS       += -lgcc
endif

SOURCES := $(SRC) $(POOL) $(PORT_SRC) $(SUPPORT)
OBJECTS := $(patsubst %,$(DIR)/%.o,$(basename $(SOURCES)))
CFLAGS   = $(FLAGS) $(NO_LOOP_CALLS) $(MACHINE) $(DEFINES) $(INCLUDES) $(DEFS)

# What every object of the folder was built with: a change rebuilds them all.
STAMP := $(COMPILER) $(CFLAGS) | $(CFLAGS_PROGRAM) | $(LINK) $(LIBS) | $(OBJECTS)

# ---- How -----------------------------------------------------------------------------------

COMMA := ,
WORDS  = $(subst $(COMMA),$(COMMA)$(COMMA),$(NAME) $(ARGS))
QEMU_FLAGS = -nographic -monitor none -serial none $(if $(ICOUNT),-icount shift=$(ICOUNT)) \
	-semihosting-config enable=on,target=native$(subst $(eval) ,,$(WORDS:%=$(COMMA)arg=%))
ifeq ($(PORT),host)
COMMAND = $(ELF) $(ARGS)
else
COMMAND = $(RUN) $(QEMU_FLAGS) -kernel $(ELF)
endif

FLOCK := $(shell command -v flock)

.PHONY: elf build run path command force
elf:
	@mkdir -p $(DIR)
	+@$(if $(FLOCK),$(FLOCK) $(DIR)/lock) $(MAKE) --no-print-directory -f boards/program.mk build

build: $(ELF)

run: elf
	@$(COMMAND)

path:
	@echo $(ELF)

command:
	@echo '$(subst ','\'',$(COMMAND))'

$(DIR)/stamp: force
	$(file >$@.new,$(STAMP))
	@if cmp -s $@ $@.new; then rm -f $@.new; else mv -f $@.new $@; fi

$(ELF): $(OBJECTS) $(SCRIPTS)
	@$(COMPILER) $(MACHINE) $(OBJECTS) $(LINK) $(LIBS) -o $@

# The core is freestanding everywhere, the host included.
$(DIR)/pool/%.o: pool/%.c $(DIR)/stamp
	@mkdir -p $(@D)
	@$(COMPILER) $(CFLAGS) -ffreestanding -MMD -MP -c $< -o $@

$(DIR)/%.o: %.c $(DIR)/stamp
	@mkdir -p $(@D)
	@$(COMPILER) $(CFLAGS) $(CFLAGS_PROGRAM) -MMD -MP -c $< -o $@

-include $(OBJECTS:.o=.d)
