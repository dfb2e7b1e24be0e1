/* SPDX-License-Identifier: MIT
 * Instructions of single calls. A call is described, not made: a function without arguments but
 * one, prepared before each measurement by another that does not count. */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H

#include <stdbool.h>
#include <stdint.h>

struct call {
	const char *name;
	uintptr_t (*prepare)(void); /* its result is the argument; NULL: none */
	uintptr_t (*function)(uintptr_t);
	void (*after)(uintptr_t result); /* NULL: nothing to tidy up */
};

/* Measure `times` times, and print a row: name, the most instructions. */
void measure(const struct call *call, uint32_t times);
void measure_all(const struct call *calls, uint32_t n, uint32_t times);
/* A call that takes now more, now less: and a row of the median. */
void measure_spread(const struct call *call, uint32_t times);

void measure_pools(void);
void measure_table(void);
void measure_hand(void);
void measure_naive(void);
void measure_packed(void);
void measure_columns(void);

/* A function without arguments, or without a result, as the ruler calls it. */
#define CALL(function) ((uintptr_t(*)(uintptr_t))(uintptr_t)(function))

/* The function must exist, whatever the compiler thinks of it. */
#define MEASURED static __attribute__((noinline))

#endif
