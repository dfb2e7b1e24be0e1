/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#define printk printf
