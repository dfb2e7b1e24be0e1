/* SPDX-License-Identifier: MIT
 * Boot: check the table, lay the arena out (heap.h), carve nothing. */
#include "block.h"

static struct tarn_heap *registry;

/* ---- The table -------------------------------------------------------------------------- */

/* The bytes of a class's pool in an arena of `arena` bytes; more than any arena when they do
 * not fit 32 bits. Two numbers whose leading zeros add up to at least 32 multiply without
 * overflow. */
static uint32_t pool_bytes(const struct tarn_class *class, uint32_t arena)
{
	uint32_t share = class->per_64k;
	uint32_t blocks;

	if (share > 8192)
		return UINT32_MAX;
	share = share * (arena >> 10) >> 6;
	blocks = class->blocks + share;
	if (blocks < share || leading_zeros(blocks | 1) + leading_zeros(class->size) < 32)
		return UINT32_MAX;
	return blocks * class->size;
}

/* Planes for pools of `pools` bytes and commons of `commons`, its end included; and class 0's
 * record before them. */
static uint32_t planes_bytes(uint32_t pools, uint32_t commons)
{
	uint32_t words = FIRST_WORD + (commons >> WORD_SHIFT) + 1;

	if (pools)
		words += (pools >> WORD_SHIFT) + 1;
	return align_up(words * (uint32_t)sizeof(struct pair), GRANULE);
}

static uint32_t counters_bytes(uint32_t classes)
{
	if (!TARN_COUNT)
		return 0;
	return align_up((classes + 1) * (uint32_t)sizeof(struct tarn_counters), GRANULE);
}

/* What stands before class 0's record. */
static uint32_t records_bytes(uint32_t classes, uint32_t arena)
{
	uint32_t bytes = classes * (uint32_t)sizeof(struct pool) +
			 (classes + 1) * (uint32_t)sizeof(struct tally);

	if (TARN_COMMONS)
		bytes += last_bin(arena >> GRANULE_SHIFT) * (uint32_t)sizeof(uint32_t);
	return align_up(bytes, GRANULE) + counters_bytes(classes);
}

static inline bool class_size_good(uint32_t size)
{
	return !(size & (GRANULE - 1)) && size - 1 < TARN_ARENA_MAX;
}

/* Check the table; the bytes of all its pools, UINT32_MAX for more than that. `why` tells of the
 * first class that is wrong. With a heap (whose arena holds the records): write how many bytes
 * lie before each pool into its record. */
static enum tarn_status table_check(const struct tarn_table *table, uint32_t arena,
				    struct tarn_heap *heap, uint32_t *pools,
				    struct tarn_misfit *why)
{
	const struct tarn_class *class = table->class;
	struct pool *pool = heap ? pool_of(heap, 0) : NULL;
	uint32_t below = 0;
	uint32_t sum = 0;
	uint32_t i;

	for (i = 0; i < table->classes; i++, class ++) {
		uint32_t bytes;

		if (unlikely(!class_size_good(class->size) || class->size <= below)) {
			why->class_index = i;
			return class_size_good(class->size) ? TARN_CLASS_ORDER : TARN_CLASS_SIZE;
		}
		if (pool)
			(pool--)->start = sum;
		bytes = pool_bytes(class, arena);
		below = class->size;
		sum = bytes > UINT32_MAX - sum ? UINT32_MAX : sum + bytes;
	}
	if (pool)
		pool->start = sum;
	*pools = sum;
	return TARN_OK;
}

/* ---- The layout ------------------------------------------------------------------------- */

struct layout {
	uint32_t records; /* bytes before the planes, counters and heads included */
	uint32_t planes;
	uint32_t pools;
	uint32_t commons;
};

