# SPDX-License-Identifier: MIT
# name: ST Nucleo-F446RE    core: Cortex-M4F    runs: nothing    checked: built, not run
CHIP     = stm32f446re
CPU      = -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16
ARCH     = cortex-m
ARENA    = 64K
STACK    = 8K
CLOCK_HZ = 168000000
TICK     = systick
UART     = stm32
UART_AT  = 0x40004400
UART_HZ  = 42000000
OPENOCD  = -f board/st_nucleo_f4.cfg
PROBE_IS  = its own ST-LINK
DRIVE_IS  = NODE_F446RE
DRIVE_TAKES = bin
SERIAL_IS = its own USB serial port
LAMP_IS   = LD2
