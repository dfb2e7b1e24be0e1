/* SPDX-License-Identifier: MIT
 * Checked accesses: each load and store of the program's files asks Tarn whether the program may
 * touch these bytes. What may not be touched is a fault at that instruction, not when the block is
 * freed. It needs no shadow: the heap already knows where each block lies.
 *
 *   make run PROGRAM=my/game ACCESS=1
 *
 * GCC turns each access into a call, with the flags in port/tool/access/flags. access.c beside it
 * has those calls. Only files that are compiled with the flags are checked. Tarn's own refuse them.
 *
 * What may be touched:
 *
 *   outside   every address that is neither in a heap's arena nor in an open object pool
 *   a block   from its start to the requested size, from level 2 on; at level 1 to the end of its
 *             last granule
 *   a pool    an object in use, to its size. While a hook of the pool runs, any object
 *
 * A packed array on a heap is one block: an access to an inactive element is not noticed.
 *
 * The fault is TARN_FAULT_OVERRUN next to what is live, TARN_FAULT_USE_AFTER_FREE where a block or
 * an object was, TARN_FAULT_WILD elsewhere. Its `pointer` is the first byte that is touched, its
 * `caller` the instruction after the access. It is counted in the heap. If the handler returns, the
 * program goes on, and touches the bytes. Each instruction is told once for a block, while it is
 * among the last eight that were. */
#ifndef TARN_ACCESS_H
#define TARN_ACCESS_H

#include "tarn.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What lies around an address. */
enum tarn_around {
	TARN_AROUND_NOTHING, /* no heap, no pool */
	TARN_AROUND_LIVE,    /* a live block or object, or its slack, record or padding */
	TARN_AROUND_WAITS,   /* a block that was freed, and that no request can get yet */
	TARN_AROUND_FREE,    /* a free block, or a free run of the commons, or an idle object */
	TARN_AROUND_TARN     /* what no block was yet, or Tarn's own words */
};

struct tarn_place {
	void *start;            /* of the block, run or object; or NULL. For TARN in a pool it is
				 * the pool's last block that was handed out */
	size_t size;            /* bytes that its owner may use, or had; of a free run, all */
	struct tarn_heap *heap; /* that has it; NULL: a pool on other memory */
	const char *name;       /* of the pool of objects; or NULL */
	uint32_t owner;         /* level 3: the low 32 bits of who got a block; else 0 */
};

/* Tells what lies around any address, NULL included.
 *
 *   cost     a step for each heap; for a block 40 to 90 instructions more. The first time that it
 *            meets a run of more than 32 granules, a step for each 32
 *   context  any, interrupt handlers included. It takes no lock. About memory that another context
 *            allocates or frees meanwhile it tells what was, or what will be */
enum tarn_around tarn_around(const void *address, struct tarn_place *place);
/* The same of the open object pools. An object is LIVE or FREE. */
enum tarn_around tarn_object_around(const void *address, struct tarn_place *place);

/* An access that was refused. */
struct tarn_access {
	const void *address; /* of its first byte */
	size_t bytes;
	bool writes;
	void *instruction; /* the one after it */
	enum tarn_around around;
	struct tarn_place place; /* if it ends where a live block begins, that block's */
};

/* Judges an access of `bytes`, 1 or more, and raises the fault. The compiler's calls end here. A
 * program may ask, too, for what no compiler sees: the buffer that a DMA is about to fill.
 *
 *   instruction  what the fault names
 *   cost         as tarn_around, and a step for each open object pool
 *   context      as tarn_around; the fault handler runs in that of the access */
void tarn_check_access(const void *address, size_t bytes, bool writes, void *instruction);

/* For a fault handler: the access that this fault is about. NULL: it is about a call of Tarn. What
 * it points at holds until the handler returns. */
const struct tarn_access *tarn_access_of(const struct tarn_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