/* Divide the arena up. False iff the pools do not fit. */
static bool layout_solve(struct layout *layout, uint32_t arena)
{
	uint32_t fixed = layout->records + planes_bytes(layout->pools, 0);
	uint32_t room;

	layout->commons = 0;
	layout->planes = planes_bytes(layout->pools, 0);
	if (layout->pools > arena || fixed > arena - layout->pools)
		return false;
	if (!TARN_COMMONS)
		return true;
	room = arena - layout->pools - fixed;
	/* Commons and their planes fill the room: planes for all of it are too many, planes for
	 * what those leave too few by a word or two; the second step is right or below. */
	layout->commons = room - (room >> WORD_SHIFT) * (uint32_t)sizeof(struct pair);
	layout->commons = room - (layout->commons >> WORD_SHIFT) * (uint32_t)sizeof(struct pair);
	layout->commons = room - (layout->commons >> WORD_SHIFT) * (uint32_t)sizeof(struct pair);
	layout->commons &= ~(GRANULE - 1);
	if (layout->commons < 2 * GRANULE)
		layout->commons = 0; /* no room beside the sentinel */
	layout->planes = planes_bytes(layout->pools, layout->commons);
	return true;
}

/* Why the pools do not fit: the first class whose pool does not, and the bytes of arena that the
 * table needs. Pools and bins grow with the arena, so more is tried until it does. */
static SLOW void misfit(const struct tarn_table *table, uint32_t arena, struct tarn_misfit *why)
{
	uint32_t fixed = records_bytes(table->classes, arena);
	struct tarn_table part;
	uint32_t pools = 0;

	part.class = table->class;
	part.map = table->map;
	for (part.classes = 1; part.classes <= table->classes; part.classes++) {
		table_check(&part, arena, NULL, &pools, why);
		if (pools > arena || fixed + planes_bytes(pools, 0) > arena - pools)
			break;
	}
	why->class_index = part.classes <= table->classes ? part.classes - 1 : table->classes;
	for (;;) {
		table_check(table, arena, NULL, &pools, why);
		why->needs = UINT32_MAX;
		if (pools > TARN_ARENA_MAX)
			return;
		fixed = records_bytes(table->classes, arena) + planes_bytes(pools, 0) + pools;
		why->needs = arena;
		if (fixed <= arena)
			return;
		arena = fixed;
	}
}

_Static_assert(BIN_WORDS == 3 && TARN_FAULT_KINDS % 4 == 0, "as heap_clear counts");

static void heap_clear(struct tarn_heap *heap)
{
	heap->used = 0;
	heap->peak = 0;
	heap->touched = 0;
	heap->bins[0] = 0;
	heap->bins[1] = 0;
	heap->bins[2] = 0;
	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind += 4) {
		heap->faults[kind] = 0;
		heap->faults[kind + 1] = 0;
		heap->faults[kind + 2] = 0;
		heap->faults[kind + 3] = 0;
	}
#if TARN_HARDEN >= 3
	heap->sequence = 0;
	heap->quarantine_first = 0;
	heap->quarantine_blocks = 0;
#endif
}

/* Finish the record of each pool, and set the plane word in which it begins: that names the class
 * of its first granule, which is the last class before this one that has blocks, or class 0. */
static void pools_make(struct tarn_heap *heap, uint32_t start)
{
	uint32_t before = 0;
	uint32_t set = UINT32_MAX;
	struct pool *pool = pool_of(heap, 0);
	struct tally *tally = tally_of(heap, 0);

	for (uint32_t i = 0; i <= heap->classes; i++, pool--, tally--) {
		uint32_t offset = pool->start + start;
		uint32_t word = offset >> WORD_SHIFT;

		pool->head = 0;
		pool->live = 0;
		pool->start = offset;
		pool->carved = 0;
		tally->refused = 0;
#if TARN_HARDEN >= 3
		tally->peak = 0;
		tally->quarantined = 0;
#endif
		if (i == heap->classes || pool[-1].start + start == offset)
			continue; /* no blocks */
		if (word != set) {
			pair_set(pair_at(heap, offset), 0, offset & (WORD_BYTES - 1) ? before : i);
			set = word;
		}
		before = i;
	}
}

/* Requests below map_limit find their class in the map. */
static uint32_t map_limit(const struct tarn_table *table)
{
	uint32_t limit = TARN_MAP_ENTRIES - 1;
	uint32_t largest = table->classes ? table->class[table->classes - 1].size : 0;

	if (largest >> GRANULE_SHIFT < limit)
		limit = largest >> GRANULE_SHIFT;
	limit <<= GRANULE_SHIFT;
	return limit <= TARN_RECORD ? 0 : limit + 1 - TARN_RECORD;
}

