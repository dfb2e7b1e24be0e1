# SPDX-License-Identifier: MIT
# name: this machine    core: its own    runs: as a process    checked: every commit
ARCH     = host
ARENA = 64K
RUN   =
