/* SPDX-License-Identifier: MIT
 * The calls that GCC makes before each access of a file compiled with the words in `flags`. They
 * ask Tarn (tarn_access.h). A program links them only because its files call them. */
#include "tarn_access.h"

/* ---- The compiler's calls ---------------------------------------------------------------- */

#define BYTES(number)                                                                   \
	void __asan_load##number##_noabort(const void *address);                        \
	void __asan_load##number##_noabort(const void *address)                         \
	{                                                                               \
		tarn_check_access(address, number, false, __builtin_return_address(0)); \
	}                                                                               \
	void __asan_store##number##_noabort(const void *address);                       \
	void __asan_store##number##_noabort(const void *address)                        \
	{                                                                               \
		tarn_check_access(address, number, true, __builtin_return_address(0));  \
	}
BYTES(1)
BYTES(2)
BYTES(4)
BYTES(8)
BYTES(16)

void __asan_loadN_noabort(const void *address, size_t bytes);
void __asan_loadN_noabort(const void *address, size_t bytes)
{
	tarn_check_access(address, bytes, false, __builtin_return_address(0));
}

void __asan_storeN_noabort(const void *address, size_t bytes);
void __asan_storeN_noabort(const void *address, size_t bytes)
{
	tarn_check_access(address, bytes, true, __builtin_return_address(0));
}

void __asan_handle_no_return(void);
void __asan_handle_no_return(void)
{
}

/* ---- The libc's functions on blocks: the linker's --wrap ---------------------------------- */

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
	if (bytes) {
		tarn_check_access(from, bytes, false, __builtin_return_address(0));
		tarn_check_access(to, bytes, true, __builtin_return_address(0));
	}
	return __real_memcpy(to, from, bytes);
}

void *__real_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
	if (bytes) {
		tarn_check_access(from, bytes, false, __builtin_return_address(0));
		tarn_check_access(to, bytes, true, __builtin_return_address(0));
	}
	return __real_memmove(to, from, bytes);
}

void *__real_memset(void *to, int value, size_t bytes);
void *__wrap_memset(void *to, int value, size_t bytes);
void *__wrap_memset(void *to, int value, size_t bytes)
{
	if (bytes)
		tarn_check_access(to, bytes, true, __builtin_return_address(0));
	return __real_memset(to, value, bytes);
}
