/* SPDX-License-Identifier: MIT
 * Tarn replays a trace on the host. Each call has the same outcome as on the target. */
#ifndef SIZE_REPLAY_H
#define SIZE_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn.h"
#include "trace.h"

struct replay_counts {
	uint64_t pool_calls; /* served by pools; of a realloc the old block and the new one */
	uint64_t refused;
	uint32_t first_refused; /* operation */
	uint32_t largest_refused;
	uint32_t peak[TARN_CLASSES_MAX + 1]; /* of each class, in blocks; of the commons in bytes */
};

/* Called after each operation. */
typedef void replay_watcher(void *context, uint32_t operation);

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
