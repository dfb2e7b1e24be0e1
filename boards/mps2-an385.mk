# SPDX-License-Identifier: MIT
# name: Arm MPS2+ AN385    core: Cortex-M3    runs: QEMU    checked: every commit
CHIP     = mps2
CPU      = -mcpu=cortex-m3 -mthumb
ARCH     = cortex-m
ARENA    = 64K
STACK    = 16K
CLOCK_HZ = 25000000
TICK     = systick
URGENT   = cmsdk
URGENT_AT = 0x40000000
URGENT_IRQ = 8
RUN      = qemu-system-arm -M mps2-an385
