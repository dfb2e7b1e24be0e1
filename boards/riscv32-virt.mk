# SPDX-License-Identifier: MIT
# name: QEMU RISC-V virt    core: RV32IMAC    runs: QEMU    checked: every commit
CHIP     = riscv-virt
CPU      = -march=rv32imac -misa-spec=2.2 -mabi=ilp32 -mcmodel=medany -msmall-data-limit=0
ARCH     = riscv
ARENA    = 64K
STACK    = 16K
CLOCK_HZ = 10000000
TICK_AT  = 0x02000000
RUN      = qemu-system-riscv32 -M virt -bios none
