/* SPDX-License-Identifier: MIT
 * The default heap, over the arena that the linker (or the host's port) reserved. */
#include "tarn.h"

extern char __tarn_arena_start[];
extern char __tarn_arena_end[];

struct tarn_heap tarn_default;

enum tarn_status tarn_default_init(const struct tarn_table *table, struct tarn_misfit *why)
{
	uintptr_t start = (uintptr_t)__tarn_arena_start;
	uintptr_t end = (uintptr_t)__tarn_arena_end;

	return tarn_init(&tarn_default, __tarn_arena_start, end - start,
			 table ? table : &tarn_table_default, why);
}
