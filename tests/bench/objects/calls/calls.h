/* SPDX-License-Identifier: MIT
 * Instructions of single calls. A struct describes a call: a function with at most one argument,
 * and another function that prepares the argument and is not counted. */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H

#include <stdbool.h>
#include <stdint.h>

struct call {
	const char *name;
	uintptr_t (*prepare)(void); /* returns the argument; NULL: no argument */
	uintptr_t (*function)(uintptr_t);
	void (*after)(uintptr_t result); /* cleans up; may be NULL */
};

/* Measure a call `times` times, and print a row with the most instructions. */
void measure(const struct call *call, uint32_t times);
void measure_all(const struct call *calls, uint32_t n, uint32_t times);
/* The same for a call whose count varies; prints a row with the median, too. */
void measure_spread(const struct call *call, uint32_t times);

void measure_pools(void);
void measure_table(void);
void measure_hand(void);
void measure_naive(void);
void measure_packed(void);
void measure_columns(void);

/* Casts any function to the type that the ruler calls. */
#define CALL(function) ((uintptr_t(*)(uintptr_t))(uintptr_t)(function))

/* A measured function must not be inlined. */
#define MEASURED static __attribute__((noinline))

#endif
