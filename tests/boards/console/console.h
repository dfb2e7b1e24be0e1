/* SPDX-License-Identifier: MIT
 * Each function returns what is wrong, or NULL. */
#ifndef TESTS_CONSOLE_H
#define TESTS_CONSOLE_H

/* Two heaps, one in each kind of RAM, side by side. */
const char *heaps_check(void);

/* An interrupt that the processor takes after the store that locks. */
const char *late_check(void);

#endif
