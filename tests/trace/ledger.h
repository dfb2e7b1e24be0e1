/* SPDX-License-Identifier: MIT
 * What a tracer is told, kept: the blocks that live by its account. What cannot be is noted, with the
 * line that found it. Every call takes the port's lock, which nests. */
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
	int wrong;     /* a line of ledger.c; 0: nothing */
};

extern struct ledger ledger;

void ledger_heap(void);
void ledger_begin(void);
void ledger_end(void);
void ledger_alloc(const void *block, size_t size, uint32_t origin);

/* `size` SIZE_MAX: the tracer is not told. */
void ledger_free(const void *block, size_t size);
void ledger_refused(void);
void ledger_fault(void);

/* The entry of a block that lives; NULL: there is none. */
const struct ledger_block *ledger_find(const void *block);

/* What the way of telling (own/, sysview/, freertos/) knows of a block of the heap's: is it so? */
struct tarn_block;
int told_rightly(const struct ledger_block *told, const struct tarn_block *block);

/* What else this way has to show, before the traffic. */
int told_also(void);

/* Is this way told of heaps, and of faults? */
extern const int told_heaps, told_faults;

#endif
