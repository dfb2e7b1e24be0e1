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
	const struct pool *first; /* of the class looked at: its first pool */
	const struct pool *pool;  /* looked at */
	uint32_t index;           /* its class, or `classes` */
	uint32_t offset;          /* the block or run looked at */
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

/* I1: a pool begins after the one before it, and its blocks fill it. It is of the same class or of
 * the next, whose current pool is one of its own. */
static uint32_t check_bounds(struct audit *audit)
{
	const struct tarn_heap *heap = audit->heap;
	const struct pool *pool = audit->pool;
	uint32_t blocks = pool->blocks;
	uint32_t class_index = pool == pool_of(heap, 0) ? 0 : pool[-1].class_index + 1;
	uint32_t current = *current_of(heap, audit->index) - (uint32_t)heap->records;

	audit->offset = pool->start;
	if (pool->class_index != class_index &&
	    (!class_index || pool->class_index != class_index - 1))
		return 1;
	if (pool + 1 == pool_of(heap, pools_of(heap)) &&
	    pool->class_index + 1u != classes_of(heap)) /* no class is without a pool */
		return 1;
	if (current % sizeof(struct pool) || current / sizeof(struct pool) >= pools_of(heap) ||
	    pool_current(heap, audit->index)->class_index != audit->index)
		return 1;
	return pool->start > pool_end(pool) || pool_end(pool) > commons_of(heap) ||
			       blocks > POOL_BLOCKS || pool->carved > blocks ||
			       pool_offset(pool, blocks) != pool_end(pool) ||
			       pool_number(pool, pool_end(pool)) != blocks
		       ? 1
		       : 0;
}

/* The live blocks of a class, and those that wait. */
struct counted {
	uint32_t live;
	uint32_t waiting;
};

/* I2: each carved block finds its pool. */
static uint32_t check_blocks(struct audit *audit, struct counted *counted)
{
	const struct tarn_heap *heap = audit->heap;
	const struct pool *pool = audit->pool;

	for (uint32_t number = 0; number < pool->carved; number++) {
		struct pool *found = NULL;

		audit->offset = pool_offset(pool, number);
		if (pool_find(heap, audit->offset, &found) != number || found != pool)
			return 2;
		if (!pool_has(pool, number)) {
			counted->live++;
			if (!record_whole(heap, audit->offset, pool->size, &counted->waiting))
				return 9;
		}
		if (!audit_step(audit))
			return AGAIN;
	}
	return 0;
}

/* I5: level 3 counts the live blocks of a class, and those that wait. */
static uint32_t check_class(struct audit *audit)
{
	struct counted counted = {0, 0};
	uint32_t broken = 0;

	audit->pool = audit->first;
	for (; !broken && audit->pool->class_index == audit->index; audit->pool++)
		broken = check_blocks(audit, &counted);
#if TARN_HARDEN >= 3
	const struct tally *tally = tally_of(audit->heap, audit->index);

	if (!broken && (counted.waiting != tally->quarantined ||
			counted.live - counted.waiting != tally->live))
		broken = 5;
#endif
	return broken;
}

/* I3: a word of the bits is marked iff it is not 0, and no block that was never carved is free. A
 * pool that is marked as off its class's stack has no free block. */
static uint32_t check_bits(struct audit *audit)
{
	const struct pool *pool = audit->pool;

	audit->offset = pool->start;
	for (uint32_t number = 0; number < POOL_BLOCKS; number += 32) {
		uint32_t word = number < pool->blocks ? *pool_bits(pool, number) : 0;
		uint32_t fresh = number >= pool->carved        ? UINT32_MAX
				 : pool->carved - number >= 32 ? 0
							       : UINT32_MAX << (pool->carved & 31);

		audit->offset = pool_offset(pool, number);
		if ((pool->some >> (number >> 5) & 1) != (word != 0) || word & fresh ||
		    (pool->some & UNLISTED && word))
			return 3;
		if (!audit_step(audit))
			return AGAIN;
	}
	return 0;
}

/* I3: the pools of a class that are not marked as off its stack are on it, each once, down to the
 * last one of which a block was used. */
static uint32_t check_stack(struct audit *audit)
{
	const struct tarn_heap *heap = audit->heap;
	const struct pool *pool = pool_current(heap, audit->index);
	uint32_t listed = 1;

	while (pool->under < pools_of(heap) && pool_of(heap, pool->under) != pool) {
		audit->offset = pool->start;
		pool = pool_of(heap, pool->under);
		if (pool->class_index != audit->index || ++listed > pools_of(heap))
			return 3;
		if (!audit_step(audit))
			return AGAIN;
	}
	for (audit->pool = audit->first; audit->pool->class_index == audit->index; audit->pool++) {
		audit->offset = audit->pool->start;
		if (audit->pool <= pool)
			listed -= !(audit->pool->some & UNLISTED);
		else if (audit->pool->carved || audit->pool->some)
			return 3;
		if (audit->pool < pool && audit->pool->carved != audit->pool->blocks)
			return 3;
		if (!audit_step(audit))
			return AGAIN;
	}
	return pool->some & UNLISTED || listed ? 3 : 0;
}

struct run_sums {
	uint32_t free_runs;
	uint32_t used;
};

/* I6, I7: one run. Its length is the same from both ends. */
static uint32_t check_run(const struct audit *audit, struct run_sums *sums, bool *free_before)
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

static uint32_t check_runs(struct audit *audit, struct run_sums *sums)
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

/* I4: each free run but the last is on the list of its length's bin, once, and its links agree. */
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

		if (!in_commons(heap, audit->offset) || !listed(heap, audit->offset) ||
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
	struct run_sums sums;
	uint32_t bins = bin_heads(commons_granules(heap));
	uint32_t broken;

	sums.free_runs = 0;
	sums.used = 0;
	if (!commons_granules(heap))
		return 0;
	broken = check_runs(audit, &sums);
	if (!broken && heap->last) {
		audit->offset = heap->last;
		if (!in_commons(heap, heap->last) || live_at(heap, heap->last) ||
		    !(pair_at(heap, heap->last)->start & bit_of(heap->last)) || !sums.free_runs--)
			return 4;
	} else if (!broken && heap->last_length) {
		return 4;
	}
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
	struct pool *pool;
	uint32_t bytes;
	uint32_t tag;

	*step = cursor_step(heap, cursor, &pool, &offset);
	if (*step != BLOCK)
		return 0;
	audit->index = class_of(heap, pool);
	audit->offset = offset;
	bytes = block_size(heap, offset, pool);
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

/* Runs a part for each pool. */
static uint32_t check_pools(struct audit *audit, uint32_t (*part)(struct audit *audit))
{
	uint32_t broken = 0;

	for (uint32_t number = 0; !broken && number < pools_of(audit->heap); number++) {
		audit->pool = pool_of(audit->heap, number);
		audit->index = audit->pool->class_index;
		if (audit->index >= classes_of(audit->heap))
			return 1;
		broken = check_part(audit, part);
	}
	return broken;
}

static uint32_t check_all(struct audit *audit)
{
	uint32_t broken = check_pools(audit, check_bounds);

	if (!broken)
		broken = check_pools(audit, check_bits);
	for (uint32_t index = 0; !broken && index < classes_of(audit->heap); index++) {
		audit->index = index;
		audit->first =
			class_first(audit->heap, index); /* outside the lock: it may be far */
		broken = check_part(audit, check_stack);
		if (!broken)
			broken = check_part(audit, check_class);
	}
	if (broken)
		return broken;
	audit->index = classes_of(audit->heap);
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
