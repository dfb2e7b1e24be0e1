/* SPDX-License-Identifier: MIT
 * Scenes: carve a heap anew when nothing of it is live. */
#include "../heap/owner.h"
#include "object.h"
#include "tarn_scene.h"
#include "../audit/text.h"

ASKS(tarn_scene_begin);

void tarn_scene_start(struct tarn_scene *scene, struct tarn_heap *heap, void *arena, size_t bytes)
{
	if (!scene)
		return;
	scene->heap = heap;
	scene->arena = arena;
	scene->bytes = arena ? bytes : 0;
	scene->table = NULL;
}

void *tarn_scene_keep(struct tarn_scene *scene, size_t align, size_t bytes)
{
	uintptr_t end;
	uintptr_t kept;

	if (!scene || !scene->arena || scene->table || bytes > scene->bytes || align & (align - 1))
		return NULL;
	end = (uintptr_t)scene->arena + scene->bytes;
	kept = (end - bytes) & ~(uintptr_t)(align - 1);
	if (kept < (uintptr_t)scene->arena)
		return NULL;
	scene->bytes = kept - (uintptr_t)scene->arena;
	return scene->arena + scene->bytes;
}

/* ---- Who is live -------------------------------------------------------------------------- */

/* Does the scene end this pool? It does if the pool is of this heap or of no heap. */
static bool concerned(const struct tarn_scene *scene, const struct tarn_object_pool *pool)
{
	const struct tarn_heap *heap = pool_heap(pool);

	return !persistent(pool) && (!heap || heap == scene->heap);
}

/* Do its own slots, or its overflow chunks, lie in the heap? */
static bool stands_on(const struct tarn_object_pool *pool, const struct tarn_heap *heap)
{
	return pool_heap(pool) == heap && (pool_memory(pool) || part_next(pool, &pool->part));
}

static bool block_of_pool(const struct tarn_object_pool *pool, const void *block)
{
	const struct tarn_object_part *part = part_next(pool, &pool->part);

	if (pool_memory(pool) == block)
		return true;
	while (part && part != block)
		part = part_next(pool, part);
	return part;
}

static bool block_of_any(const struct tarn_heap *heap, const void *block)
{
	const struct tarn_object_pool *pool = tarn_object_pool_first();

	while (pool && !(pool_heap(pool) == heap && block_of_pool(pool, block)))
		pool = tarn_object_pool_next(pool);
	return pool;
}

static uint32_t objects_tell(const struct tarn_scene *scene, const struct text *text,
			     uint32_t *bytes)
{
	struct tarn_object_pool *pool = tarn_object_pool_first();
	uint32_t objects = 0;

	for (; pool; pool = tarn_object_pool_next(pool)) {
		uint32_t live = concerned(scene, pool) ? tarn_object_count(pool) : 0;

		if (live)
			leak_tell(pool, live, text);
		objects += live;
		*bytes += live * pool->type->size;
	}
	return objects;
}

static uint32_t blocks_tell(const struct tarn_scene *scene, const struct text *text,
			    uint32_t *bytes)
{
	struct tarn_block block;
	uint32_t blocks = 0;

	block.pointer = NULL; /* tarn_walk sets the rest */
	while (tarn_walk(scene->heap, &block)) {
		if (block_of_any(scene->heap, block.pointer))
			continue;
		blocks++;
		*bytes += block.requested;
		text_hex(text, "live block ", (uintptr_t)block.pointer);
		text_number(text, " bytes=", block.requested);
#if TARN_HARDEN >= 3
		text_hex(text, " owner=", block.owner);
#endif
		text_put(text, "\n");
	}
	return blocks;
}

static void silent(void *context, const char *text, size_t length)
{
	(void)context, (void)text, (void)length;
}

/* Prints what is live. Returns whether anything is. */
static bool live_tell(const struct tarn_scene *scene, tarn_sink *sink, void *context)
{
	const struct text text = {sink ? sink : silent, context};
	uint32_t bytes = 0;
	uint32_t objects = objects_tell(scene, &text, &bytes);
	uint32_t blocks = blocks_tell(scene, &text, &bytes);

	if (objects == 0 && blocks == 0)
		return false;
	text_number(&text, "live objects=", objects);
	text_number(&text, " blocks=", blocks);
	text_number(&text, " bytes=", bytes);
	text_put(&text, "\n");
	return true;
}

/* ---- Ending and beginning ----------------------------------------------------------------- */

static bool persistent_stands(const struct tarn_scene *scene, tarn_sink *sink, void *context)
{
	const struct text text = {sink ? sink : silent, context};
	const struct tarn_object_pool *pool = tarn_object_pool_first();

	while (pool && !(persistent(pool) && stands_on(pool, scene->heap)))
		pool = tarn_object_pool_next(pool);
	if (!pool)
		return false;
	text_put(&text, "persistent objects ");
	text_name(&text, pool->type->name);
	text_put(&text, " stand on the heap: open them on memory of tarn_scene_keep\n");
	return true;
}

static void pools_leave(const struct tarn_scene *scene, bool forced)
{
	struct tarn_object_pool *pool = tarn_object_pool_first();

	while (pool) {
		struct tarn_object_pool *next = tarn_object_pool_next(pool);

		if (concerned(scene, pool)) {
			if (forced)
				tarn_object_reset_forced(pool);
			else
				tarn_object_reset(pool);
			if (stands_on(pool, scene->heap))
				(void)!tarn_object_close(pool);
		}
		pool = next;
	}
}

static enum tarn_scene_status end(struct tarn_scene *scene, bool forced, tarn_sink *sink,
				  void *context)
{
	if (!scene || !scene->table)
		return TARN_SCENE_OK;
	if (persistent_stands(scene, sink, context))
		return TARN_SCENE_PERSISTENT;
	if (live_tell(scene, sink, context) && !forced)
		return TARN_SCENE_LIVE;
	pools_leave(scene, forced);
	tarn_forget(scene->heap);
	scene->table = NULL;
	return TARN_SCENE_OK;
}

enum tarn_scene_status tarn_scene_end(struct tarn_scene *scene, tarn_sink *sink, void *context)
{
	return end(scene, false, sink, context);
}

enum tarn_scene_status tarn_scene_end_forced(struct tarn_scene *scene, tarn_sink *sink,
					     void *context)
{
	return end(scene, true, sink, context);
}

enum tarn_scene_status tarn_scene_begin(struct tarn_scene *scene, const struct tarn_table *table,
					struct tarn_misfit *why, tarn_sink *sink, void *context)
{
	enum tarn_scene_status status = end(scene, false, sink, context);
	enum tarn_status made;

	if (status != TARN_SCENE_OK)
		return status;
	if (!scene)
		return TARN_SCENE_TABLE;
	if (!table)
		table = &tarn_table_default;
	pools_own_too();
	made = init_for(scene->heap, scene->arena, scene->bytes, table, TARN_BUILD_ID, CALLER);
	if (why)
		tarn_explain(scene->arena, scene->bytes, table, made, why);
	if (made == TARN_OVERLAP)
		return TARN_SCENE_OVERLAP;
	if (made != TARN_OK)
		return TARN_SCENE_TABLE;
	scene->table = table;
	return TARN_SCENE_OK;
}
