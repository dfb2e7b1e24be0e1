# SPDX-License-Identifier: MIT
# name: Game Boy Advance    core: ARM7TDMI    runs: mGBA    checked: every commit
CHIP     = gba
CPU      = -mcpu=arm7tdmi -mthumb
ARCH     = armv4t
ARENA    = 64K
STACK    = 6K
LINE     = 512
# 16 MHz and a ROM of 16 bits: an operation of the soak takes 200 us. A tick comes every one to four
# operations.
TICK_SCALE = 64
NO_FAULTS = a read of nowhere is answered with what was on the bus
NO_GDB   = its emulator runs without a debugger here
NO_FILES = its console only goes out
TEST_ARENA = 8K
EMULATOR = mgba
RUN      = boards/gba/run
