/* SPDX-License-Identifier: MIT
 * A minimal allocator, which stands for the checkout of another one: tests/bench/adapters/check. */
#ifndef BUMP_H
#define BUMP_H

#include <stddef.h>

struct bump {
	char *next;
	char *end;
};

void bump_init(struct bump *bump, void *memory, size_t bytes);
void *bump_take(struct bump *bump, size_t size);
void bump_give(struct bump *bump, void *block); /* does nothing */

#endif
