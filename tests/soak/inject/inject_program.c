/* SPDX-License-Identifier: MIT
 * A program's errors with blocks: at a free, and before a round. */
#include "block.h"
#include "heap/commons.h"
#include "inject.h"
#include "loan.h"

/* Free links and records take at most 12 bytes at either end of a free block. */
#define USED_AFTER_FREE_AT  16
#define USED_AFTER_FREE_MIN 48

static uint32_t pins;

/* ---- At a free ------------------------------------------------------------------------- */

/* Writes past the end of the requested size. From level 2 on, and with tags, Tarn checks the bytes
 * there itself. Otherwise only a neighbour's contents can show it. So this waits for a block that
 * ends where a slot's live block begins. */
static void overrun(uint8_t *block, uint32_t size, struct place place)
{
	uint32_t next = place.granule + place.granules;
	uint32_t bytes = TARN_HARDEN >= 2 ? 1 : 4;

	if (TARN_RECORD && TARN_HARDEN < 2)
		bytes = place.granules * GRANULE_BYTES - size; /* and the tag at the block's end */
	if (!TARN_RECORD && (size != place.granules * GRANULE_BYTES || next == shadow.end ||
			     !shadow_taken(next) || (SOAK_POOLS && loan_covers(next))))
		return;
	for (uint32_t i = size; i < size + bytes; i++)
		block[i] ^= 0xff;
	inject_done();
}

/* Frees a pointer into the live block. */
static void free_within(uint8_t *block, struct place place)
{
	uint32_t offset = soak.injection == INJECT_MISALIGNED ? 1 : GRANULE_BYTES;

	if (offset == GRANULE_BYTES && place.granules < 2)
		return;
	inject_done();
	tarn_free(&tarn_default, block + offset);
}

bool inject_before_free(void *block, uint32_t size, struct place place)
{
	switch (soak.injection) {
	case INJECT_OVERRUN:
		overrun(block, size, place);
		return false;
	case INJECT_INTERIOR:
	case INJECT_MISALIGNED:
		free_within(block, place);
		return false;
	case INJECT_WILD:
		inject_done();
		tarn_free(&tarn_default, soak_arena + GRANULE_BYTES);
		return false;
	case INJECT_LEAK:
		inject_done();
		return true;
	default:
		return false;
	}
}

/* Writes to all of the block but its links. A single word could be lost, because the links of a
 * later free run may overwrite it. */
static void use_after_free(uint8_t *block, struct place place)
{
	uint32_t bytes = place.granules * GRANULE_BYTES;

	if (bytes < USED_AFTER_FREE_MIN)
		return;
	for (uint32_t i = USED_AFTER_FREE_AT; i < bytes; i += 4)
		block[i]++;
	inject_done();
}

/* The link is the first word of a free block. A run of the commons has one there only if it did not
 * merge with the run before it. */
static void corrupt_link(uint32_t *block, struct place place)
{
	if (place.class == shadow.commons && !shadow_taken(place.granule - 1))
		return;
	/* At level 3 it has no link before it leaves the quarantine. The last run has none. */
	block_ask_impossible();
	last_put(&tarn_default);
	*block ^= 0xa5a5a5a0u;
	inject_done();
}

void inject_after_free(void *block, struct place place)
{
	static const uint32_t elsewhere[4] = {0};
	static const struct tarn_heap nobodys; /* a fault must not write to it */

	switch (soak.injection) {
	case INJECT_DOUBLE_FREE:
		inject_done();
		tarn_free(&tarn_default, block);
		break;
	case INJECT_FOREIGN_FREE:
		inject_done();
		tarn_free(&tarn_default, (void *)(uintptr_t)(elsewhere + 2));
		break;
	case INJECT_REGISTRY:
		inject_done();
		tarn_default.entry.proof ^= 4;
		(void)tarn_heap_first();
		break;
	case INJECT_NO_HEAP:
		inject_done();
		tarn_free((struct tarn_heap *)(uintptr_t)&nobodys, block);
		break;
	case INJECT_USE_AFTER_FREE:
		use_after_free(block, place);
		break;
	case INJECT_LINK_CORRUPTION:
		corrupt_link(block, place);
		break;
#if TARN_TAGS > 0
	case INJECT_TAG_LEAK:
		inject_tag_leak(&place);
		break;
#endif
	default:
		break;
	}
}

/* ---- Before a round -------------------------------------------------------------------- */

/* Pins one block in each round, in the middle of free memory, and never frees it. The run knows of
 * it, so it is no leak. But the longest free run shrinks slowly. It begins in a round when the
 * fixed load has warmed up. */
static void pin(void)
{
	uint32_t amid = SOAK_USABLE + SOAK_PINS - 1;
	uint32_t first_pin = 11 + ((soak.seed * 2654435761u + 1) >> 30);
	uint32_t longest;

	if (soak.rounds < first_pin || pins == SOAK_PINS - 1)
		return;
	longest = shadow_longest() * GRANULE_BYTES;
	if (longest < 512 || !block_take(amid, longest / 2))
		return;
	if (block_take_aligned(SOAK_USABLE + pins, 64, 16)) {
		pins++;
		inject_done();
	}
	block_drop(amid);
}

/* Places small blocks throughout the commons, so close together that no small request fits between
 * two of them. */
static void litter(void)
{
	uint32_t small = SOAK_ARENA / 64 < 256 ? SOAK_ARENA / 64 : 256;
	uint32_t id = 0;

	inject_done();
	while (id + 1 < SOAK_USABLE && block_take_aligned(id, 1, 16) &&
	       block_take_aligned(id + 1, small - 16, 16))
		id += 2;
	for (uint32_t gap = 1; gap <= id; gap += 2)
		block_drop(gap);
	(void)block_take_aligned(SOAK_USABLE, small, 16);
}

void inject_round(void)
{
	if (soak.injection == INJECT_FRAGMENTATION)
		pin();
	if (inject_wants(INJECT_STRANDED))
		litter();
}

uint32_t inject_pins(void)
{
	return pins;
}
