# SPDX-License-Identifier: MIT
# name: Raspberry Pi Pico    core: Cortex-M0+    runs: rp2040js    checked: every commit
CHIP     = rp2040
CPU      = -mcpu=cortex-m0plus -mthumb
ARCH     = cortex-m
SOC      = rp2040
ARENA    = 64K
TEST_ARENA = 4K
STACK    = 8K
CLOCK_HZ = 125000000
TICK     = systick
# Alarm 0 of TIMER.
URGENT   = rp2040
URGENT_AT = 0x40054000
URGENT_IRQ = 0
# The emulator has the time of the chip: an operation of the soak takes 10 us. A tick comes every
# one to four operations.
TICK_SCALE = 8
UART     = pl011
UART_AT  = 0x40034000
UART_HZ  = 125000000
OPENOCD  = -f interface/cmsis-dap.cfg -f target/rp2040.cfg
RUN      = boards/pico/run
EMULATOR = node fetch:rp2040js
PROBE_IS  = a Debug Probe at SWD
DRIVE_IS  = RPI-RP2
DRIVE_BY  = hold its button while you plug it in
DRIVE_TAKES = uf2
SERIAL_IS = an adapter of 3.3 V at GP0 (TX), GP1 (RX), GND
LAMP_IS   = GP25
