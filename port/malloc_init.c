/* SPDX-License-Identifier: MIT
 * The default heap, made before the first constructor runs. */
#include "tarn_libc.h"

void tarn_malloc_init(void)
{
	const struct tarn_table *table = &tarn_malloc_table ? &tarn_malloc_table : NULL;

	if (tarn_default_init(table, NULL) != TARN_OK)
		tarn_default_init(&tarn_table_commons, NULL);
}

__attribute__((section(".preinit_array"),
	       used)) static void (*const before_constructors)(void) = tarn_malloc_init;
