# SPDX-License-Identifier: MIT
# Everything that one types; `make help` lists it. Programs are built by boards/program.mk;
# each area of tests/ brings its own targets.

.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
# Sorted lists and numbers are the same everywhere, and text may hold any sign.
export LC_ALL := C.UTF-8

# As typed: `make test` without a board means all of them.
BOARD_TYPED := $(BOARD)
ARENA_TYPED := $(ARENA)
BOARDS_TYPED := $(BOARDS)
include boards/check.mk

PROGRAM_MK := $(MAKE) -f boards/program.mk

# takes-TARGET has the variables of a target, which stand beside its rule. make refuses whatever
# else is typed before it does anything (below, and boards/check.mk).
BUILD_NAMES := BOARD HARDEN ARENA OPT DEBUG_INFO DEFS CC CORE
RUN_NAMES   := PROGRAM ARGS $(BUILD_NAMES) TAGS SANITIZE LIBC RECORD TABLE AMALGAM ICOUNT BUILT_IN

# $(call given,NAMES): NAME=value for those that somebody gave, as words for the shell
is_given = $(filter command% environment%,$(origin $(1)))
given    = $(foreach name,$(1),$(if $(call is_given,$(name)),$(call quoted,$(name)=$($(name)))))

help: ## This list
	@echo 'make TARGET [BOARD=$(BOARD)] [HARDEN=0..3] [ARENA=64K] [INSTALL=no] ...'
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | \
		awk -F ':.*## ' '{ printf "  %-12s %s\n", $$1, $$2 }'
	@echo 'boards: $(BOARDS)'

-include tests/soak/soak.mk tests/preempt/preempt.mk tests/soak/report/report.mk tests/unit/unit.mk tests/model/model.mk \
	tests/objects/objects.mk tests/bench/bench.mk \
	tests/bench/plot/plot.mk tests/bench/objects/objects.mk \
	tests/size/size.mk tests/view/view.mk tests/clients/clients.mk port/package/package.mk boards/gba/demo/demo.mk boards/kit/kit.mk

# ---- Tools ---------------------------------------------------------------------------------

ARM_TOOLS  := arm-none-eabi-gcc qemu-system-arm
ALL_TOOLS  := $(ARM_TOOLS) riscv64-unknown-elf-gcc picolibc-riscv64-unknown-elf qemu-system-riscv32 mgba libmgba-dev pnmtopng
LIBC_TOOLS := libnewlib-arm-none-eabi picolibc-arm-none-eabi libstdc++-arm-none-eabi-newlib \
		libstdc++-arm-none-eabi-picolibc
LINT_TOOLS := clang clang-format clang-tidy cppcheck valgrind codespell
# The viewers that tests/view compares with make size.
VIEW_TOOLS := python3 heaptrack_print ms_print
# What a stranger's project is built by, in tests/package.
PACKAGE_TOOLS := cmake ninja meson pkg-config lld arduino-builder python3-yaml python3-kconfiglib zip unzip
TEST_TOOLS := $(if $(BOARD_TYPED),,gcc $(ALL_TOOLS) $(LINT_TOOLS) $(PACKAGE_TOOLS) \
		$(VIEW_TOOLS)) xz \
		$(if $(filter cortex-m armv4t,$(ARCH)),$(LIBC_TOOLS)) $(if $(filter riscv,$(ARCH)),picolibc-riscv64-unknown-elf)

tools:
	@boards/bootstrap xz
	@$(PROGRAM_MK) PROGRAM= tools

soak bench run: | tools

# ---- Tests ---------------------------------------------------------------------------------

# Three tiers of the same list of steps; each holds the ones above it. ONLY=unit/is_free_total is
# one case of a test program, ONLY=lint-tidy the steps of that name.
TIERS := check test test-all
.PHONY: $(TIERS)
$(TIERS): | tools
takes-case := ONLY BOARD GDB HARDEN ARENA AMALGAM OPT DEFS CC SANITIZE DEBUG_INFO CORE
takes-test := $(if $(findstring /,$(ONLY)),$(takes-case),BOARD ONLY RESUME JOBS KERNEL)
takes-check    := $(takes-test)
takes-test-all := $(takes-test)
check: ## After every edit, two minutes: unit tests, model, soak, format
test: ## Every question once, ten minutes; BOARD=x: of one board; ONLY=unit/is_free_total: one case, GDB=1: in gdb
test-all: ## Everything, for the night; RESUME=1 goes on with a run that was cut
check: TEST_TOOLS := gcc $(ARM_TOOLS) clang-format codespell xz

$(TIERS):
ifneq ($(findstring /,$(ONLY)),)
	@boards/bootstrap $(if $(GDB),$(if $(filter host,$(ARCH)),gdb,gdb-multiarch))
	+@tests/case $(call quoted,$(ONLY)) $(call quoted,GDB=$(GDB))
else
	$(if $(filter command,$(firstword $(origin ONLY)))$(ONLY),$(if $(ONLY),,$(error ONLY=: a step, or PROGRAM/QUESTION)))
	@boards/bootstrap $(TEST_TOOLS)
	+@tests/run $(@:test-%=%) BOARD=$(BOARD_TYPED) $(foreach name,ONLY RESUME JOBS,$(call quoted,$(name)=$($(name))))
