# SPDX-License-Identifier: MIT
# boards/mps3-an547.mk
# name: Arm MPS3 AN547    core: Cortex-M55    runs: QEMU    checked: every commit
CHIP     = mps3-an547
CPU      = -mcpu=cortex-m55 -mthumb -mfloat-abi=hard
PORT     = cortex-m
ARENA    = 64K
STACK    = 16K
CLOCK_HZ = 32000000
TICK     = systick
RUN      = qemu-system-arm -M mps3-an547
