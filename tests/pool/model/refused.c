/* SPDX-License-Identifier: MIT
 * Refusals: the model decides from its own map why a request got NULL (tarn_refused.h). */
#include "oracle.h"
#include "tarn_refused.h"

static struct tarn_refusal last;
static uint32_t told;

static void note(const struct tarn_refusal *refusal)
{
	last = *refusal;
	told++;
}

void oracle_listen(void)
{
	tarn_on_refused(note);
}

void oracle_told_all(void)
{
	model_equal(told, 0, "refusals that are told, and were none");
}

/* Could the commons serve the request if all of them were free? */
static bool commons_could(const struct oracle *oracle, uint32_t size)
{
	uint32_t index = oracle_next_class(oracle, oracle->align, oracle_class(oracle, size));
	uint32_t room = oracle->counts[oracle->classes].capacity;
	uintptr_t first = (uintptr_t)oracle->zero +
			  (uintptr_t)oracle->start[oracle->classes + 1] * TARN_ALIGN;
	uint32_t pad = (uint32_t)(0 - first) & (oracle->align - 1);

	if (room < pad || room - pad < oracle_block_bytes(size))
		return false;
	return index == oracle->classes || oracle->class[index].overflow & TARN_TO_COMMONS;
}

/* Could a pool? A larger class keeps its last block, unless TARN_TO_LAST takes it. */
static bool pools_could(const struct oracle *oracle, uint32_t size)
{
	uint32_t first = oracle_next_class(oracle, oracle->align, oracle_class(oracle, size));
	uint32_t rule = first < oracle->classes ? oracle->class[first].overflow : 0;
	uint32_t blocks = 1;

	for (uint32_t i = first; i < oracle->classes;
	     i = oracle_next_class(oracle, oracle->align, i + 1)) {
		if (oracle->counts[i].capacity >= blocks)
			return true;
		if (!(rule & (TARN_TO_LARGER | TARN_TO_LAST)))
			return false;
		blocks = rule & TARN_TO_LAST ? 1 : 2;
	}
	return false;
}

static uint32_t reason(const struct oracle *oracle, uint32_t place, uint32_t size)
{
	uint32_t commons = oracle->counts[oracle->classes].capacity;
	uint32_t free = commons - oracle->used;

	if (place == OVER)
		return TARN_REFUSED_BUDGET;
	if (!commons_could(oracle, size))
		return pools_could(oracle, size) ? TARN_REFUSED_NO_ROOM : TARN_REFUSED_TOO_LARGE;
	return free < oracle_block_bytes(size) || free < commons / 32 ? TARN_REFUSED_NO_ROOM
								      : TARN_REFUSED_FRAGMENTED;
}

void oracle_refused(struct oracle *oracle, uint32_t place, uint32_t size)
{
	uint32_t align = oracle->align > TARN_ALIGN ? oracle->align : TARN_ALIGN;

	oracle->align = align;
	model_equal(told, 1, "calls of the handler of refusals");
	model_equal(last.reason, reason(oracle, place, size), "reason of a refusal");
	model_expect(last.heap == oracle->heap && !last.name, "a refusal names the heap");
	model_equal(last.size, size, "refused size");
	model_equal(last.align, align, "refused alignment");
	model_equal(last.class_index, oracle_class(oracle, size), "class of a refusal");
	model_equal(last.tag, oracle->payer, "tag of a refusal");
	model_equal(last.longest, oracle_longest(oracle), "longest run of a refusal");
	model_equal(last.untold, 0, "refusals that were not told");
	told = 0;
}
