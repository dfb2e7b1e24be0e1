/* SPDX-License-Identifier: MIT
 * The operations of tags that the sweep interrupts. The interrupted context has the tag MAIN. The
 * interrupt enters and leaves INTERRUPT. Some blocks have the tag LEVEL. Without TARN_TAGS there is
 * no such operation, and nothing is entered. */
#include <stddef.h>

#include "scene.h"

static struct tarn_tag_stats tag_told(uint32_t tag)
{
	struct tarn_tag_stats stats;

	tarn_tag_stats(&scene.heap, tag, &stats);
	return stats;
}

/* ---- Freeing all of a tag */

static uint32_t doomed; /* the number of blocks that the call, and nobody else, must free */

static uint32_t free_level(struct tarn_heap *heap)
{
	return tarn_free_tag(heap, LEVEL).blocks;
}

static bool propose_free_tag(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	scene.kept = LEVEL;
	doomed = scene_disown(LEVEL);
	return scene_call(call, (uintptr_t)free_level, (uintptr_t)&scene.heap, 0, 0) && doomed > 1;
}

static bool is_freed(const struct ruler_call *call)
{
	return (uint32_t)call->result == doomed;
}

static const char *after_free_tag(const struct ruler_call *call)
{
	return is_freed(call) ? NULL : "free-tag";
}

/* ---- Allocating */

static bool propose_tagged(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	scene.asked = 1 + scene_below(scene_below(2) ? 88 : 300);
	scene.kept = LEVEL;
	return scene_call(call, (uintptr_t)tarn_alloc_tagged, (uintptr_t)&scene.heap, scene.asked,
			  LEVEL);
}

static bool propose_over(const struct pool_kind *kind, struct ruler_call *call)
{
	tarn_tag_limit(&scene.heap, LEVEL, tag_told(LEVEL).live + scene_below(24));
	return propose_tagged(kind, call);
}

static const char *after_tagged(const struct ruler_call *call)
{
	return scene_own_as((void *)call->result, scene.asked, LEVEL);
}

static bool is_tagged(const struct ruler_call *call)
{
	return call->result;
}

static bool is_over(const struct ruler_call *call)
{
	return !call->result && tag_told(LEVEL).refused > scene.over[LEVEL];
}

const struct operation tag_operations[] = {
	{"free-tag", propose_free_tag, is_freed, after_free_tag, NULL},
	{"alloc-tagged", propose_tagged, is_tagged, after_tagged, NULL},
	{"alloc-over", propose_over, is_over, after_tagged, NULL},
};
const uint32_t tag_operations_count =
	TARN_TAGS ? sizeof(tag_operations) / sizeof(*tag_operations) : 0;

/* ---- The interrupt, and what must hold */

void scene_enter(uint32_t tag)
{
	if (!TARN_TAGS)
		return;
	tarn_tag_enter(tag);
	scene.payer = tag;
}

void scene_leave(uint32_t tag)
{
	if (!TARN_TAGS)
		return;
	tarn_tag_leave(tag);
	scene.payer = tarn_tag_now();
}

/* Frees all of a tag, but not of the tag that the interrupted call works for. */
const char *scene_free_tag(void)
{
	uint32_t tag = scene.kept == INTERRUPT ? LEVEL : INTERRUPT;
	uint32_t blocks = scene_disown(tag);

	return tarn_free_tag(&scene.heap, tag).blocks == blocks ? NULL : "free-tag-of-interrupt";
}

uint32_t scene_overs(uint32_t tag)
{
	return TARN_TAGS ? tag_told(tag).refused : 0;
}

/* The blocks of an object pool have a tag, too. */
const char *scene_check_tags(uint32_t others)
{
	uint32_t blocks[TARN_TAGS + 1] = {0};
	uint32_t sum = 0;

	if (!TARN_TAGS)
		return NULL;
	if (tarn_tag_now() != MAIN)
		return "tag-now";
	for (uint32_t i = 0; i < scene.blocks; i++) {
		blocks[scene.block[i].tag]++;
		if (tarn_tag_of(&scene.heap, scene.block[i].at) != scene.block[i].tag)
			return "tag-of";
	}
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		struct tarn_tag_stats stats = tag_told(tag);

		if (stats.blocks < blocks[tag] || stats.refused != scene.over[tag])
			return "tag-counts";
		sum += stats.blocks;
	}
	return sum == scene.blocks + others ? NULL : "tag-blocks";
}
