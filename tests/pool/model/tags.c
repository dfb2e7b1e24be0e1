/* SPDX-License-Identifier: MIT
 * Tags: the model adds up each tag's blocks, and keeps its own stack of current tags. */
#include "args.h"
#include "oracle.h"

/* There must be one fault `tag`, and no other, iff the tag is unknown. */
static void expect_unknown(const struct oracle *oracle, bool unknown)
{
	model_equal(model_faults, unknown, "faults of a call with a tag");
	if (unknown) {
		model_equal(model_fault.kind, TARN_FAULT_TAG, "kind of the fault");
		model_expect(model_fault.heap == oracle->heap || !model_fault.heap,
			     "the fault names the heap");
	}
	model_faults = 0;
}

/* ---- The current tag */

static void settle_tag(struct oracle *oracle)
{
	oracle->payer = oracle->depth ? oracle->entered[oracle->depth - 1] : TARN_UNTAGGED;
	model_equal(tarn_tag_now(), oracle->payer, "the current tag");
}

void oracle_enter(struct oracle *oracle, uint32_t tag)
{
	bool wrong = tag == 0 || tag > TARN_TAGS || oracle->depth == ORACLE_DEPTH;

	tarn_tag_enter(tag);
	expect_unknown(oracle, wrong);
	if (!wrong)
		oracle->entered[oracle->depth++] = tag;
	settle_tag(oracle);
}

void oracle_leave(struct oracle *oracle, uint32_t tag)
{
	bool wrong = !oracle->depth || tag != oracle->payer;

	tarn_tag_leave(tag);
	expect_unknown(oracle, wrong);
	if (!wrong)
		oracle->depth--;
	settle_tag(oracle);
}

void oracle_leave_all(struct oracle *oracle)
{
	while (oracle->depth)
		oracle_leave(oracle, oracle->payer);
}

/* ---- Limits */

void oracle_limit(struct oracle *oracle, uint32_t tag, uint32_t bytes)
{
	tarn_tag_limit(oracle->heap, tag, bytes);
	expect_unknown(oracle, tag > TARN_TAGS);
	if (tag <= TARN_TAGS)
		oracle->tag[tag].limit = bytes;
}

bool oracle_budgets(struct oracle *oracle, const struct tarn_budget *budget, uint32_t tags)
{
	struct tarn_heap_stats stats;
	uint64_t sum = 0;
	bool fits;

	tarn_heap_stats(oracle->heap, &stats);
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		uint32_t limit =
			tag && tag <= tags ? budget[tag - 1].limit : oracle->tag[tag].limit;

		sum += limit == TARN_NO_LIMIT ? 0 : limit;
	}
	fits = tags <= TARN_TAGS && sum <= stats.pools + stats.commons;
	model_equal(tarn_tag_budgets(oracle->heap, budget, tags), fits, "the budgets fit");
	expect_unknown(oracle, tags > TARN_TAGS);
	for (uint32_t tag = 1; fits && tag <= TARN_TAGS; tag++) {
		oracle->name[tag] = tag <= tags ? budget[tag - 1].name : "-";
		if (tag <= tags)
			oracle->tag[tag].limit = budget[tag - 1].limit;
	}
	return fits;
}

/* ---- Who is charged */

uint32_t oracle_left(const struct oracle *oracle)
{
	const struct tarn_tag_stats *tag = &oracle->tag[oracle->payer];

	if (tag->limit == TARN_NO_LIMIT)
		return UINT32_MAX;
	return tag->limit > tag->live ? tag->limit - tag->live : 0;
}

void oracle_pay(struct oracle *oracle, uint32_t bytes, uint32_t blocks)
{
	struct tarn_tag_stats *tag = &oracle->tag[oracle->payer];

	tag->live += bytes;
	tag->blocks += blocks;
	if (tag->live > tag->peak)
		tag->peak = tag->live;
	if (tag->blocks > tag->peak_blocks)
		tag->peak_blocks = tag->blocks;
}

void oracle_repay(struct oracle *oracle, uint32_t tag, uint32_t bytes, uint32_t blocks)
{
	oracle->tag[tag].live -= bytes;
	oracle->tag[tag].blocks -= blocks;
}

void oracle_move(struct oracle *oracle, uint32_t index, uint32_t tag)
{
	struct oracle_block *block = &oracle->block[index];
	uint32_t payer = oracle->payer;
	void *at = oracle->zero + (size_t)block->at * TARN_ALIGN;
	bool moved = tarn_tag_move(oracle->heap, at, tag);

	expect_unknown(oracle, tag > TARN_TAGS);
	if (tag > TARN_TAGS || tag == block->tag) {
		model_equal(moved, tag == block->tag, "a block moves to its own tag");
		return;
	}
	oracle->payer = tag;
	model_equal(moved, block->bytes <= oracle_left(oracle), "a block moves to a tag");
	if (moved) {
		oracle_pay(oracle, block->bytes, 1);
		oracle_repay(oracle, block->tag, block->bytes, 1);
		block->tag = (uint16_t)tag;
	} else {
		oracle->tag[tag].refused++;
	}
	oracle->payer = payer;
}

/* ---- All blocks of a tag */

/* The tag's block with the lowest address; `blocks` if it has none. */
static uint32_t first_of(const struct oracle *oracle, uint32_t tag)
{
	uint32_t first = oracle->blocks;

	for (uint32_t i = 0; i < oracle->blocks; i++) {
		if (oracle->block[i].tag == tag &&
		    (first == oracle->blocks || oracle->block[i].at < oracle->block[first].at))
			first = i;
	}
	return first;
}

/* Tarn walks in address order, so the quarantine gets the blocks in that order. */
void oracle_free_tag(struct oracle *oracle, uint32_t tag)
{
	struct tarn_tag_freed freed = tarn_free_tag(oracle->heap, tag);
	uint32_t blocks = 0;
	uint32_t bytes = 0;

	expect_unknown(oracle, tag > TARN_TAGS);
	for (uint32_t i; tag <= TARN_TAGS && (i = first_of(oracle, tag)) < oracle->blocks;) {
		blocks++;
		bytes += oracle->block[i].bytes;
		oracle_gone(oracle, i);
	}
	model_equal(freed.blocks, blocks, "blocks freed of a tag");
	model_equal(freed.bytes, bytes, "bytes freed of a tag");
}

/* ---- Checks */

void oracle_check_tags(const struct oracle *oracle)
{
	if (!TARN_TAGS)
		return;
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		const struct tarn_tag_stats *known = &oracle->tag[tag];
		struct tarn_tag_stats stats;

		tarn_tag_stats(oracle->heap, tag, &stats);
		model_equal(stats.live, known->live, "tag: live");
		model_equal(stats.blocks, known->blocks, "tag: blocks");
		model_equal(stats.peak, known->peak, "tag: peak");
		model_equal(stats.peak_blocks, known->peak_blocks, "tag: peak_blocks");
		model_equal(stats.refused, known->refused, "tag: refused");
		model_equal(stats.limit, known->limit, "tag: limit");
		model_expect(text_equal(tarn_tag_name(oracle->heap, tag), oracle->name[tag]),
			     "tag: name");
	}
	for (uint32_t i = 0; i < oracle->blocks; i++) {
		const struct oracle_block *block = &oracle->block[i];

		model_equal(
			tarn_tag_of(oracle->heap, oracle->zero + (size_t)block->at * TARN_ALIGN),
			block->tag, "the tag of a block");
	}
}
