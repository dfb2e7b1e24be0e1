/* SPDX-License-Identifier: MIT
 * A user's program without a libc: Tarn's own calls, on the linker's arena. */
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

int main(void)
{
	char *block;

	if (tarn_default_init(NULL, NULL))
		return 1;
	block = tarn_alloc_zeroed(&tarn_default, 30, 10);
	block = tarn_realloc(&tarn_default, block, 3000);
	if (!block || block[299])
		return 2;
	tarn_free(&tarn_default, block);
	_write(1, "bare\n", 5);
	return tarn_check(&tarn_default, NULL) != 0;
}
