/* SPDX-License-Identifier: MIT
 * A user's program without a libc: Tarn's own calls, on the linker's arena and on an array. */
#include <stddef.h>

#include "tarn.h"

_Noreturn void exit(int status);
_Noreturn void _exit(int status);
void __libc_init_array(void);
int _write(int file, const char *bytes, int length);

/* The functions that startup.c needs of a libc. */
void __libc_init_array(void)
{
}

_Noreturn void exit(int status)
{
	_exit(status);
}

static char array[2048];
static struct tarn_heap small;

int main(void)
{
	void *block;
	char *zeroed;

	if (tarn_default_init(NULL, NULL) ||
	    tarn_init(&small, array, sizeof(array), &tarn_table_commons, NULL))
		return 1;
	block = tarn_alloc(&tarn_default, 300);
	zeroed = tarn_alloc_zeroed(&small, 30, 10);
	block = tarn_realloc(&tarn_default, block, 3000);
	if (!block || !zeroed || zeroed[299] || !tarn_owns(&small, zeroed))
		return 2;
	tarn_free(&tarn_default, block);
	tarn_free(&small, zeroed);
	_write(1, "bare\n", 5);
	return tarn_check(&tarn_default, NULL) || tarn_check(&small, NULL);
}
