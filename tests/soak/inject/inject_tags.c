/* SPDX-License-Identifier: MIT */
#include "inject.h"

#if TARN_TAGS > 0

#include "audit.h"
#include "block.h"
#include "budget.h"
#include "heap/tag.h"

/* ---- Between operations -------------------------------------------------------------------- */

void inject_unknown_tag(void)
{
	inject_done();
	tarn_tag_enter(TARN_TAGS + 1);
}

/* Charges one tag for another's bytes. */
void inject_miscounted(void)
{
	inject_done();
	tag_credit(&tarn_default, TAG_LEVEL, GRANULE_BYTES, 0);
	tag_credit(&tarn_default, TAG_TASK, 0 - GRANULE_BYTES, 0);
}

void inject_unrefused(void)
{
	inject_done();
	tarn_default.tag_marks[TAG_GREEDY].refused--;
}

static void write_tag(uint32_t id, uint32_t tag)
{
	uint32_t before = tag_borrow(tag);

	tag_write(&tarn_default, offset_of(&tarn_default, block_pointer(id)),
		  block_place(id).granules * GRANULE_BYTES);
	tag_return(before);
}

static uint32_t next_live(uint32_t id)
{
	while (id < SOAK_USABLE && !block_live(id))
		id++;
	return id;
}

/* Are the two blocks of one size, and of different tags? */
static bool alike(uint32_t id, uint32_t other)
{
	return slot_tag(other) != slot_tag(id) &&
	       block_place(other).granules == block_place(id).granules;
}

/* Exchanges the tags of two blocks. No sum shows it. */
void inject_swapped(void)
{
	uint32_t id = next_live(0);
	uint32_t other = next_live(id + 1);

	while (other < SOAK_USABLE && !alike(id, other))
		other = next_live(other + 1);
	if (other >= SOAK_USABLE)
		return;
	inject_done();
	write_tag(id, slot_tag(other));
	write_tag(other, slot_tag(id));
	audit();
}

/* ---- At a request, and at a free ----------------------------------------------------------- */

void inject_tag_leak(const struct place *place)
{
	if (!place_tag(place))
		return;
	inject_done();
	tag_credit(&tarn_default, place_tag(place), 0 - place->granules * GRANULE_BYTES,
		   UINT32_MAX);
	audit(); /* before the tag meets its limit too early */
}

bool inject_beyond(uint32_t size, void **answer)
{
	uint32_t tag = budget_now();
	uint32_t limit = tarn_default.tag_marks[tag].limit;

	if (!shadow_fits(size, TARN_ALIGN) || !shadow_too_dear(size, TARN_ALIGN, tag))
		return false;
	tarn_tag_limit(&tarn_default, tag, TARN_NO_LIMIT);
	*answer = tarn_alloc(&tarn_default, size);
	tarn_tag_limit(&tarn_default, tag, limit);
	return true;
}

bool inject_within(uint32_t size, uint32_t align)
{
	uint32_t tag = budget_now();

	if (!tag || !shadow_fits(size, align) || shadow_too_dear(size, align, tag))
		return false;
	tarn_default.tag_marks[tag].refused++;
	return true;
}

/* ---- All blocks of a tag ------------------------------------------------------------------- */

/* Frees a block of another tag, too. */
static void rob(uint32_t tag)
{
	for (uint32_t id = next_live(0); id < SOAK_USABLE; id = next_live(id + 1)) {
		if (slot_tag(id) == tag)
			continue;
		inject_done();
		tarn_free(&tarn_default, block_pointer(id));
		return;
	}
}

bool inject_free_tag(uint32_t tag)
{
	/* Not beside a tick: a tick would get the block before anything is counted. */
	if (!soak.shared && inject_wants(INJECT_TAG_ROBBED))
		rob(tag);
	return tag_blocks(&tarn_default, tag) && inject_due(INJECT_TAG_KEPT);
}

#endif
