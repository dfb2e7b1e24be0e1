/* SPDX-License-Identifier: MIT
 * Tarn replays a trace on the host. Each call has the same outcome as on the target. */
#ifndef SIZE_REPLAY_H
#define SIZE_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn.h"
#include "trace.h"

/* Of a class, or of the commons. */
struct replay_class {
	uint64_t requests; /* requests for sizes of this class */
	uint64_t served;   /* of these, served by this class */
	uint64_t refused;
	uint32_t peak; /* in blocks; of the commons in bytes */
};

/* A moment of the replay. */
struct replay_moment {
	uint32_t operation;
	uint32_t requested; /* requested bytes of live blocks */
	uint32_t blocks;    /* bytes of the blocks that hold them */
	uint32_t idle;      /* bytes of free blocks of pools */
};

struct replay_counts {
	uint64_t calls;
	uint64_t pool_calls; /* served by pools; of a realloc the old block and the new one */
	uint64_t refused;
	uint32_t first_refused; /* operation */
	uint32_t largest_refused;
	struct replay_class class[TARN_CLASSES_MAX + 1];
	struct replay_moment peak; /* the moment with the most requested bytes */
	uint32_t metadata;
	uint32_t pools;
	uint32_t commons;
};

/* Called after each operation. `served` is the class of the operation's block, freed or live. */
typedef void replay_watcher(void *context, const struct trace_operation *operation, uint32_t served,
			    const struct replay_moment *now);

/* TARN_TABLE_FITS() accepts no smaller arena, so the replay fits no table into one. */
#define ARENA_MIN 256

/* Reserves memory for arenas of up to `bytes` that start at a multiple of `align`, and for the
 * blocks of traces with up to `ids`. Call it once, before the others. */
void replay_room(uint32_t bytes, uint32_t align, uint32_t ids);

/* Replay in an arena of `bytes` until the first refusal. Returns true if there was none. */
bool replay(const struct trace *trace, const struct tarn_table *table, uint32_t bytes);

/* Replay to the end and count, also after refusals. A refused realloc leaves its block as it is.
 * Returns false if the table does not fit. `watcher` may be NULL. */
bool replay_count(const struct trace *trace, const struct tarn_table *table, uint32_t bytes,
		  struct replay_counts *counts, replay_watcher *watcher, void *context);

/* Calls tarn_report_map() for the arena. For watchers. */
void replay_map(tarn_sink *sink, void *context);

/* Sets `commons` to the bytes that a table leaves for them. Returns false if it does not fit. */
bool replay_divides(const struct tarn_table *table, uint32_t bytes, uint32_t *commons);

#endif
