/* SPDX-License-Identifier: MIT
 * What the bench asks of an allocator. Each allocator has an adapter (adapters/), which implements
 * this header. A build links one of them. An adapter describes the calls to be measured and does
 * not make them, so none of its own code is counted. */
#ifndef BENCH_ADAPTER_H
#define BENCH_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "load.h"
#include "../../port/tool/ruler/ruler.h"

/* The column `allocator`. */
extern const char adapter_name[];

/* The ways to set the allocator up: the column `config`. NULL ends the list. */
extern const char *const adapter_configs[];

/* Make a heap of `bytes` at `arena`, set up as `config` for the workload `kind`. Returns false if
 * this config does not serve that workload, or not in an arena of this size. */
bool adapter_start(uint32_t config, enum load_kind kind, void *arena, uint32_t bytes);

/* Static RAM of the allocator outside the arena, for the memory figures. */
uint32_t adapter_ram(void);

void adapter_malloc(struct ruler_call *call, uint32_t size);
void adapter_free(struct ruler_call *call, void *block);
void adapter_realloc(struct ruler_call *call, void *block, uint32_t size);

/* Describe the call that sets up a heap: with 16 classes, or with those of the config. */
bool adapter_init(struct ruler_call *call, uint32_t config, void *arena, uint32_t bytes);

/* Where a request is served. An allocator of one zone always answers PLACE_ONLY. */
enum place {
	PLACE_ONLY,
	PLACE_POOL,   /* the pool of the request's own class */
	PLACE_LARGER, /* another pool */
	PLACE_COMMONS
};

/* Called before a request of `size` bytes, and after it was served. */
void adapter_before(uint32_t size);
enum place adapter_place(uint32_t size);

/* `blocks` requests of `size` bytes hand out every block of pool `index` once. Returns false past
 * the last pool. */
bool adapter_pool(uint32_t index, uint32_t *size, uint32_t *blocks);

/* Describe the free of the next block that lies where two pools meet within the memory of one
 * metadata word. `index` 0 first makes a heap at `arena` in which pools meet so, and all blocks of
 * the pools are live. Returns false past the last block, and if the allocator has no pools. */
bool adapter_meeting(struct ruler_call *call, uint32_t config, uint32_t index, void *arena,
		     uint32_t bytes);

/* Describe other calls of the allocator: the column `op` names each. Returns false past the last.
 * The bench asks for the same index again while the result of its call is not 0 (a walk). */
bool adapter_audit(struct ruler_call *call, uint32_t index, bool first, const char **op);

/* Returns the bytes of the arena that the current heap can never hand out. */
uint32_t adapter_metadata(void);

#endif
