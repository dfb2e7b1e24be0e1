/* SPDX-License-Identifier: MIT
 * Arguments of test programs: words of the form name=value, the same on the host and through
 * semihosting. What is malformed is one line on the console and exit status 2. */
#ifndef TESTS_SUPPORT_ARGS_H
#define TESTS_SUPPORT_ARGS_H

#include <stdint.h>

/* The number behind `name=`: decimal, 0x hexadecimal, or decimal with K, M or G (times 1024);
 * `otherwise` where the name is not given. The last one given counts. */
uint64_t arg_u64(int argc, char **argv, const char *name, uint64_t otherwise);

/* The text behind `name=`. */
const char *arg_text(int argc, char **argv, const char *name, const char *otherwise);

/* Refuse every argument whose name is not in `names` (separated by single spaces): a misspelt
 * one must not be silently without effect. */
void args_only(int argc, char **argv, const char *names);

/* Print `error: about: text` and exit with status 2. */
_Noreturn void args_refuse(const char *about, const char *text);

/* Print `error: about=given: unknown; there are: ...`, the names from name_of(0) on up to a NULL, and exit
 * with status 2. */
_Noreturn void args_refuse_name(const char *about, const char *given,
				const char *(*name_of)(uint32_t));

/* Are the two texts equal? */
int text_equal(const char *a, const char *b);

#endif
