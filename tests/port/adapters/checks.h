/* SPDX-License-Identifier: MIT
 * Checks, which are counted and go on after a failure. (On a host, tests/port/hostlib ends at the
 * first one.) */
#ifndef TESTS_ADAPTERS_CHECKS_H
#define TESTS_ADAPTERS_CHECKS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CHECK(condition) adapters_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQ(actual, expected) \
	adapters_equal((long)(actual), (long)(expected), #actual, __FILE__, __LINE__)

/* Each returns whether it holds. */
bool adapters_check(bool holds, const char *what, const char *file, int line);
bool adapters_equal(long actual, long expected, const char *what, const char *file, int line);

/* Prints how many there were. Returns the status of the program. */
int adapters_verdict(const char *program);

#ifdef __cplusplus
}
#endif

#endif
