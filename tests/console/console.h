/* SPDX-License-Identifier: MIT
 * Each says what is not as it must be, or NULL. */
#ifndef TESTS_CONSOLE_H
#define TESTS_CONSOLE_H

/* Two heaps, one in each kind of RAM, side by side. */
const char *heaps_check(void);

/* An interrupt that the processor takes behind the store that locks. */
const char *late_check(void);

#endif
