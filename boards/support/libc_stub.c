/* SPDX-License-Identifier: MIT
 * The four functions that GCC may call from any C program, also a freestanding one; and the one
 * that clang calls on Arm instead of memset to clear words. Only test programs link them. The core
 * must not need them, which tests/pool/link verifies. -fno-tree-loop-distribute-patterns keeps GCC
 * from turning these loops into calls of themselves. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	unsigned char *t = to;
	const unsigned char *f = from;

	while (n--)
		*t++ = *f++;
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	unsigned char *t = to;
	const unsigned char *f = from;

	if (t < f) {
		while (n--)
			*t++ = *f++;
	} else {
		while (n--)
			t[n] = f[n];
	}
	return to;
}

void *memset(void *to, int value, size_t n)
{
	unsigned char *t = to;

	while (n--)
		*t++ = (unsigned char)value;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a;
	const unsigned char *y = b;

	for (; n; n--, x++, y++) {
		if (*x != *y)
			return *x - *y;
	}
	return 0;
}

#if defined(__clang__) && defined(__arm__)
void __aeabi_memclr4(void *to, size_t n);

void __aeabi_memclr4(void *to, size_t n)
{
	memset(to, 0, n);
}
#endif
