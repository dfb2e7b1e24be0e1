/* SPDX-License-Identifier: MIT
 * Tags, with interrupts between the windows. The interrupted call allocates for tag CALL, an
 * interrupt for tag HANDLER. Blocks of tag LEVEL existed before. All contexts share one word of
 * tags, so an interrupt enters its tag and leaves it.
 *
 * An interrupt also frees all blocks of a tag. But it never takes the tag for which the interrupted
 * call is allocating: Tarn may free that new block, too (tarn_tag.h). */
#include "windows.h"

uint32_t payer;
bool resizing;

#if TARN_TAGS > 0

enum { CALL = 1, HANDLER, LEVEL };

/* The number of LEVEL's blocks that the interrupted call frees, and how many of them an interrupt
 * freed. */
static uint32_t doomed, freed_by_other;

void context_enter(uint32_t tag)
{
	tarn_tag_enter(tag);
	payer = tag;
}

void context_leave(uint32_t tag)
{
	tarn_tag_leave(tag);
	payer = tarn_tag_now();
}

/* Takes a tag's blocks off the list. Returns how many there were. */
static uint32_t disown(uint32_t tag)
{
	uint32_t count = 0;

	for (uint32_t i = now.blocks; i--;) {
		if (now.block[i].tag != tag)
			continue;
		now.block[i] = now.block[--now.blocks];
		count++;
	}
	return count;
}

static void free_tag_too(void)
{
	uint32_t tag = HANDLER + below(2);
	uint32_t freed;
	uint32_t mine;

	if (resizing && busy.tag == tag)
		return;
	mine = disown(tag);
	freed = tarn_free_tag(&now.heap, tag).blocks;
	if (tag == LEVEL && freed <= mine + doomed - freed_by_other)
		freed_by_other += freed - mine;
	else if (freed != mine)
		broken("in an interrupt, tarn_free_tag frees a wrong number of blocks");
}

static void limit(void)
{
	uint32_t bytes = below(3) ? below(1500) : TARN_NO_LIMIT;

	tarn_tag_limit(&now.heap, below(3), below(4) ? bytes : 0);
}

void handle_tags(uint32_t handler)
{
	if (handler == 7)
		free_tag_too();
	else
		limit();
}

static void free_level(void)
{
	uint32_t freed;

	freed_by_other = 0;
	doomed = disown(LEVEL);
	freed = tarn_free_tag(&now.heap, LEVEL).blocks;
	if (freed + freed_by_other != doomed)
		broken("tarn_free_tag frees a wrong number of blocks");
	doomed = freed_by_other = 0;
}

static void budget(void)
{
	static const struct tarn_budget budget[] = {{"call", 400}, {"handler", 300}};
	struct tarn_tag_stats stats;

	if (!tarn_tag_budgets(&now.heap, budget, 1 + below(2)))
		broken("budgets that fit are refused");
	if (!TARN_WATCH) /* this would restart the watch's records, too */
		tarn_peak_reset(&now.heap);
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		tarn_tag_stats(&now.heap, tag, &stats);
		if (stats.peak < stats.live || stats.peak_blocks < stats.blocks)
			broken("a peak is below the live count");
	}
}

void call_tags(uint32_t which)
{
	uint32_t size = below(120);
	uint32_t tag = payer;

	switch (which) {
	case 14:
		free_level();
		break;
	case 15:
		budget();
		break;
	default:
		payer = TARN_UNTAGGED;
		own(tarn_alloc_tagged(&now.heap, size, TARN_UNTAGGED), size);
		payer = tag;
	}
}

/* At the end: each block has its owner's tag, and each tag has its number of blocks. */
void check_tags(void)
{
	uint32_t count[TARN_TAGS + 1] = {0};

	if (tarn_tag_now() != TARN_UNTAGGED)
		broken("a tag is still entered");
	for (uint32_t i = 0; i < now.blocks; i++) {
		count[now.block[i].tag]++;
		if (tarn_tag_of(&now.heap, now.block[i].place) != now.block[i].tag)
			broken("a block has a wrong tag");
	}
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		struct tarn_tag_stats stats;

		tarn_tag_stats(&now.heap, tag, &stats);
		if (stats.blocks != count[tag])
			broken("the number of a tag's blocks is wrong");
	}
}

#else

void context_enter(uint32_t tag)
{
	(void)tag;
}

void context_leave(uint32_t tag)
{
	(void)tag;
}

void handle_tags(uint32_t handler)
{
	(void)handler;
}

void call_tags(uint32_t which)
{
	(void)which;
}

void check_tags(void)
{
}

#endif
