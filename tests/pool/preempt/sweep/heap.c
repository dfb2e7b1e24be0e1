/* SPDX-License-Identifier: MIT
 * The operations of the heap that the sweep interrupts. */
#include <stddef.h>

#include "scene.h"

static struct held_block busy; /* the block that only the call works on */

/* ---- Allocating */

static bool propose_alloc(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	scene.asked = 1 + scene_below(scene_below(2) ? 88 : 300);
	return scene_call(call, (uintptr_t)tarn_alloc, (uintptr_t)&scene.heap, scene.asked, 0);
}

static void *result(const struct ruler_call *call)
{
	return (void *)call->result;
}

static const char *after_alloc(const struct ruler_call *call)
{
	return scene_own(result(call), scene.asked);
}

static bool is_pool_hit(const struct ruler_call *call)
{
	return call->result && scene_class_for(scene.asked) != SCENE_CLASSES &&
	       scene_class_at(result(call)) == scene_class_for(scene.asked);
}

static bool is_commons(const struct ruler_call *call)
{
	return call->result && scene_class_for(scene.asked) == SCENE_CLASSES;
}

static bool is_overflow(const struct ruler_call *call)
{
	return call->result && scene_class_at(result(call)) != scene_class_for(scene.asked);
}

static bool is_refused(const struct ruler_call *call)
{
	return !call->result;
}

/* ---- Freeing */

static bool propose_free(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	if (!scene.blocks)
		return false;
	busy = scene_busy(scene_below(scene.blocks));
	scene.kept = busy.tag;
	return scene_call(call, (uintptr_t)tarn_free, (uintptr_t)&scene.heap, (uintptr_t)busy.at,
			  0);
}

static bool was_pools(const struct ruler_call *call)
{
	(void)call;
	return scene_class_at(busy.at) != SCENE_CLASSES;
}

static bool was_commons(const struct ruler_call *call)
{
	return !was_pools(call);
}

/* ---- Resizing */

static bool propose_realloc(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	if (!scene.blocks)
		return false;
	scene.asked = 1 + scene_below(300);
	busy = scene_busy(scene_below(scene.blocks));
	scene.kept = busy.tag;
	return scene_call(call, (uintptr_t)tarn_realloc, (uintptr_t)&scene.heap, (uintptr_t)busy.at,
			  scene.asked);
}

static const char *after_realloc(const struct ruler_call *call)
{
	uint32_t kept = call->result && scene.asked < busy.size ? scene.asked : busy.size;
	struct held_block now = {call->result ? result(call) : busy.at, kept, busy.mark, busy.tag};
	const char *wrong = scene_whole(&now, kept);

	if (wrong)
		return wrong;
	if (call->result)
		return scene_own_as(result(call), scene.asked, busy.tag);
	scene.refused[scene_class_for(scene.asked)]++;
	scene.block[scene.blocks++] = busy;
	return NULL;
}

static bool stayed(const struct ruler_call *call)
{
	return result(call) == busy.at && scene_class_at(busy.at) == SCENE_CLASSES;
}

static bool has_shrunk(const struct ruler_call *call)
{
	return stayed(call) && scene.asked + 2 * TARN_ALIGN < busy.size;
}

static bool has_grown(const struct ruler_call *call)
{
	return stayed(call) && scene.asked > busy.size + 2 * TARN_ALIGN;
}

static bool has_moved(const struct ruler_call *call)
{
	return call->result && result(call) != busy.at;
}

/* ---- Asking for the numbers */

static struct tarn_heap_stats told;

static bool propose_stats(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	return scene_call(call, (uintptr_t)tarn_heap_stats, (uintptr_t)&scene.heap,
			  (uintptr_t)&told, 0);
}

static bool is_told(const struct ruler_call *call)
{
	(void)call;
	return told.longest_free != 0;
}

static const char *after_stats(const struct ruler_call *call)
{
	(void)call;
	return look_sums(&told);
}

const struct operation heap_operations[] = {
	{"alloc-pool", propose_alloc, is_pool_hit, after_alloc, NULL},
	{"alloc-commons", propose_alloc, is_commons, after_alloc, NULL},
	{"alloc-overflow", propose_alloc, is_overflow, after_alloc, NULL},
	{"alloc-refused", propose_alloc, is_refused, after_alloc, NULL},
	{"free-pool", propose_free, was_pools, scene_nothing, NULL},
	{"free-commons", propose_free, was_commons, scene_nothing, NULL},
	{"realloc-shrink", propose_realloc, has_shrunk, after_realloc, NULL},
	{"realloc-grow", propose_realloc, has_grown, after_realloc, NULL},
	{"realloc-move", propose_realloc, has_moved, after_realloc, NULL},
	{"heap-stats", propose_stats, is_told, after_stats, NULL},
};
const uint32_t heap_operations_count = sizeof(heap_operations) / sizeof(*heap_operations);
