# SPDX-License-Identifier: MIT
# boards/netduinoplus2.mk
# name: Netduino Plus 2    core: Cortex-M4F    runs: QEMU    checked: every commit
CHIP     = stm32f405
CPU      = -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16
PORT     = cortex-m
ARENA    = 64K
STACK    = 8K
CLOCK_HZ = 168000000
TICK     = systick
# QEMU models its timers, but not an interrupt that comes again: there is no urgent tick.
RUN      = qemu-system-arm -M netduinoplus2
