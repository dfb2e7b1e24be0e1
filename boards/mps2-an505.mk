# SPDX-License-Identifier: MIT
# name: Arm MPS2+ AN505    core: Cortex-M33    runs: QEMU    checked: every commit
CHIP     = mps2-an505
CPU      = -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16
ARCH     = cortex-m
ARENA    = 64K
STACK    = 16K
CLOCK_HZ = 20000000
TICK     = systick
URGENT   = cmsdk
URGENT_AT = 0x50000000
URGENT_IRQ = 3
RUN      = qemu-system-arm -M mps2-an505
