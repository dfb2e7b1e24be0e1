/* SPDX-License-Identifier: MIT
 * Instructions of single calls. A call is described, not made: a function without arguments but
 * one, prepared before each measurement by another that does not count. */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H

#include <stdint.h>

struct call {
	const char *name;
	uintptr_t (*prepare)(void); /* its result is the argument; NULL: none */
	uintptr_t (*function)(uintptr_t);
	void (*after)(uintptr_t result); /* NULL: nothing to tidy up */
};

/* Measure `times` times, and print a row: name, least, median, most. */
void measure(const struct call *call, uint32_t times);

void measure_pools(void);
void measure_naive(void);
void measure_packed(void);

/* A function without arguments, or without a result, as the ruler calls it. */
#define CALL(function) ((uintptr_t(*)(uintptr_t))(uintptr_t)(function))

/* The function must exist, whatever the compiler thinks of it. */
#define MEASURED static __attribute__((noinline))

#endif