static void heads_clear(uint32_t *head, uint32_t heads)
{
	for (; heads >= 4; heads -= 4, head += 4) {
		head[0] = 0;
		head[1] = 0;
		head[2] = 0;
		head[3] = 0;
	}
	for (; heads; heads--)
		*head++ = 0;
}

static void heap_make(struct tarn_heap *heap, uintptr_t arena, uint32_t bytes,
		      const struct layout *layout, const struct tarn_table *table)
{
	uintptr_t planes = arena + layout->records;
	uintptr_t pools = arena + bytes - layout->commons - layout->pools;

	heap_clear(heap);
	heap->class = table->class;
	heap->classes = table->classes;
	heap->map = table->map;
	heap->map_limit = map_limit(table);
	heap->planes = planes;
	heap->commons = FIRST_WORD << WORD_SHIFT;
	if (layout->pools)
		heap->commons += (layout->pools & ~(WORD_BYTES - 1)) + WORD_BYTES;
	heap->base = pools + layout->pools - heap->commons;
	pools_make(heap, heap->commons - layout->pools);
	pool_of(heap, heap->classes)->head = bytes;
	pool_of(heap, heap->classes)->carved = layout->commons >> GRANULE_SHIFT;
#if TARN_COUNT
	heap->counters = (struct tarn_counters *)arena;
	counters_clear(heap);
#endif
	if (TARN_COMMONS) {
		heap->heads =
			arena + counters_bytes(heap->classes) - sizeof(uint32_t); /* no bin 0 */
		heads_clear(head_of(heap, 1), last_bin(commons_room(heap)));
	}
	commons_init(heap);
#if TARN_HARDEN >= 2
	heap->virgin = heap->commons + GRANULE;
#endif
}

static void register_heap(struct tarn_heap *heap)
{
	tarn_port_key key = tarn_port_lock();

	heap->next = registry;
	registry = heap;
	tarn_port_unlock(key);
}

enum tarn_status tarn_init_as(struct tarn_heap *heap, void *arena, size_t bytes,
			      const struct tarn_table *table, struct tarn_misfit *why,
			      uint32_t build)
{
	struct tarn_misfit unasked;
	uintptr_t start = ((uintptr_t)arena + GRANULE - 1) & ~(uintptr_t)(GRANULE - 1);
	uintptr_t end = ((uintptr_t)arena + bytes) & ~(uintptr_t)(GRANULE - 1);
	struct layout layout;
	enum tarn_status status;
	uint32_t size;
	bool fits;

	if (!why)
		why = &unasked;
	why->class_index = table->classes;
	why->needs = 0;
	if (build != TARN_BUILD_ID)
		return TARN_BUILD;
	if (table->classes > TARN_CLASSES_MAX || (!TARN_POOLS && table->classes))
		return TARN_CLASS_COUNT;
	if (bytes > TARN_ARENA_MAX)
		return TARN_ARENA_LARGE;
	size = end > start ? (uint32_t)(end - start) : 0;
	layout.records = records_bytes(table->classes, size);
	tarn_forget(heap);
	heap->planes = start + layout.records;
	fits = layout.records <= size && size - layout.records >= planes_bytes(0, 0);
	status = table_check(table, size, fits ? heap : NULL, &layout.pools, why);
	if (status != TARN_OK)
		return status;
	if (!fits || !layout_solve(&layout, size)) {
		misfit(table, size, why);
		return TARN_ARENA_SMALL;
	}
	heap_make(heap, start, size, &layout, table);
	register_heap(heap);
	return TARN_OK;
}

/* ---- The registry ----------------------------------------------------------------------- */

void tarn_forget(struct tarn_heap *heap)
{
	tarn_port_key key = tarn_port_lock();

	for (struct tarn_heap **link = &registry; *link; link = &(*link)->next) {
		if (*link == heap) {
			*link = heap->next;
			break;
		}
	}
	tarn_port_unlock(key);
}

struct tarn_heap *tarn_heap_first(void)
{
	return registry;
}

struct tarn_heap *tarn_heap_next(const struct tarn_heap *heap)
{
	return heap->next;
}
