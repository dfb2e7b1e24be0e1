# SPDX-License-Identifier: MIT
# name: Arm MPS3 AN547    core: Cortex-M55    runs: QEMU    checked: every commit
CHIP     = mps3-an547
CPU      = -mcpu=cortex-m55 -mthumb -mfloat-abi=hard
ARCH     = cortex-m
ARENA    = 64K
STACK    = 16K
CLOCK_HZ = 32000000
TICK     = systick
# The timer of the 32 kHz clock. The other timers are of another kind.
URGENT   = cmsdk
URGENT_AT = 0x5802F000
URGENT_IRQ = 2
URGENT_HZ = 32000
RUN      = qemu-system-arm -M mps3-an547
