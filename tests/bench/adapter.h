/* SPDX-License-Identifier: MIT
 * What the bench asks of an allocator. One file implements this for each (adapters/), and
 * a build links one of them. The calls to be measured are described, not made: whoever
 * measures makes them, so that no adapter code is counted. */
#ifndef BENCH_ADAPTER_H
#define BENCH_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "load.h"
#include "ruler.h"

/* The column `allocator`. */
extern const char adapter_name[];

/* The ways to set the allocator up: the column `config`. NULL behind the last. */
extern const char *const adapter_configs[];

/* Make a heap of `bytes` at `arena`, set up as `config` is for `kind`. False: this config does
 * not serve that workload, or not in so small an arena. */
bool adapter_start(uint32_t config, enum load_kind kind, void *arena, uint32_t bytes);

/* Static RAM of the allocator outside the arena, for the memory figures. */
uint32_t adapter_ram(void);

/* The allocator takes memory by so many bytes, and what an arena has beyond a multiple of them is lost
 * to it: 1 where it takes whatever there is. */
uint32_t adapter_step(void);

void adapter_malloc(struct ruler_call *call, uint32_t size);
void adapter_free(struct ruler_call *call, void *block);
void adapter_realloc(struct ruler_call *call, void *block, uint32_t size);

/* Describe the call that sets up a heap: of 16 classes, or of those that the config has. */
bool adapter_init(struct ruler_call *call, uint32_t config, void *arena, uint32_t bytes);

/* Where a request is served. An allocator of one zone has PLACE_ONLY throughout. */
enum place {
	PLACE_ONLY,
	PLACE_POOL,   /* the pool of the request's own class */
	PLACE_LARGER, /* another pool */
	PLACE_COMMONS
};

/* Called before a request of `size` bytes, and after it was served. */
void adapter_before(uint32_t size);
enum place adapter_place(uint32_t size);

/* For each pool: ask for `size` bytes `blocks` times, and every one of its blocks was handed
 * out once. False behind the last. */
bool adapter_pool(uint32_t index, uint32_t *size, uint32_t *blocks);

/* A heap at `arena` all of whose pools' blocks are live, and whose pools meet within the memory that one
 * word of metadata describes: describe the free of another block of such a place. For `index` 0 the
 * heap is made. False past the last, and of an allocator without pools. */
bool adapter_meeting(struct ruler_call *call, uint32_t config, uint32_t index, void *arena,
		     uint32_t bytes);

/* Other calls of the allocator, told apart by the column `op`; false behind the last. The
 * same index is asked again as long as the result of its call is not 0 (a walk). */
bool adapter_audit(struct ruler_call *call, uint32_t index, bool first, const char **op);

/* Bytes of the arena that the heap that is there can never hand out; in `fixed`, what the
 * allocator takes whatever the arena's size, its static RAM included. */
uint32_t adapter_metadata(uint32_t *fixed);

#endif