endif

lint: ## clang-format, clang-tidy and cppcheck over pool, port and tests; prose; the mutants still fit
	@boards/bootstrap $(LINT_TOOLS)
	@tests/lint/format && tests/lint/prose && tests/lint/spelling && tests/lint/mutants && \
		 tests/lint/tidy all && tests/lint/cppcheck 0 && tests/lint/cppcheck 3 && tests/lint/cppcheck 3 objects

takes-nostdlib := BOARD
nostdlib: ## Link the core alone: it needs nothing but its port
	@boards/bootstrap $(ARM_TOOLS)
	@tests/link/core $(BOARD)

# ---- Boards --------------------------------------------------------------------------------

boards: ## The boards: core, RAM, arena, how they run, how they are checked
	@printf '%-17s %-12s %6s %6s %7s  %-40s %s\n' BOARD CORE RAM FLASH ARENA RUNS CHECKED
	@for board in $(BOARDS); do $(MAKE) -s board BOARD=$$board ARENA= || exit 1; done

# board_says: what the comment in the board's file says of a word
board_says = $$(sed -n 's/^\# name:.*$(1): *\([^:]*[^ ]\) *\(  [a-z]*:.*\)*$$/\1/p' boards/$(BOARD).mk)
takes-board       := BOARD ARENA
takes-board-facts := BOARD
board:
	@printf '%-17s %-12s %6s %6s %7s  %-40s %s\n' $(BOARD) "$(call board_says,core)" $(or $(RAM),-) \
		$(or $(FLASH),-) $(ARENA) '$(or $(RUN),$(if $(filter host,$(ARCH)),as a process,nothing: it is built))' \
		"$(call board_says,checked)"

# For scripts: board, bytes of RAM, bytes of the default arena, is there anything that runs it, has it a UART; the host's
# RAM is no limit.
facts:
	@for board in $(BOARDS); do $(MAKE) -s board-facts BOARD=$$board || exit 1; done

board-facts:
	@printf '%s\t%s\t%s\t%s\t%s\n' $(BOARD) $(or $(RAM_BYTES),4294967296) $(ARENA_BYTES) \
		$(if $(RUN)$(filter host,$(ARCH)),runs,built) $(if $(UART),uart,-)

# ---- Products ------------------------------------------------------------------------------

takes-lib := $(BUILD_NAMES) TAGS
lib: ## libtarn.a, malloc for each libc that is here, headers for BOARD, and the flags to use them; OPT=-Os: smaller, TAGS=n: with tags
	@$(PROGRAM_MK) PROGRAM= lib

takes-install := HARDEN TAGS OPT DEBUG_INFO DEFS CC PREFIX DESTDIR
install: ## Libraries, headers, and what pkg-config and CMake find them by, to DESTDIR= PREFIX=/usr/local
	@$(MAKE) -f boards/program.mk PROGRAM= BOARD=host install

takes-one-heap := ELF
one-heap: ## Is there one heap in ELF=path, Tarn's, and does something make it? Names what is wrong
	@port/one-heap $(call quoted,$(ELF))

takes-run := $(RUN_NAMES)
run: ## Build and run PROGRAM=tests/hello with ARGS=
	@$(PROGRAM_MK) run

# What one flashes or debugs is the soak at level 2, where nothing else is typed.
THE_SOAK = PROGRAM=$(call quoted,$(or $(PROGRAM),tests/soak)) HARDEN=$(if $(filter override,$(origin HARDEN)),2,$(HARDEN))
takes-gdb   := $(RUN_NAMES) PROBE
takes-flash := $(filter-out ARGS SANITIZE RECORD ICOUNT,$(RUN_NAMES)) DRIVE
gdb: | tools
gdb: ## Debug PROGRAM=tests/soak on BOARD, stopped at reset; PROBE=1: taken to the board itself
	@boards/bootstrap $(if $(filter host,$(ARCH)),gdb,gdb-multiarch)
	@$(PROGRAM_MK) gdb $(THE_SOAK)

flash: | tools
flash: ## Put PROGRAM=tests/soak on BOARD, by openocd or to DRIVE=folder; BUILT_IN='seed=1 seconds=60'
	@$(PROGRAM_MK) flash $(THE_SOAK)

clean: ## Remove build/
	@rm -rf build

# ---- What was typed ------------------------------------------------------------------------

GOALS := $(or $(MAKECMDGOALS),help)
takes  = $(or $(takes-$(1)),$(takes-$(1:client-%=clients)))
$(call only_typed,make $(GOALS),$(foreach goal,$(GOALS),$(call takes,$(goal))))

# For scripts: each target's variables, a line a target.
takes:
	@: $(foreach name,$(sort $(filter takes-%,$(.VARIABLES))),$(info $(name:takes-%=%) $($(name))))

.PHONY: takes help tools lint nostdlib boards board facts board-facts lib install run gdb flash clean
