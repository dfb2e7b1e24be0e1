# SPDX-License-Identifier: MIT
# boards/gba.mk
# name: Game Boy Advance    core: ARM7TDMI    runs: mGBA    checked: every commit
CHIP     = gba
CPU      = -mcpu=arm7tdmi -mthumb
ARCH     = armv4t
ARENA    = 64K
STACK    = 6K
EMULATOR = mgba
RUN      = boards/gba/run
