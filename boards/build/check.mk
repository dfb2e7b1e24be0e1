# SPDX-License-Identifier: MIT
# boards/build/check.mk: validates the variables that a user types, and reads the board's facts. The
# Makefile and boards/build/program.mk include it, from the root folder.
#
# in:   BOARD HARDEN ARENA TAGS OPT DEBUG_INFO DEFS ICOUNT CC SANITIZE CORE TABLE BUILT_IN; each may
#       be unset
# out:  the same, valid; the board's facts; ARENA in the shortest spelling (6K, 1M, 5000) and
#       ARENA_BYTES; RAM, RAM_BYTES and FLASH from the memory map (empty on the host)

# The names of the variables that were typed. Read now: `override`, below, changes their origin.
is_typed = $(filter command,$(firstword $(origin $(1))))
TYPED := $(foreach name,$(.VARIABLES),$(if $(call is_typed,$(name)),$(name)))

# Not empty: another make of Tarn called this one, and has judged the typed variables. The make of a
# firmware project does not set TARN_MAKE. A script that wants them judged unsets MAKELEVEL.
CALLED := $(if $(TARN_MAKE),$(filter-out 0,$(MAKELEVEL)))
export TARN_MAKE := 1

# $(call only_typed,WHAT,NAMES): refuses a typed variable that is not one of NAMES. INSTALL is
# allowed everywhere.
unknown    = $(if $(CALLED),,$(firstword $(filter-out $(2) INSTALL,$(TYPED))))
only_typed = $(if $(unknown),$(error $(unknown): not for $(1); there are: $(or $(strip $(2)),none)))

COMMA := ,
# $(call quoted,TEXT): TEXT as one word for the shell
quoted = '$(subst ','\'',$(1))'

# $(call one_of,NAME,VALUES): refuses a variable that is neither empty nor one of VALUES
one_of = $(if $(strip $($(1))),$(if $(filter-out 1,$(words $($(1))))$(filter-out $(2),$($(1))),\
	$(error $(1)=$($(1)): there are: $(2))))

# $(call plain,NAME,WHAT): refuses a text that cannot stand between quotes in the shell and in C
plain = $(if $(shell printf %s $(call quoted,$($(1))) | tr -dc '\042\047\134\140'),$(error \
	$(1)=$($(1)): $(2), without quotes and backslashes))

# make passes a typed INSTALL to boards/build/bootstrap in the environment. An INSTALL that was in
# the environment before is not ours, so it is not judged.
ifneq ($(filter INSTALL,$(TYPED)),)
$(call one_of,INSTALL,yes no)
endif

