/* SPDX-License-Identifier: MIT
 * The validator: checks each numbered invariant of DESIGN.md, in slices.
 *
 * Each part walks one structure. Between its slices an interrupt handler may change the heap. Then
 * the part's sums are worthless and it begins again, up to TRIES times. A part that never finds the
 * heap unchanged is passed over. */
#include "../heap/cursor.h"
#include "../heap/watch.h"

#define SLICE 2
#define TRIES 4
#define AGAIN UINT32_MAX

struct audit {
	struct tarn_heap *heap;
	tarn_port_key key;
	uint32_t index;  /* pool, or `classes` */
	uint32_t offset; /* the block or run looked at */
	uint32_t passed;
};

static void audit_begin(struct audit *audit)
{
	audit->passed = 0;
	audit->key = tarn_port_lock();
	audit->heap->touched = TOKEN(audit);
}

static void audit_end(struct audit *audit)
{
	tarn_port_unlock(audit->key);
}

/* Opens a new window. False iff the heap was changed in between. */
static bool audit_pause(struct audit *audit)
{
	tarn_port_unlock(audit->key);
	audit->passed = 0;
	audit->key = tarn_port_lock();
	return audit->heap->touched == TOKEN(audit);
}

/* The same between two steps, after every SLICE of them. */
static bool audit_step(struct audit *audit)
{
	return ++audit->passed < SLICE || audit_pause(audit);
}

static bool live_at(const struct tarn_heap *heap, uint32_t offset)
{
	return pair_at(heap, offset)->live & bit_of(offset);
}

/* I9: the record of a live block and its slack are whole. Counts blocks that wait in the
 * quarantine. */
static bool record_whole(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes,
			 uint32_t *waiting)
{
#if TARN_HARDEN >= 2
	uint32_t size;
	enum guard_state state = guard_state(at(heap, offset), bytes, offset, &size);

	*waiting += state == GUARD_FREED;
	return state != GUARD_DAMAGED &&
	       (state == GUARD_FREED || guard_slack_whole(at(heap, offset), bytes, size));
#else
	(void)heap, (void)offset, (void)bytes, (void)waiting;
	return true;
#endif
}

/* I1: a pool begins after the one before it, and its fresh part begins at a block. */
static uint32_t check_bounds(struct audit *audit)
{
	const struct tarn_heap *heap = audit->heap;
	const struct pool *pool = pool_of(heap, audit->index);
	uint32_t rest;

	audit->offset = pool->start;
	if (pool_fresh(pool) < pool->start || pool_fresh(pool) > pool_end(pool) ||
	    pool_end(pool) > commons_of(heap))
		return 1;
	if (!audit_pause(audit))
		return AGAIN;
	pool_block(pool_fresh(pool) - pool->start, heap->size_class[audit->index].size, &rest);
	return rest ? 1 : 0;
}

/* I2: each carved block finds its pool. I5: as many L bits are set as blocks are counted. */
static uint32_t check_blocks(struct audit *audit)
{
	const struct tarn_heap *heap = audit->heap;
	const struct pool *pool = pool_of(heap, audit->index);
	uint32_t size = heap->size_class[audit->index].size;
	uint32_t live = 0;
	uint32_t waiting = 0;

	for (audit->offset = pool->start; audit->offset < pool_fresh(pool); audit->offset += size) {
		if ((pair_at(heap, audit->offset)->start & ~TWO_POOLS) - 1 > audit->index ||
		    pool_holding(heap, audit->offset, pair_at(heap, audit->offset)->start) != pool)
			return 2;
		if (live_at(heap, audit->offset)) {
			live++;
			if (!record_whole(heap, audit->offset, size, &waiting))
				return 9;
		}
		if (!audit_step(audit))
			return AGAIN;
	}
#if TARN_HARDEN >= 3
	if (waiting != tally_of(heap, audit->index)->quarantined)
		return 5;
#else
	waiting = 0;
#endif
	return live == (pool->live & LIVE_MASK) + waiting ? 0 : 5;
}

