/* SPDX-License-Identifier: MIT
 * The default heap, over the arena that the linker (or the host's port) reserved. */
#include "tarn.h"

extern char __tarn_arena_start[];
extern char __tarn_arena_end[];

struct tarn_heap tarn_default;

enum tarn_status tarn_default_init(const struct tarn_table *table, struct tarn_misfit *why)
{
	uintptr_t start = (uintptr_t)__tarn_arena_start;
	size_t bytes = (uintptr_t)__tarn_arena_end - start;
	enum tarn_status status;

	if (!table)
		table = &tarn_table_default;
	status = tarn_init_as(&tarn_default, __tarn_arena_start, bytes, table, TARN_BUILD_ID);
	if (why)
		tarn_explain(__tarn_arena_start, bytes, table, status, why);
	return status;
}
