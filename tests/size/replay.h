/* SPDX-License-Identifier: MIT
 * Tarn itself replays a trace: on the host, where each call's outcome is that of the target. */
#ifndef SIZE_REPLAY_H
#define SIZE_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn.h"
#include "trace.h"

/* Of a class, or of the commons. */
struct replay_class {
	uint64_t requests; /* blocks asked for whose size is of this class */
	uint64_t served;   /* of them here */
	uint64_t refused;
	uint32_t peak; /* blocks; of the commons bytes */
};

/* A moment. */
struct replay_moment {
	uint32_t operation;
	uint32_t requested; /* bytes live, as they were asked for */
	uint32_t blocks;    /* bytes of the blocks that hold them */
	uint32_t idle;      /* bytes of free blocks of pools */
};

struct replay_counts {
	uint64_t calls;
	uint64_t pool_calls; /* served by a pool alone: of a realloc the old block and the new */
	uint64_t refused;
	uint32_t first_refused; /* operation */
	uint32_t largest_refused;
	struct replay_class class[TARN_CLASSES_MAX + 1];
	struct replay_moment peak; /* when most bytes were asked for and live */
	uint32_t metadata;
	uint32_t pools;
	uint32_t commons;
};

/* Called behind each operation: `served` is the class that the operation's block lies in, or lay in. */
typedef void replay_watcher(void *context, const struct trace_operation *operation, uint32_t served,
			    const struct replay_moment *now);

/* No table is for a smaller arena (TARN_TABLE_FITS()): here it fits none. */
#define ARENA_MIN 256

/* Room for arenas of up to `bytes`, whose start is a multiple of `align`, and for the blocks of
 * traces of up to `ids`. Once, before anything else. */
void replay_room(uint32_t bytes, uint32_t align, uint32_t ids);

/* Replay in an arena of `bytes`, to the first refusal. True iff there was none. */
bool replay(const struct trace *trace, const struct tarn_table *table, uint32_t bytes);

/* The same to the end, whatever is refused (a realloc that is leaves its block as it is), and
 * count. False: the table does not fit. `watcher` may be NULL. */
bool replay_count(const struct trace *trace, const struct tarn_table *table, uint32_t bytes,
		  struct replay_counts *counts, replay_watcher *watcher, void *context);

/* tarn_report_map() of the arena, for a watcher. */
void replay_map(tarn_sink *sink, void *context);

/* What a table leaves of an arena for the commons. False: it does not fit. */
bool replay_divides(const struct tarn_table *table, uint32_t bytes, uint32_t *commons);

#endif