/* I3: the free list holds each carved block that is not live, once. */
static uint32_t check_free_list(struct audit *audit)
{
	const struct tarn_heap *heap = audit->heap;
	const struct pool *pool = pool_of(heap, audit->index);
	uint32_t size = heap->size_class[audit->index].size;
	uint32_t rest;
	uint32_t left = pool_block(pool_fresh(pool) - pool->start, size, &rest);

	if (!audit_pause(audit))
		return AGAIN;
	left -= pool->live & LIVE_MASK;
#if TARN_HARDEN >= 3
	left -= tally_of(heap, audit->index)->quarantined;
#endif
	audit->offset = pool->head;
	while (audit->offset) {
		uint32_t next;

		if (left-- == 0 ||
		    granule_of(audit->offset - pool->start) >= (pool_fresh(pool) - pool->start) >>
			    GRANULE_SHIFT ||
		    live_at(heap, audit->offset))
			return 3;
		next = node_at(heap, audit->offset)->next;
		if (node_at(heap, audit->offset)->prev != pool_check(heap, audit->offset, next))
			return 3;
		if (!audit_pause(audit))
			return AGAIN;
		pool_block(audit->offset - pool->start, size, &rest);
		if (rest)
			return 3;
		if (!audit_pause(audit))
			return AGAIN;
		audit->offset = next;
	}
	return left ? 3 : 0;
}

struct sums {
	uint32_t free_runs;
	uint32_t used;
};

/* I6, I7: one run. Its length is the same from both ends. */
static uint32_t check_run(const struct audit *audit, struct sums *sums, bool *free_before)
{
	const struct tarn_heap *heap = audit->heap;
	uint32_t offset = audit->offset;
	uint32_t length = run_length(heap, offset);
	uint32_t bytes = length << GRANULE_SHIFT;
	uint32_t waiting = 0;

	if (length == 0 || length > (heap_end(heap) - offset) >> GRANULE_SHIFT)
		return 6;
	if (!(pair_at(heap, offset)->start & bit_of(offset)))
		return 6;
	if (run_length_before(heap, offset + bytes) != length)
		return 6;
	if (live_at(heap, offset)) {
		*free_before = false;
		if (!record_whole(heap, offset, bytes, &waiting))
			return 9;
		sums->used += waiting ? 0 : length;
		return 0;
	}
	if (*free_before)
		return 7;
	*free_before = true;
	sums->free_runs++;
	return 0;
}

static uint32_t check_runs(struct audit *audit, struct sums *sums)
{
	const struct tarn_heap *heap = audit->heap;
	bool free_before = false;

	for (audit->offset = commons_first(heap); audit->offset < heap_end(heap);
	     audit->offset += run_length(heap, audit->offset) << GRANULE_SHIFT) {
		uint32_t broken = check_run(audit, sums, &free_before);

		if (broken)
			return broken;
		if (!audit_step(audit))
			return AGAIN;
	}
	/* I8: the counters. */
	return heap->room <= heap->peak && sums->used == heap->peak - heap->room &&
			       watch_sound(heap)
		       ? 0
		       : 8;
}

/* I4: each free run is on the list of its length's bin, once, and its links agree. */
static uint32_t check_bin(struct audit *audit, uint32_t bin, uint32_t *free_runs)
{
	const struct tarn_heap *heap = audit->heap;
	uint32_t prev = bin_place(bin);
	uint32_t bit = heap->bins[bin >> 5] & (TOP_BIT >> (bin & 31));

	audit->offset = *head_of(heap, bin);
	if ((audit->offset != 0) != (bit != 0))
		return 4;
	while (audit->offset) {
		const struct node *node = node_at(heap, audit->offset);

		if (!in_commons(heap, audit->offset) || !free_start(heap, audit->offset) ||
		    node->prev != link_of(heap, prev, audit->offset) ||
		    bin_of(run_length(heap, audit->offset)) != bin || (*free_runs)-- == 0)
			return 4;
		prev = audit->offset;
		audit->offset = node->next ^ link_of(heap, prev, 0);
		if (!audit_step(audit))
			return AGAIN;
	}
	return 0;
}

static uint32_t check_commons(struct audit *audit)
{
	const struct tarn_heap *heap = audit->heap;
	struct sums sums;
	uint32_t bins = bin_heads(commons_granules(heap));
	uint32_t broken;

	sums.free_runs = 0;
	sums.used = 0;
	if (!commons_granules(heap))
		return 0;
	broken = check_runs(audit, &sums);
	for (uint32_t bin = 1; bin < bins && !broken; bin++) {
		broken = check_bin(audit, bin, &sums.free_runs);
		if (!broken && !audit_step(audit))
			broken = AGAIN;
	}
	if (!broken && sums.free_runs)
		return 4;
	return broken;
}

