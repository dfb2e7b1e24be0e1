# SPDX-License-Identifier: MIT
# boards/build/bare.mk: what all ports to bare metal share. boards/build/<port>.mk includes it.
#
# in:   CROSS: the prefix of the tools. CLANG_TARGET: flags for clang.
#       From boards/: CPU, CHIP, STACK, LINE, RAM, ARENA_RAM, ARENA_RAM_BYTES, EMULATOR, TICK_SCALE,
#       ARENA, ARENA_BYTES, LIBC, CPLUSPLUS.
#       NO_LIBC: the program is in C++ and needs no LIBC.
#       SCRIPT: the program's own linker script, for INSERT.
# out:  COMPILER, CXX, LINKER, AR
#       MACHINE: flags for compiling and linking
#       LINK, LIBS: flags for linking
#       SCRIPTS: linker scripts
#       BUILD_TOOLS, RUN_TOOLS: what builds and what runs it, in the words of
#       boards/build/bootstrap; and fetch:NAME, a source that is fetched
# adds to PORT_SRC, SUPPORT, DEFINES

CXX        := $(CROSS)g++
ifeq ($(findstring clang,$(CC))$(filter gcc cc $(CROSS)gcc,$(CC)),)
$(error CC=$(CC): BOARD=$(BOARD) is built with gcc (that is $(CROSS)gcc) or clang)
endif
COMPILER   := $(if $(findstring clang,$(CC)),$(CC) $(CLANG_TARGET),$(CROSS)gcc)
LINKER     := $(if $(CPLUSPLUS),$(CXX),$(CROSS)gcc)
AR         := $(CROSS)ar
PORT_SRC   += $(filter-out %_none.c,$(wildcard boards/chip/bare/*.c))
DEFINES    += -DPORT_BARE_METAL $(if $(LINE),-DPORT_COMMAND_LINE=$(LINE)) \
		$(if $(TICK_SCALE),-DPORT_TICK_SCALE=$(TICK_SCALE))
SCRIPTS    := linker/memory/$(CHIP).ld $(SCRIPT) linker/sections.ld \
		linker/$(if $(LIBC),libc,discard).ld linker/arena.ld
STACK_BYTES := $(shell echo $$(($(STACK:%K=%) * 1024)))
# The program's statics need RAM, too. linker/arena.ld checks the sum. A library is for a chip of
# its user's, with RAM that this board does not have.
ifneq ($(strip $(PROGRAM)),)
TAKEN_BYTES := $(shell echo $$(($(ARENA_BYTES) + $(if $(ARENA_RAM),0,$(STACK_BYTES)))))
ifneq ($(shell test $(TAKEN_BYTES) -le $(or $(ARENA_RAM_BYTES),$(RAM_BYTES)) && echo fits),fits)
$(if $(ARENA_RAM),$(error ARENA=$(ARENA): $(BOARD) has $(ARENA_RAM) of RAM for it))
$(error ARENA=$(ARENA): $(BOARD) has $(RAM) of RAM, of which $(STACK) is stack)
endif
endif
LINK        = -nostartfiles -Wl,--gc-sections -Wl,--fatal-warnings -Wl,-z,noexecstack \
		-Wl,--defsym=__tarn_arena_size=$(ARENA_BYTES) \
		-Wl,--defsym=__tarn_stack_size=$(STACK_BYTES) $(addprefix -T ,$(SCRIPTS))
ifneq ($(and $(CPLUSPLUS),$(filter riscv,$(ARCH))),)
$(error PROGRAM=$(PROGRAM): BOARD=$(BOARD) has no C++: Debian has no libstdc++ for 32-bit RISC-V)
endif
ifeq ($(LIBC),)
ifneq ($(if $(NO_LIBC),,$(CPLUSPLUS)),)
$(error PROGRAM=$(PROGRAM): a program in C++ needs a LIBC: $(LIBCS))
endif
MACHINE    := $(CPU) -ffreestanding
LINK       += -nostdlib
LIBS       += -lgcc
else
ifneq ($(findstring clang,$(CC)),)
$(error CC=$(CC): a program with a LIBC is built with gcc)
endif
MACHINE    := $(CPU) $(LIBC_FLAGS)
DEFINES    += -DPORT_LIBC
PORT_SRC   += $(LIBC_SRC) $(LIBC_CONSOLE)
SUPPORT    := $(filter-out %/libc_stub.c,$(SUPPORT))
endif
BUILD_TOOLS := $(CROSS)gcc $(if $(findstring clang,$(CC)),$(firstword $(CC))) $(LIBC_PACKAGES)
RUN_TOOLS  := $(filter qemu-%,$(firstword $(RUN))) $(EMULATOR)
