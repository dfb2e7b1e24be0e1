# SPDX-License-Identifier: MIT
# The targets that a user types; `make help` lists them. boards/build/program.mk builds the
# programs. Each folder of tests/ adds its own targets.

.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
# One locale everywhere: lists sort and numbers print the same, and text may hold any character.
export LC_ALL := C.UTF-8

# As typed. boards/build/check.mk gives BOARD a default, but `make test` without BOARD= means all
# boards.
BOARD_TYPED := $(BOARD)
ARENA_TYPED := $(ARENA)
BOARDS_TYPED := $(BOARDS)
include boards/build/check.mk

PROGRAM_MK := $(MAKE) -f boards/build/program.mk

# takes-TARGET, next to the rule of TARGET, lists the variables that the target takes. make refuses
# any other typed variable before it runs anything (end of this file; only_typed in
# boards/build/check.mk).
BUILD_NAMES := BOARD HARDEN ARENA OPT DEBUG_INFO DEFS CC CORE
RUN_NAMES   := PROGRAM ARGS $(BUILD_NAMES) TAGS SANITIZE LIBC RECORD TABLE AMALGAM ACCESS ICOUNT \
	BUILT_IN

# $(call given,NAMES): NAME=value, quoted for the shell, for each of NAMES that is typed or in the
# environment
is_given = $(filter command% environment%,$(origin $(1)))
given    = $(foreach name,$(1),$(if $(call is_given,$(name)),$(call quoted,$(name)=$($(name)))))

help: ## Print this list
	@echo 'make TARGET [BOARD=$(BOARD)] [HARDEN=1..3] [ARENA=64K] [INSTALL=no] ...'
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | \
		awk -F ':.*## ' '{ printf "  %-12s %s\n", $$1, $$2 }'
	@echo 'boards: $(BOARDS)'

-include tests/soak/soak.mk tests/soak/report/report.mk tests/pool/preempt/preempt.mk \
	tests/bench/bench.mk tests/bench/objects/objects.mk \
	port/tool/size/size.mk port/tool/view/view.mk tests/port/clients/clients.mk \
	port/package/package.mk boards/gba/demo/demo.mk boards/kit/kit.mk

# ---- Tools ---------------------------------------------------------------------------------

ARM_TOOLS  := arm-none-eabi-gcc qemu-system-arm
LIBC_TOOLS := libnewlib-arm-none-eabi picolibc-arm-none-eabi libstdc++-arm-none-eabi-newlib \
		libstdc++-arm-none-eabi-picolibc
LINT_TOOLS := clang clang-format clang-tidy cppcheck codespell gcc g++ libmgba-dev \
		riscv64-unknown-elf-gcc picolibc-riscv64-unknown-elf $(ARM_TOOLS) $(LIBC_TOOLS)

# board_tools: what builds and runs a program for BOARD. A target asks once for all that it needs.
board_tools = gcc xz $(filter-out fetch:%,$(shell $(PROGRAM_MK) -s PROGRAM= \
		$(call given,BOARD CC CORE SANITIZE) needs))
tools:
	@boards/build/bootstrap $(board_tools)

soak run: | tools

# ---- Tests ---------------------------------------------------------------------------------

# Three tiers of one list of steps. Each tier includes the tiers to its left. ONLY= selects steps by
# names, patterns and folders ('lint-* tests/soak'), and ONLY=unit/is_free_total one question of a
# test program.
ONE_CASE := $(if $(filter-out tests/%,$(ONLY)),$(findstring /,$(filter-out tests/%,$(ONLY))))
TIERS := check test test-all
.PHONY: $(TIERS)
takes-case := ONLY BOARD GDB HARDEN ARENA AMALGAM OPT DEFS CC SANITIZE DEBUG_INFO CORE
takes-test := $(if $(ONE_CASE),$(takes-case),BOARD ONLY CHANGED RESUME JOBS KERNEL)
takes-check    := $(takes-test)
takes-test-all := $(takes-test)
check: ## Test after every edit, half a minute: unit tests, model, soak, format
test: ## Test every question once, ten minutes: [BOARD=] [ONLY=unit/is_free_total [GDB=1]]
test-all: ## Run all tests, an hour: RESUME=1 continues a run that was cut

$(TIERS):
ifneq ($(ONE_CASE),)
	@boards/build/bootstrap $(board_tools) \
		$(if $(GDB),$(if $(filter host,$(ARCH)),gdb,gdb-multiarch))
	+@tests/case $(call quoted,$(ONLY)) $(call quoted,GDB=$(GDB))
else
	$(if $(filter command,$(firstword $(origin ONLY)))$(ONLY),$(if $(ONLY),,$(error \
		ONLY=: a step, or PROGRAM/QUESTION)))
	+@tests/run $(@:test-%=%) BOARD=$(BOARD_TYPED) \
		$(foreach name,ONLY CHANGED RESUME JOBS,$(call quoted,$(name)=$($(name))))
endif

lint: ## Judge layout, C (clang-tidy, cppcheck), prose and spelling; do the mutants still fit?
	@boards/build/bootstrap $(LINT_TOOLS)
	@cd tests/repo/lint && ./format && ./prose && ./spelling && ./mutants && ./tidy all && \
		./cppcheck 1 pool && ./cppcheck 3 && ./cppcheck 3 objects

