# SPDX-License-Identifier: MIT
# name: ST STM32VLDISCOVERY    core: Cortex-M3    runs: QEMU    checked: every commit
CHIP     = stm32f100rb
CPU      = -mcpu=cortex-m3 -mthumb
ARCH     = cortex-m
ARENA    = 4K
STACK    = 1K
CLOCK_HZ = 24000000
TICK     = systick
# QEMU models no timer of this chip: there is no urgent tick.
# 8 KB of RAM leave little for a command line.
LINE     = 192
UART     = stm32
UART_AT  = 0x40013800
UART_HZ  = 24000000
OPENOCD  = -f board/stm32vldiscovery.cfg
RUN      = qemu-system-arm -M stm32vldiscovery
PROBE_IS  = its own ST-LINK
SERIAL_IS = an adapter of 3.3 V at PA9 (TX), PA10 (RX), GND
LAMP_IS   = LD3
# The kit's cycle counts need RAM next to the soak's.
KIT_ARENA = 2560
