/* SPDX-License-Identifier: MIT
 * Scenes: one heap whose arena is divided anew between levels of a game, with another table each
 * time.
 *
 *   struct tarn_scene scene;
 *   tarn_scene_start(&scene, &heap, arena, sizeof(arena));
 *   music_open_at(&music, tarn_scene_keep(&scene, 8, bytes), bytes);  // survives every level
 *   tarn_scene_begin(&scene, &forest_table, NULL, console, NULL);
 *   ...
 *   tarn_scene_begin(&scene, &castle_table, NULL, console, NULL);     // or says who leaked
 *
 * Context: the main program, while no other context uses the heap, or opens or closes pools. */
#ifndef TARN_SCENE_H
#define TARN_SCENE_H

#include "tarn_object.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* The fields are private. */
struct tarn_scene {
	struct tarn_heap *heap;
	unsigned char *arena;
	size_t bytes; /* of the arena, without what tarn_scene_keep took at its end */
	const struct tarn_table *table;
};

/* Sets the heap and the arena of the scenes. It does not divide the arena yet. */
void tarn_scene_start(struct tarn_scene *scene, struct tarn_heap *heap, void *arena, size_t bytes);

/* Takes memory from the end of the arena for all scenes: for persistent pools, by their
 * NAME_open_at.
 *
 *   returns  `bytes` at a multiple of `alignment`. NULL iff `alignment` is no power of two, the
 *            arena has not so much, or a scene has begun. In a scene the heap has the arena: call
 *            tarn_scene_end first */
TARN_MUST_USE void *tarn_scene_keep(struct tarn_scene *scene, size_t alignment, size_t bytes)
	TARN_TOLD_(__nonnull__(1), __alloc_size__(3)) TARN_ALIGNS_(2, alignment);

enum tarn_scene_status {
	TARN_SCENE_OK,
	TARN_SCENE_LIVE,       /* objects or blocks are live, which were printed to the sink */
	TARN_SCENE_PERSISTENT, /* a persistent pool stands on the heap itself */
	TARN_SCENE_TABLE,      /* tarn_init refuses the table (see `why`), or no heap is given */
	TARN_SCENE_OVERLAP     /* the arena is another heap's, or a pool's (TARN_OVERLAP) */
};

/* Ends the scene, if nothing is live. Then it resets the pools, closes those that stand on the
 * heap, and takes the heap off the registry. Otherwise it changes nothing, and prints to `sink`
 * (unless NULL):
 *
 *   - a line for each pool with objects in use, if it is on this heap or on no heap, and not
 *     persistent. From level 2 on also a line for each of these objects
 *   - a line for each live block of the heap that is not a pool's own memory. A block that a `once`
 *     hook allocated counts, if its pool stays open
 *   - a line of sums */
TARN_MUST_USE enum tarn_scene_status tarn_scene_end(struct tarn_scene *scene, tarn_sink *sink,
						    void *context);

/* The same, but it ends the scene even if something is live (not with TARN_SCENE_PERSISTENT). It
 * prints what is live. Then it resets the pools, whose reset hooks run, and forgets the blocks.
 * Before the call, close a pool that was opened on such a block by NAME_open_at, and destroy a
 * packed array on one. */
TARN_MUST_USE enum tarn_scene_status tarn_scene_end_forced(struct tarn_scene *scene,
							   tarn_sink *sink, void *context);

/* Ends the scene, if one has begun, and divides the arena by `table`, or by tarn_table_default for
 * NULL. If tarn_init refuses the
 * table or the arena, no scene has begun. */
TARN_MUST_USE enum tarn_scene_status tarn_scene_begin(struct tarn_scene *scene,
						      const struct tarn_table *table,
						      struct tarn_misfit *why, tarn_sink *sink,
						      void *context);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