takes-nostdlib := BOARD
nostdlib: ## Link the core alone, to see that it needs nothing but its port
	@boards/build/bootstrap $(ARM_TOOLS)
	@tests/pool/link/core $(BOARD)

# ---- Boards --------------------------------------------------------------------------------

boards: ## List the boards: core, RAM, arena, how they run, how they are checked
	@printf '%-17s %-12s %6s %6s %7s  %-40s %s\n' BOARD CORE RAM FLASH ARENA RUNS CHECKED
	@for board in $(BOARDS); do $(MAKE) -s board BOARD=$$board ARENA= || exit 1; done

# board_says: the value of a word in the comment at the head of the board's file
board_says = $$(sed -n 's/^\# name:.*$(1): *\([^:]*[^ ]\) *\(  [a-z]*:.*\)*$$/\1/p' \
		boards/$(BOARD).mk)
runs_by = $(or $(RUN),$(if $(filter host,$(ARCH)),as a process,nothing: it is built))
BOARD_LINE := '\# name: X    core: Cortex-M4    runs: QEMU    checked: every commit'
takes-board       := BOARD ARENA
takes-board-facts := BOARD
board:
	@grep -qE '^# name: [^ ].*  core: [^ ].*  runs: [^ ].*  checked: [^ ]' \
		boards/$(BOARD).mk || { echo "error: BOARD=$(BOARD): boards/$(BOARD).mk lacks" \
		"a line such as $(BOARD_LINE)" >&2; exit 2; }
	@printf '%-17s %-12s %6s %6s %7s  %-40s %s\n' $(BOARD) "$(call board_says,core)" \
		$(or $(RAM),-) $(or $(FLASH),-) $(ARENA) '$(runs_by)' "$(call board_says,checked)"

# For scripts, one line a board: its name, bytes of RAM, bytes of the default arena, `runs` if
# something here runs it or else `built`, `uart` or `-`, and what builds and runs a program for it.
# The host's RAM is no limit.
facts:
	@for board in $(BOARDS); do $(MAKE) -s board-facts BOARD=$$board || exit 1; done

board-facts:
	@printf '%s\t%s\t%s\t%s\t%s\t%s\n' $(BOARD) $(or $(RAM_BYTES),4294967296) \
		$(ARENA_BYTES) $(if $(RUN)$(filter host,$(ARCH)),runs,built) $(if $(UART),uart,-) \
		"$$($(PROGRAM_MK) -s PROGRAM= needs)"

# ---- Products ------------------------------------------------------------------------------

takes-lib := $(BUILD_NAMES) TAGS ACCESS
lib: ## Build libtarn.a, headers, each libc's malloc for BOARD; print flags: [OPT=] [TAGS=n]
	@$(PROGRAM_MK) PROGRAM= lib

takes-install := HARDEN TAGS OPT DEBUG_INFO DEFS CC PREFIX DESTDIR
install: ## Install libraries, headers, pkg-config and CMake files: DESTDIR= PREFIX=/usr/local
	@$(MAKE) -f boards/build/program.mk PROGRAM= BOARD=host install

takes-one-heap := ELF
one-heap: ## Check that ELF=path has one heap, Tarn's, and calls its initialiser
	@boards/build/bootstrap python3
	@port/malloc/one-heap $(call quoted,$(ELF))

takes-run := $(RUN_NAMES)
run: ## Build and run PROGRAM=tests/hello with ARGS=
	@$(PROGRAM_MK) run

# The default of gdb and flash: the soak at level 2.
THE_SOAK = PROGRAM=$(call quoted,$(or $(PROGRAM),tests/soak)) \
		HARDEN=$(if $(filter override,$(origin HARDEN)),2,$(HARDEN))
takes-gdb   := $(RUN_NAMES) PROBE
takes-flash := $(filter-out ARGS SANITIZE RECORD ICOUNT,$(RUN_NAMES)) DRIVE
gdb: ## Debug PROGRAM=tests/soak on BOARD, stopped at reset; PROBE=1: on the board itself
	@$(PROGRAM_MK) gdb $(THE_SOAK)

flash: ## Flash PROGRAM=tests/soak to BOARD by openocd, or to DRIVE=folder: [BUILT_IN='seed=1']
	@$(PROGRAM_MK) flash $(THE_SOAK)

clean: ## Remove build/
	@rm -rf build

# ---- What was typed ------------------------------------------------------------------------

GOALS := $(or $(MAKECMDGOALS),help)
takes  = $(or $(takes-$(1)),$(takes-$(1:client-%=clients)))
$(call only_typed,make $(GOALS),$(foreach goal,$(GOALS),$(call takes,$(goal))))

# For scripts, one line a target: its name and its variables.
takes:
	@: $(foreach name,$(sort $(filter takes-%,$(.VARIABLES))),\
		$(info $(name:takes-%=%) $($(name))))

.PHONY: takes help tools lint nostdlib boards board facts board-facts lib install one-heap run \
	gdb flash clean
