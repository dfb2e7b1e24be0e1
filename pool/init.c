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

/* What lies before the heads. */
static uint32_t records_bytes(uint32_t classes)
{
	uint32_t counters = TARN_COUNT ? (classes + 1) * (uint32_t)sizeof(struct tarn_counters) : 0;

	return counters +
	       (classes + 1) * (uint32_t)(sizeof(struct pool) + sizeof(struct tally));
}

static inline bool class_size_good(uint32_t size)
{
	return !(size & (GRANULE - 1)) && size - 1 < TARN_ARENA_MAX;
}

/* Check the table; the bytes of all its pools, UINT32_MAX for more than that. `why` tells of the
 * first class that is wrong. `pool`, unless NULL: class 0's record; write into each pool's how many
 * bytes lie before it. */
static enum tarn_status table_check(const struct tarn_class *class, uint32_t classes,
				    uint32_t arena, struct pool *pool, uint32_t *pools,
				    struct tarn_misfit *why)
{
	uint32_t below = 0;
	uint32_t sum = 0;

	for (uint32_t i = 0; i < classes; i++, class ++) {
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
	uint32_t records; /* bytes before the heads */
	uint32_t first;   /* plane words' worth of heads */
	uint32_t planes;  /* bytes from there on */
	uint32_t pools;
	uint32_t commons;
};

/* Divide the arena up. False iff the pools do not fit; what they need then is known all the
 * same. */
static bool layout_solve(struct layout *layout, uint32_t arena)
{
	uint32_t fixed = layout->records + layout->pools;
	uint32_t room = arena > fixed ? arena - fixed : 0;

	layout->first = TARN_COMMONS ? bin_heads(room >> GRANULE_SHIFT) / 2 : 1;
	layout->planes = layout->first + 1;
	if (layout->pools)
		layout->planes += (layout->pools >> WORD_SHIFT) + 1;
	layout->planes *= (uint32_t)sizeof(struct pair);
	layout->commons = 0;
	if (layout->planes > room)
		return false;
	if (!TARN_COMMONS)
		return true;
	room -= layout->planes;
	/* Commons and their planes fill the room. Planes for none are too few, so what they leave is
	 * too much; planes for that are too many; and so on: the fourth step is right or below. */
	for (uint32_t i = 0; i < 4; i++)
		layout->commons =
			room - (layout->commons >> WORD_SHIFT) * (uint32_t)sizeof(struct pair);
	layout->commons &= ~(GRANULE - 1);
	if (layout->commons < 2 * GRANULE)
		layout->commons = 0; /* no room beside the sentinel */
	layout->planes += (layout->commons >> WORD_SHIFT) * (uint32_t)sizeof(struct pair);
	return true;
}

/* The bytes of arena that the table's first `classes` need if it is `arena` bytes long: pools and
 * bins grow with it. UINT32_MAX: more than any. */
static uint32_t table_needs(const struct tarn_table *table, uint32_t classes, uint32_t arena,
			    struct tarn_misfit *why)
{
	struct layout layout;

	table_check(table->class, classes, arena, NULL, &layout.pools, why);
	if (layout.pools > TARN_ARENA_MAX)
		return UINT32_MAX;
	layout.records = records_bytes(classes);
	if (layout_solve(&layout, arena))
		return arena;
	return align_up(layout.records + layout.planes + layout.pools, GRANULE);
}

/* Why the pools do not fit: the first class whose pool does not, and the arena to ask for. */
static SLOW void misfit(const struct tarn_table *table, uint32_t arena, struct tarn_misfit *why)
{
	uint32_t classes = 0;

	while (classes < table->classes && table_needs(table, classes + 1, arena, why) <= arena)
		classes++;
	for (why->needs = arena;; why->needs = arena) {
		arena = table_needs(table, table->classes, arena, why);
		if (arena == UINT32_MAX || arena <= why->needs)
			break;
	}
	why->needs = arena;
	why->class_index = classes;
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

/* Requests below map_limit find their class in the map. It is even where there are classes that the
 * map does not reach. */
static uint32_t map_limit(const struct tarn_table *table)
{
	uint32_t reach = (TARN_MAP_ENTRIES - 1) << GRANULE_SHIFT;
	uint32_t largest = table->classes ? table->class[table->classes - 1].size : 0;

	if (largest > reach)
		return reach - TARN_RECORD;
	return largest <= TARN_RECORD ? 0 : largest + 1 - TARN_RECORD;
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
	heap_clear(heap);
	heap->class = table->class;
	heap->classes = table->classes;
	heap->map = table->map;
	heap->map_limit = map_limit(table);
	heap->planes = arena + layout->records;
	heap->commons = layout->first << WORD_SHIFT;
	if (layout->pools)
		heap->commons += (layout->pools & ~(WORD_BYTES - 1)) + WORD_BYTES;
	heap->base = arena + bytes - layout->commons - heap->commons;
	pools_make(heap, heap->commons - layout->pools);
	pool_of(heap, heap->classes)->head = bytes;
	pool_of(heap, heap->classes)->carved = layout->commons >> GRANULE_SHIFT;
#if TARN_COUNT
	heap->counters = (struct tarn_counters *)arena;
	counters_clear(heap);
#endif
	if (TARN_COMMONS)
		heads_clear(head_of(heap, 0), layout->first * 2);
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
	tarn_forget(heap);
	if (build != TARN_BUILD_ID)
		return TARN_BUILD;
	if (table->classes > TARN_CLASSES_MAX || (!TARN_POOLS && table->classes))
		return TARN_CLASS_COUNT;
	if (bytes > TARN_ARENA_MAX)
		return TARN_ARENA_LARGE;
	size = end > start ? (uint32_t)(end - start) : 0;
	layout.records = records_bytes(table->classes);
	fits = size >= layout.records;
	status = table_check(table->class, table->classes, size,
			     fits ? (struct pool *)(start + layout.records) - 1 : NULL, &layout.pools,
			     why);
	if (status != TARN_OK)
		return status;
	if (layout.pools > size || !layout_solve(&layout, size)) {
		misfit(table, size, why);
		why->needs += (uint32_t)bytes - size; /* what alignment takes */
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
