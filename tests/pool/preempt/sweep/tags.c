/* SPDX-License-Identifier: MIT
 * The operations of tags that the sweep interrupts. The interrupted context has the tag MAIN. The
 * interrupt enters and leaves INTERRUPT. Some blocks have the tag LEVEL. */
#include <stddef.h>

#include "scene.h"

#if TARN_TAGS > 0

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
	*call = (struct ruler_call){
		.function = (uintptr_t)free_level,
		.argument = {(uintptr_t)&scene.heap},
	};
	return doomed > 1;
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
	*call = (struct ruler_call){
		.function = (uintptr_t)tarn_alloc_tagged,
		.argument = {(uintptr_t)&scene.heap, scene.asked, LEVEL},
	};
	return true;
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

/* ---- Limits and numbers */

static bool propose_limit(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	*call = (struct ruler_call){
		.function = (uintptr_t)tarn_tag_limit,
		.argument = {(uintptr_t)&scene.heap, INTERRUPT, scene_below(400)},
	};
	return true;
}

static struct tarn_tag_stats told;

static bool propose_tag_stats(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	*call = (struct ruler_call){
		.function = (uintptr_t)tarn_tag_stats,
		.argument = {(uintptr_t)&scene.heap, INTERRUPT, (uintptr_t)&told},
	};
	return true;
}

/* The numbers are of one moment. */
static const char *after_tag_stats(const struct ruler_call *call)
{
	(void)call;
	if (told.live > told.peak || told.blocks > told.peak_blocks)
		return "tag-peak";
	if (!told.blocks != !told.live || told.blocks * TARN_ALIGN > told.live)
		return "tag-sums";
	return NULL;
}

/* ---- The current tag */

static uint32_t enter_and_leave(void)
{
	uint32_t within;

	tarn_tag_enter(LEVEL);
	within = tarn_tag_now();
	tarn_tag_leave(LEVEL);
	return within;
}

static bool propose_enter(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	*call = (struct ruler_call){.function = (uintptr_t)enter_and_leave};
	return true;
}

static const char *after_enter(const struct ruler_call *call)
{
	return (uint32_t)call->result == LEVEL ? NULL : "entered";
}

const struct operation tag_operations[] = {
	{"free-tag", propose_free_tag, is_freed, after_free_tag, NULL},
	{"alloc-tagged", propose_tagged, is_tagged, after_tagged, NULL},
	{"alloc-over", propose_over, is_over, after_tagged, NULL},
	{"tag-limit", propose_limit, scene_any, scene_nothing, NULL},
	{"tag-stats", propose_tag_stats, scene_any, after_tag_stats, NULL},
	{"tag-enter", propose_enter, scene_any, after_enter, NULL},
};
const uint32_t tag_operations_count = sizeof(tag_operations) / sizeof(*tag_operations);

/* ---- The interrupt, and what must hold */

void scene_enter(uint32_t tag)
{
	tarn_tag_enter(tag);
	scene.payer = tag;
}

void scene_leave(uint32_t tag)
{
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
	return tag_told(tag).refused;
}

/* The blocks of an object pool have a tag, too. */
const char *scene_check_tags(uint32_t others)
{
	uint32_t blocks[TARN_TAGS + 1] = {0};
	uint32_t sum = 0;

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

#else

const struct operation tag_operations[1];
const uint32_t tag_operations_count;

void scene_enter(uint32_t tag)
{
	(void)tag;
}

void scene_leave(uint32_t tag)
{
	(void)tag;
}

const char *scene_free_tag(void)
{
	return NULL;
}

uint32_t scene_overs(uint32_t tag)
{
	(void)tag;
	return 0;
}

const char *scene_check_tags(uint32_t others)
{
	(void)others;
	return NULL;
}

#endif
