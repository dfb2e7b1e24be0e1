/* SPDX-License-Identifier: MIT
 * Counts instructions of single calls, in C and of their twins in C++. in_c.c and in_cxx.cc each
 * define every row: the same name, the same objects, the same state before the call. */
#ifndef TESTS_CXX_COUNTS_H
#define TESTS_CXX_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#define OBJECTS 16
#define HUNDRED 100

#ifdef __cplusplus
extern "C" {
#endif

struct row {
	const char *name;
	uintptr_t (*prepare)(void); /* its result is the argument; NULL: none */
	void *function;
	void (*after)(uintptr_t result); /* NULL: nothing to tidy up */
};

/* The row with this number, of each language. NULL after the last. */
const struct row *c_row(uint32_t i);
const struct row *cxx_row(uint32_t i);

struct particle {
	int32_t frames_left;
	int32_t x, y, dx, dy;
};

#ifdef __cplusplus
}
#endif

#endif
