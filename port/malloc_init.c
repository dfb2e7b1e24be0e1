/* SPDX-License-Identifier: MIT
 * The default heap, made before the first constructor runs. */
#include "tarn_libc.h"

void tarn_malloc_init(void)
{
	const struct tarn_table *table =
		&tarn_malloc_table ? &tarn_malloc_table : &tarn_table_default;
	struct tarn_misfit why;
	enum tarn_status status = tarn_default_init(table, &why);

	if (status == TARN_OK)
		return;
	tarn_default_init(&tarn_table_commons, NULL);
	if (tarn_malloc_misfit)
		tarn_malloc_misfit(status, table, &why);
}

__attribute__((section(".preinit_array"),
	       used)) static void (*const before_constructors)(void) = tarn_malloc_init;
