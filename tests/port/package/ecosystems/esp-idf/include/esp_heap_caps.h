/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdint.h>
#define MALLOC_CAP_INTERNAL 1
#define MALLOC_CAP_8BIT     2
void *heap_caps_malloc(size_t size, uint32_t caps);
