# SPDX-License-Identifier: MIT
# name: BBC micro:bit v1    core: Cortex-M0    runs: QEMU    checked: every commit
CHIP     = nrf51822
CPU      = -mcpu=cortex-m0 -mthumb
ARCH     = cortex-m
ARENA    = 6K
STACK    = 2K
CLOCK_HZ = 16000000
# The nRF51 has no SysTick. (QEMU's has one; on the chip, its use would fault.)
TICK     = nrf51
TICK_IRQ = 8
URGENT   = nrf51
URGENT_AT = 0x40009000
URGENT_IRQ = 9
UART     = nrf51
UART_TX  = 24
UART_RX  = 25
OPENOCD  = -f interface/cmsis-dap.cfg -f target/nrf51.cfg
RUN      = qemu-system-arm -M microbit
PROBE_IS  = its own CMSIS-DAP
DRIVE_IS  = MICROBIT
DRIVE_TAKES = hex
SERIAL_IS = its own USB serial port
LAMP_IS   = top left of the display
