# SPDX-License-Identifier: MIT
# name: Netduino Plus 2    core: Cortex-M4F    runs: QEMU    checked: every commit
CHIP     = stm32f405
CPU      = -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16
ARCH     = cortex-m
ARENA    = 64K
STACK    = 8K
CLOCK_HZ = 168000000
TICK     = systick
# QEMU models its timers, but not a repeated interrupt: there is no urgent tick.
UART     = stm32
UART_AT  = 0x40011000
UART_HZ  = 84000000
OPENOCD  = -f interface/stlink.cfg -f target/stm32f4x.cfg
RUN      = qemu-system-arm -M netduinoplus2
PROBE_IS  = an ST-LINK at the SWD pads
SERIAL_IS = an adapter of 3.3 V at SC (PB6, TX), SD (PB7, RX), GND
LAMP_IS   = blue
