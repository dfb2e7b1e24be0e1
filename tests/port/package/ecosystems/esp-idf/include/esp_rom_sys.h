/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#define esp_rom_printf printf
