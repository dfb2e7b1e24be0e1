/* SPDX-License-Identifier: MIT
 * Frees all blocks of a tag at once. */
#include "beside.h"
#include "block.h"
#include "budget.h"
#include "inject.h"
#include "progress.h"

#if TARN_TAGS > 0

/* The shadow forgets them first, as in drop. */
specialised const char *drop_tag(uint32_t tag, uint32_t first, uint32_t count, enum context context)
{
	uint32_t bytes = budget_live(tag);
	uint32_t blocks = budget_blocks(tag);
	const char *wrong = NULL;
	struct tarn_tag_freed freed = {0, 0, 0};
	tarn_port_key key = shadow_lock(context);

	for (uint32_t id = first; id < first + count && !wrong; id++) {
		if (!block_live(id) || slot_tag(id) != tag)
			continue;
		wrong = block_verify(id);
		shadow_give(block_place(id), slots[id].size);
		block_empty(id);
	}
	shadow_unlock(context, key);
	if (wrong)
		return wrong;
	if (!rarely(inject_ready) || !inject_free_tag(tag))
		freed = tarn_free_tag(&tarn_default, tag);
	return freed.blocks == blocks && freed.bytes == bytes ? NULL : "tag-not-freed";
}

void block_drop_tag(uint32_t tag, uint32_t first, uint32_t count)
{
	uint32_t blocks = budget_blocks(tag);
	const char *wrong = drop_tag(tag, first, count, ALONE);

	if (rarely(wrong)) {
		budget_say(tag);
		fail_at(wrong, "all blocks of a tag: tag, first slot, blocks", tag, first, blocks);
	}
	budget_audit();
	count_operation();
}

const char *shared_drop_tag(uint32_t tag, uint32_t first, uint32_t count)
{
	return drop_tag(tag, first, count, BESIDE);
}

#endif
