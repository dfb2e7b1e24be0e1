/* SPDX-License-Identifier: MIT
 * The harness of the adapters' tests: checks that print file, line and expression, through printf.
 * Each file asks one question about the malloc that is linked to this program. */
#ifndef TESTS_ADAPTERS_H
#define TESTS_ADAPTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHECK(condition) adapters_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQ(actual, expected) \
	adapters_equal((long)(actual), (long)(expected), #actual, __FILE__, __LINE__)

bool adapters_check(bool holds, const char *what, const char *file, int line);
bool adapters_equal(long actual, long expected, const char *what, const char *file, int line);

/* The call returns NULL and sets errno to `error`. */
#define REFUSED(call, error)            \
	do {                            \
		errno = 0;              \
		CHECK((call) == NULL);  \
		CHECK_EQ(errno, error); \
	} while (0)

/* More than any arena. */
#define TOO_LARGE ((size_t)PTRDIFF_MAX)

/* The bytes that the live blocks take now. */
size_t adapters_live(void);

void fill(void *block, size_t bytes, unsigned seed);
bool holds(const void *block, size_t bytes, unsigned seed);

#endif
