/* SPDX-License-Identifier: MIT
 * Calls in which the sweep interrupts no instruction: other ways to allocate, a double free, and
 * the readers. */
#include <stddef.h>

#include "../../preempt/sweep/shot.h"
#include "windows.h"

/* ---- Allocating */

static uint32_t align;

static void *alloc_zeroed(struct tarn_heap *heap, size_t size)
{
	unsigned char *block = tarn_alloc_zeroed(heap, size, 1);

	for (size_t i = 0; block && i < size; i++)
		if (block[i])
			scene.wrong = "not-zero";
	return block;
}

static void *alloc_aligned(struct tarn_heap *heap, size_t size)
{
	void *block = tarn_alloc_aligned(heap, align, size);

	if ((uintptr_t)block % align)
		scene.wrong = "not-aligned";
	return block;
}

static void propose_size(struct ruler_call *call, uintptr_t function)
{
	scene.asked = 1 + scene_below(scene_below(2) ? 88 : 300);
	*call = (struct ruler_call){
		.function = function,
		.argument = {(uintptr_t)&scene.heap, scene.asked},
	};
}

static bool propose_zeroed(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	propose_size(call, (uintptr_t)alloc_zeroed);
	return true;
}

static bool propose_aligned(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	align = 16u << scene_below(4);
	propose_size(call, (uintptr_t)alloc_aligned);
	return true;
}

static const char *after_alloc(const struct ruler_call *call)
{
	return scene_own((void *)call->result, scene.asked);
}

static bool is_served(const struct ruler_call *call)
{
	return call->result;
}

/* ---- Freeing twice: the interrupt frees the same block */

static struct held_block busy;

static void free_again(void)
{
	tarn_free(&scene.heap, busy.at);
	tarn_free(&scene.heap, scene.arena + 1);
}

static bool propose_twice(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	if (!scene.blocks)
		return false;
	busy = scene_busy(scene_below(scene.blocks));
	scene.meanwhile = free_again;
	*call = (struct ruler_call){
		.function = (uintptr_t)tarn_free,
		.argument = {(uintptr_t)&scene.heap, (uintptr_t)busy.at},
	};
	return true;
}

static const char *after_twice(const struct ruler_call *call)
{
	uint32_t faults = scene.faults;

	(void)call;
	scene.faults = 0;
	return faults == (shot_place() ? 2 : 0) ? NULL : "not-told";
}

/* ---- Reading */

static void nothing(void *context, const char *text, size_t length)
{
	(void)context, (void)text, (void)length;
}

/* The walk must visit each block that stays live, and visit it once. */
static void walk(struct tarn_heap *heap)
{
	static struct held_block before[SCENE_BLOCKS];
	struct tarn_block block = {.pointer = NULL};
	uint32_t blocks = scene.blocks;
	uint32_t seen[SCENE_BLOCKS] = {0};

	for (uint32_t i = 0; i < blocks; i++)
		before[i] = scene.block[i];
	while (tarn_walk(heap, &block))
		for (uint32_t i = 0; i < blocks; i++)
			seen[i] += before[i].at == block.pointer;
	for (uint32_t i = 0; i < blocks; i++)
		for (uint32_t k = 0; k < scene.blocks; k++)
			if (scene.block[k].mark == before[i].mark && seen[i] != 1)
				scene.wrong = "walk-misses";
}

static void check(struct tarn_heap *heap)
{
	if (tarn_check(heap, NULL))
		scene.wrong = "check-alarms";
}

static void query(struct tarn_heap *heap)
{
	tarn_cost(heap, scene.asked);
	tarn_largest(heap);
}

static void report(struct tarn_heap *heap)
{
	tarn_report_leaks(heap, nothing, NULL);
	tarn_report_map(heap, nothing, NULL);
}

#define READER(name)                                                                      \
	static bool propose_##name(const struct pool_kind *kind, struct ruler_call *call) \
	{                                                                                 \
		(void)kind;                                                               \
		propose_size(call, (uintptr_t)name);                                      \
		return true;                                                              \
	}
READER(walk)
READER(check)
READER(query)
READER(report)

const struct operation window_operations[] = {
	{"alloc-zeroed", propose_zeroed, is_served, after_alloc, NULL},
	{"alloc-aligned", propose_aligned, scene_any, after_alloc, NULL},
	{"free-twice", propose_twice, scene_any, after_twice, NULL},
	{"walk", propose_walk, scene_any, scene_nothing, NULL},
	{"check", propose_check, scene_any, scene_nothing, NULL},
	{"query", propose_query, scene_any, scene_nothing, NULL},
	{"report", propose_report, scene_any, scene_nothing, NULL},
};
const uint32_t window_operations_count = sizeof(window_operations) / sizeof(*window_operations);
