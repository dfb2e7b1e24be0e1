/* SPDX-License-Identifier: MIT
 * The ledger keeps what a tracer is told: the blocks that are live by its account. It notes an
 * event that is impossible, with the line that found it. Every call takes the port's lock, which
 * nests. */
#ifndef TRACE_LEDGER_H
#define TRACE_LEDGER_H

#include <stddef.h>
#include <stdint.h>

#define LEDGER_BLOCKS 64

struct ledger_block {
	const void *block; /* NULL: a free entry */
	size_t size;
	uint32_t origin; /* a tag, or a caller */
};

struct ledger {
	struct ledger_block block[LEDGER_BLOCKS];
	uint32_t allocations;
	uint32_t frees;
	uint32_t refusals;
	uint32_t faults;
	uint32_t heaps;
	uint32_t open; /* requests that began and did not end */
	int wrong;     /* the line of ledger.c that found an impossible event; 0: none */
};

extern struct ledger ledger;

void ledger_heap(void);
void ledger_begin(void);
void ledger_end(void);
void ledger_alloc(const void *block, size_t size, uint32_t origin);

/* `size` is SIZE_MAX if the tracer is not told it. */
void ledger_free(const void *block, size_t size);
void ledger_refused(void);
void ledger_fault(void);

/* The entry of a live block; NULL if there is none. */
const struct ledger_block *ledger_find(const void *block);

/* The functions of a listener (own/, sysview/, freertos/). */

/* Is what the listener was told of a block right? */
struct tarn_block;
int told_rightly(const struct ledger_block *told, const struct tarn_block *block);

/* A test of the listener's own, before the traffic. */
int told_also(void);

/* Is the listener told of heaps, and of faults? */
extern const int told_heaps, told_faults;

#endif