# `make soak-all` takes a BOARDS= of its own, so this one overrides.
override BOARDS := $(sort $(filter-out program,$(notdir $(basename $(wildcard boards/*.mk)))))

ifeq ($(strip $(BOARD)),)
override BOARD := mps2-an386
endif
ifneq ($(words $(BOARD))-$(filter $(BOARD),$(BOARDS)),1-$(BOARD))
$(error BOARD=$(BOARD): unknown; there are: $(BOARDS))
endif
# An empty ARENA= means the board's, too.
ifeq ($(strip $(ARENA)),)
override undefine ARENA
endif

# ---- The board's facts ---------------------------------------------------------------------

# $(call bad_board,WHAT): refuses the board
bad_board = $(error BOARD=$(BOARD): $(1))
# $(call fact,NAME,RIGHT,ALLOWED): refuses a board that does not state NAME, or whose RIGHT is empty
fact = $(if $(strip $($(1))),,$(call bad_board,boards/$(BOARD).mk lacks $(1): $(3)))$(if \
	$(2),,$(call bad_board,$(1) = $($(1)): $(3)))
fact_number  = $(call fact,$(1),yes,a number)
fact_address = $(call fact,$(1),$(filter 0x%,$($(1))),an address such as 0x40000000)
# $(call fact_file,NAME,PATTERN,NOT): NAME is what % stands for in the name of a file, but not NOT
stands_for = $(sort $(filter-out $(3),$(patsubst $(2),%,$(wildcard $(subst %,*,$(2))))))
fact_file  = $(call fact,$(1),$(if $(word 2,$($(1))),,$(filter $($(1)),$(stands_for))),there are: \
	$(stands_for) ($(subst %,*,$(2))))

# The facts that the files of boards and programs state. A variable of such a name in the
# environment is dropped.
FACTS := CHIP CPU ARCH SOC STACK LINE CLOCK_HZ TICK TICK_IRQ TICK_AT TICK_SCALE URGENT URGENT_AT \
	URGENT_IRQ URGENT_HZ UART UART_AT UART_HZ UART_TX UART_RX OPENOCD EMULATOR RUN IMAGE_KIND \
	TEST_ARENA NO_FAULTS NO_FILES NO_GDB \
	PROBE_IS DRIVE_IS DRIVE_BY DRIVE_TAKES SERIAL_IS LAMP_IS KIT_ARENA \
	SRC CFLAGS_PROGRAM CXXFLAGS_PROGRAM LIBS TOOLS ROOMS SCRIPT ARCHIVES LIBC_MALLOC PART_ENTRY
$(foreach name,$(FACTS),$(if $(filter environment,$(origin $(name))),$(eval undefine $(name))))
# make's own variables %D and %F would match every name that ends so.
NO_FACT := $(subst %,\%,$(.VARIABLES)) NO_FACT $(FACTS) ARENA
include boards/$(BOARD).mk
NO_FACT := $(firstword $(filter-out $(NO_FACT),$(.VARIABLES)))
$(if $(NO_FACT),$(call bad_board,$(NO_FACT) in boards/$(BOARD).mk is no fact (boards/README.md)))
# Every port needs these. boards/build/<ARCH>.mk judges those that it needs itself.
$(call fact_file,ARCH,port/machine/%/tarn_port_impl.h,any process template)
$(call fact,ARENA,yes,a size such as 64K)
ifneq ($(ARCH),host)
$(call fact_file,CHIP,linker/memory/%.ld)
$(call fact,CPU,$(filter -%,$(firstword $(CPU))),options such as -mcpu=cortex-m4 -mthumb)
$(call fact,STACK,yes,a size such as 4K)
endif

# ---- What was typed ------------------------------------------------------------------------

ifeq ($(strip $(HARDEN)),)
override HARDEN := 1
endif
# Numbers are judged by a script. An empty TAGS= means none.
NUMBERS := STACK LINE TICK_SCALE CLOCK_HZ TICK_IRQ URGENT_IRQ URGENT_HZ UART_HZ UART_TX UART_RX \
	HARDEN TAGS BUILT_IN ARENA
JUDGED  := $(shell boards/build/typed $(BOARD) $(foreach name,$(NUMBERS),\
	$(if $(strip $($(name))),$(call quoted,$(name)=$(strip $($(name)))))))
$(if $(filter error,$(firstword $(JUDGED))),$(error $(wordlist 2,99,$(JUDGED))))
$(foreach word,$(JUDGED),$(eval override $(subst =, := ,$(word))))

ifneq ($(and $(strip $(TAGS)),$(findstring -DTARN_TAGS,$(DEFS))),)
$(error TAGS=$(TAGS): DEFS= says it, too: remove -DTARN_TAGS from DEFS, or TAGS=)
endif
ifneq ($(strip $(BUILT_IN)),)
ifeq ($(UART),)
$(error BUILT_IN=: BOARD=$(BOARD) has no UART, the console of a board; an emulator takes ARGS=)
endif
endif

# CORE= builds for another core, whose code the board's core runs too.
CORES_cortex-m  := cortex-m0 cortex-m23
CORES_riscv     := rv32i rv32e
CODE_cortex-m0  := -mcpu=cortex-m0 -mthumb
CODE_cortex-m23 := -mcpu=cortex-m23 -mthumb
CODE_rv32i      := -march=rv32i -mabi=ilp32
CODE_rv32e      := -march=rv32e -mabi=ilp32e
RUN_rv32i       := -cpu rv32,m=false,a=false,c=false
RUN_rv32e       := $(RUN_rv32i)
# On the host, QEMU runs a process of another core.
CORES_host       = armv4t armv5te armv7 armv7-be rv64
CODE_armv4t     := -mcpu=arm7tdmi -marm
CODE_armv5te    := -mcpu=arm926ej-s -marm -mfloat-abi=soft
CODE_armv7      := -mcpu=cortex-a15 -marm -mfloat-abi=soft
CODE_armv7-be   := $(CODE_armv7) -mbig-endian
CODE_rv64       := -march=rv64imac -mabi=lp64 -mcmodel=medany -mno-relax
RUN_armv4t      := qemu-arm -cpu ti925t
RUN_armv5te     := qemu-arm -cpu arm926
RUN_armv7       := qemu-arm -cpu cortex-a15
RUN_armv7-be    := qemu-armeb -cpu cortex-a15
RUN_rv64        := qemu-riscv64
ifneq ($(CORE),)
ifneq ($(words $(CORE))-$(filter $(CORE),$(CORES_$(ARCH))),1-$(CORE))
$(error CORE=$(CORE): $(or $(CORES_$(ARCH)),nothing) on BOARD=$(BOARD))
endif
CPU_FLAGS := -march=% -mabi=% -mcpu=% -mthumb -mfloat-abi=% -mfpu=%
override CPU := $(CODE_$(CORE)) $(filter-out $(CPU_FLAGS),$(CPU))
override RUN := $(strip $(RUN) $(RUN_$(CORE)))
ifeq ($(ARCH),host)
override ARCH := process
endif
endif

# Judges the first word alone: an option may have an argument, as in -iquote FOLDER.
options = $(if $(filter-out -%,$(firstword $($(1)))),$(error \
	$(1)=$($(1)): the compiler's options, as in $(2)))
OPT_LEVELS := -O -O0 -O1 -O2 -O3 -Os -Oz -Og -Ofast
$(if $(filter-out $(OPT_LEVELS),$(filter -O%,$(OPT))),$(error OPT=$(OPT): there are: $(OPT_LEVELS)))
$(call options,OPT,-Os)$(call options,DEBUG_INFO,-g)$(call options,DEFS,-DTARN_COUNT=1)

$(call one_of,ICOUNT,0 1 2 3 4 5 6 7 8 9 10)

# region: the length of a region in the chip's memory map
CHIP_MAP  = linker/memory/$(CHIP).ld
region   = $(shell sed -n \
	's/^[[:space:]]*$(1) .*LENGTH *= *\([0-9]*[KM]\{0,1\}\)\([^[:alnum:]].*\)*$$/\1/p' \
	$(CHIP_MAP))
ifeq ($(filter host process,$(ARCH)),)
REGION := $(call region,RAM)
ARENA_RAM := $(call region,ARENA_RAM)
RAM   := $(REGION)$(if $(ARENA_RAM),+$(ARENA_RAM))
FLASH := $(call region,FLASH)
$(if $(FLASH),,$(call bad_board,$(CHIP_MAP) has no region FLASH with a LENGTH such as 256K))
$(if $(REGION),,$(call bad_board,$(CHIP_MAP) has no region RAM with a LENGTH such as 64K))
$(if $(findstring ARENA_RAM,$(file <$(CHIP_MAP))),,$(call bad_board,$(CHIP_MAP) has no region \
	and no alias ARENA_RAM (linker/README.md)))
in_bytes = $(shell echo $$(($(patsubst %M,%*1048576,$(1:%K=%*1024)))))
# From REGION, not from RAM: a user may type RAM=, which is a variable of `make size`. Where the
# arena has a RAM of its own, RAM_BYTES is the size of the RAM with the statics.
RAM_BYTES := $(call in_bytes,$(REGION))
ARENA_RAM_BYTES := $(if $(ARENA_RAM),$(call in_bytes,$(ARENA_RAM)))
endif

# CC names the family of compilers. make's own default (cc) is not the user's choice.
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(findstring gcc,$(CC))$(findstring clang,$(CC))$(filter cc,$(CC)),)
$(error CC=$(CC): gcc or clang)
endif
# boards/build/bootstrap installs gcc and clang if they are missing. Others must be here.
ifneq ($(filter-out gcc clang,$(firstword $(CC))),)
ifeq ($(shell command -v $(call quoted,$(firstword $(CC)))),)
$(error CC=$(CC): not installed; gcc, clang, or the name of an installed one of them)
endif
endif
ifneq ($(SANITIZE),)
SANITIZERS := address undefined leak thread
ifneq ($(words $(SANITIZE))$(filter-out $(SANITIZERS),$(subst $(COMMA), ,$(SANITIZE))),1)
$(error SANITIZE=$(SANITIZE): $(SANITIZERS), with commas between them)
endif
ifneq ($(ARCH),host)
$(error SANITIZE=$(SANITIZE): on BOARD=host only)
endif
endif

ifneq ($(strip $(TABLE)),)
$(call plain,TABLE,a C file)
ifneq ($(shell test -f $(call quoted,$(TABLE)) && echo there),there)
$(error TABLE=$(TABLE): no such file)
endif
endif
