/* SPDX-License-Identifier: MIT
 * Scenes: one heap whose arena is carved anew between levels, by another table each time.
 *
 *   struct tarn_scene scene;
 *   tarn_scene_start(&scene, &heap, arena, sizeof(arena));
 *   music_open_at(&music, tarn_scene_keep(&scene, 8, bytes), bytes);  // survives every level
 *   tarn_scene_begin(&scene, &forest_table, NULL, console, NULL);
 *   ...
 *   tarn_scene_begin(&scene, &castle_table, NULL, console, NULL);     // or says who leaked
 *
 * Context: the main program's, while no other context uses the heap or opens and closes pools. */
#ifndef TARN_SCENE_H
#define TARN_SCENE_H

#include "tarn_object.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* Leave the fields alone. */
struct tarn_scene {
	struct tarn_heap *heap;
	unsigned char *arena;
	size_t bytes; /* without what is kept at its end */
	const struct tarn_table *table;
};

/* Say which heap and which arena; carves nothing yet. */
void tarn_scene_start(struct tarn_scene *scene, struct tarn_heap *heap, void *arena, size_t bytes);

/* Memory from the arena's end that is no scene's: for persistent pools, by their NAME_open_at. At
 * `align`. NULL iff that is no power of two, or there is not so much, or a scene has begun: the heap
 * has the rest (tarn_scene_end comes first). */
TARN_MUST_USE void *tarn_scene_keep(struct tarn_scene *scene, size_t align, size_t bytes);

enum tarn_scene_status {
	TARN_SCENE_OK,
	TARN_SCENE_LIVE,       /* somebody still has something: told to the sink */
	TARN_SCENE_PERSISTENT, /* a persistent pool stands on the heap itself, and cannot survive */
	TARN_SCENE_TABLE,      /* tarn_init refuses the table; `why` says why */
	TARN_SCENE_OVERLAP     /* the arena is another heap's, or a pool's (TARN_OVERLAP) */
};

/* End the scene: what is live is told to `sink` (unless NULL), a line for each pool that has
 * objects in use (all of the heap's and those on memory of their own, but not the persistent ones)
 * and for each block of the heap that is no pool's (also what the `once` of a pool that stays open
 * has), and one of sums. While there is any, nothing else happens. Otherwise the pools that stand
 * on the heap are closed, and the heap is off the registry. */
TARN_MUST_USE enum tarn_scene_status tarn_scene_end(struct tarn_scene *scene, tarn_sink *sink,
						    void *context);

/* The same, but what is live is told and then reset: objects by their pools (their reset hooks
 * run), blocks by being forgotten. Whatever stood on such a block is then the program's to forget:
 * a pool that was opened with NAME_open_at on one is to be closed before, a packed array
 * destroyed. */
TARN_MUST_USE enum tarn_scene_status tarn_scene_end_forced(struct tarn_scene *scene,
							   tarn_sink *sink, void *context);

/* End the scene, if one has begun, and carve the arena by `table`. When the table is refused, no
 * scene has begun, nor when the arena overlaps. */
TARN_MUST_USE enum tarn_scene_status tarn_scene_begin(struct tarn_scene *scene,
						      const struct tarn_table *table,
						      struct tarn_misfit *why, tarn_sink *sink,
						      void *context);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
