/* SPDX-License-Identifier: MIT
 * Arguments of test programs: words of the form name=value, on the host and through semihosting. A
 * malformed argument prints one line on the console and exits with status 2. */
#ifndef TESTS_SUPPORT_ARGS_H
#define TESTS_SUPPORT_ARGS_H

#include <stdint.h>

/* The number after `name=`: decimal, 0x hexadecimal, or decimal with K, M or G (times 1024).
 * `otherwise` if the name is not given. If it is given more than once, the last one counts. */
uint64_t arg_u64(int argc, char **argv, const char *name, uint64_t otherwise);

/* The text after `name=`. */
const char *arg_text(int argc, char **argv, const char *name, const char *otherwise);

/* Refuse every argument whose name is not in `names` (separated by single spaces). Otherwise a
 * misspelt name would silently have no effect. */
void args_only(int argc, char **argv, const char *names);

/* Print `error: about: text` and exit with status 2. */
_Noreturn void args_refuse(const char *about, const char *text);

/* Print `error: about=given: unknown; there are: ...` with the names name_of(0), name_of(1) and so
 * on until a NULL. Exit with status 2. */
_Noreturn void args_refuse_name(const char *about, const char *given,
				const char *(*name_of)(uint32_t));

/* Are the two texts equal? */
int text_equal(const char *a, const char *b);

#endif