#if TARN_TAGS > 0

/* Weighs an amount by its tag. So one sum of all blocks tells whether each tag's count is right.
 * The weights are odd and have no pattern, so two errors do not cancel each other out. */
static uint32_t tag_weight(uint32_t tag, uint32_t amount)
{
	uint32_t weight = (tag + 1) * UINT32_C(0x9e3779b1);

	weight = (weight ^ weight >> 15) * UINT32_C(0x85ebca6b);
	return amount * ((weight ^ weight >> 13) | 1);
}

struct tag_sums {
	uint32_t bytes;
	uint32_t blocks;
};

/* One step of the cursor: a block's word names a tag. Blocks in the quarantine have none. */
static uint32_t check_tag(struct audit *audit, struct cursor *cursor, struct tag_sums *sums,
			  enum step *step)
{
	const struct tarn_heap *heap = audit->heap;
	uint32_t offset = 0;
	uint32_t bytes;
	uint32_t tag;

	*step = cursor_step(heap, cursor, &audit->index, &offset);
	if (*step != BLOCK)
		return 0;
	audit->offset = offset;
	bytes = block_size(heap, offset, audit->index);
	tag = tag_read(heap, offset, bytes);
	if (!block_ready(heap, offset, bytes))
		return 0;
	if (tag > TARN_TAGS)
		return 10;
	sums->bytes += tag_weight(tag, bytes);
	sums->blocks += tag_weight(tag, 1);
	return 0;
}

/* I10: each live block has a tag, and each tag's counts are the sums of its blocks. */
static uint32_t check_tags(struct audit *audit)
{
	struct cursor cursor;
	struct tag_sums sums = {0, 0};
	enum step step = NOTHING;

	cursor_first(audit->heap, &cursor);
	while (step != END) {
		uint32_t broken = check_tag(audit, &cursor, &sums, &step);

		if (broken)
			return broken;
		if (!audit_step(audit))
			return AGAIN;
	}
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		sums.bytes -= tag_weight(tag, tag_live(audit->heap, tag));
		sums.blocks -= tag_weight(tag, tag_blocks(audit->heap, tag));
		if (!audit_step(audit))
			return AGAIN;
	}
	audit->index = classes_of(audit->heap);
	return sums.bytes || sums.blocks ? 10 : 0;
}

#endif

/* Runs one part until no one changes the heap meanwhile. */
static uint32_t check_part(struct audit *audit, uint32_t (*part)(struct audit *audit))
{
	uint32_t broken = AGAIN;

	for (uint32_t tries = 0; broken == AGAIN && tries < TRIES; tries++) {
		audit_begin(audit);
		broken = part(audit);
		audit_end(audit);
	}
	return broken == AGAIN ? 0 : broken;
}

static uint32_t check_all(struct audit *audit)
{
	uint32_t broken = 0;

	static uint32_t (*const parts[])(struct audit *) = {check_bounds, check_blocks,
							    check_free_list};

	for (audit->index = 0; TARN_POOLS && audit->index < audit->heap->classes; audit->index++)
		for (uint32_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
			if ((broken = check_part(audit, parts[i])) != 0)
				return broken;
	audit->index = audit->heap->classes;
	if (TARN_COMMONS)
		broken = check_part(audit, check_commons);
#if TARN_TAGS > 0
	if (!broken)
		broken = check_part(audit, check_tags);
#endif
	return broken;
}

uint32_t tarn_check(struct tarn_heap *heap, struct tarn_broken *broken)
{
	struct audit audit;
	uint32_t invariant;

	if (!heap_ready(heap))
		return 0;
	audit.heap = heap;
	audit.index = 0;
	audit.offset = 0;
	invariant = check_all(&audit);

	if (broken && invariant) {
		broken->invariant = invariant;
		broken->class_index = audit.index;
		broken->offset = audit.offset + heap_arena(heap) - heap_end(heap);
	}
	return invariant;
}
