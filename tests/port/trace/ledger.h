/* SPDX-License-Identifier: MIT
 * The ledger keeps what a tracer is told: the blocks that are live by its account. It notes an
 * event that is impossible. Every call takes the port's lock, which nests. */
#ifndef TRACE_LEDGER_H
#define TRACE_LEDGER_H

#include <stddef.h>
#include <stdint.h>

struct ledger_block {
	const void *block; /* NULL: a free entry */
	size_t size;
	uint32_t origin; /* a tag, or a caller */
};

struct ledger {
	struct ledger_block block[64];
	uint32_t allocations;
	uint32_t frees;
	uint32_t refusals;
	uint32_t faults;
	uint32_t heaps;
	int wrong; /* the line of traffic.c that found an impossible event; 0: none */
};

extern struct ledger ledger;

void ledger_alloc(const void *block, size_t size, uint32_t origin);

/* `size` is SIZE_MAX if the tracer is not told it. */
void ledger_free(const void *block, size_t size);
void ledger_refused(void);

/* The entry of a live block; NULL if there is none. */
struct ledger_block *ledger_find(const void *block);

/* The functions of a listener (sysview/, freertos/). */

/* Is what the listener was told of a block right? */
struct tarn_block;
int told_rightly(const struct ledger_block *told, const struct tarn_block *block);

/* A test of the listener's own, before the traffic. */
int told_also(void);

/* Is the listener told of heaps, and of faults? */
extern const int told_all;

#endif
