# SPDX-License-Identifier: MIT
# name: Nordic nRF52840-DK    core: Cortex-M4F    runs: nothing    checked: built, not run
CHIP     = nrf52840
CPU      = -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16
ARCH     = cortex-m
ARENA    = 64K
STACK    = 8K
CLOCK_HZ = 64000000
TICK     = systick
UART     = nrf51
UART_TX  = 6
UART_RX  = 8
OPENOCD  = -f interface/jlink.cfg -c 'transport select swd' -f target/nrf52.cfg
PROBE_IS  = its own J-Link
DRIVE_IS  = JLINK
DRIVE_TAKES = hex
SERIAL_IS = its own USB serial port
LAMP_IS   = LED1
