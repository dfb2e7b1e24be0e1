/* SPDX-License-Identifier: MIT
 * Boot: lay the arena out, carve nothing. */
#include "layout.h"
#include "run.h"

static struct tarn_heap *registry;

#if FOR_SPEED

/* Finish the record of each pool, and set the plane word in which it begins: that names the class
 * of its first granule, which is the last class before this one that has blocks, or class 0. */
static void pools_make(struct tarn_heap *heap, uint32_t start)
{
	uint32_t before = 0;
	uint32_t set = UINT32_MAX;
	struct pool *pool = pool_of(heap, 0);
	struct tally *tally = tally_of(heap, 0);

	for (uint32_t i = 0;; i++, pool--, tally--) {
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
		if (i == classes_of(heap))
			return;
		if (pool[-1].start + start == offset)
			continue; /* no blocks */
		if (word != set) {
			pair_set(pair_at(heap, offset), 0, offset & (WORD_BYTES - 1) ? before : i);
			set = word;
		}
		before = i;
	}
}

/* Was the map made for these classes? Its last entry tells of one that nobody filled, and of most others. */
static bool map_fits(const struct tarn_table *table)
{
	uint32_t reach = (TARN_MAP_ENTRIES - 1) << GRANULE_SHIFT;
	uint32_t classes = table->classes;
	uint32_t index;

	if (!TARN_POOLS)
		return true;
	if (!table->map)
		return false;
	index = table->map[TARN_MAP_ENTRIES - 1];
	if (index < classes)
		return table->class[index].size >= reach;
	return index == classes && (!classes || table->class[classes - 1].size < reach);
}

/* Requests below map_limit find their class in the map. Unless there are classes that it does not reach,
 * the commons serve the next `long_sizes` sizes beyond the exact bins' in one lock window. */
static void map_make(struct tarn_heap *heap, const struct tarn_table *table)
{
	uint32_t reach = (TARN_MAP_ENTRIES - 1) << GRANULE_SHIFT;
	uint32_t largest = 0;

	if (TARN_POOLS && table->classes)
		largest = table->class[table->classes - 1].size;
	if (TARN_COMMONS && largest <= reach)
		heap->long_sizes = (FRONTIER_SLICE << GRANULE_SHIFT) - EXACT_BYTES;
	if (largest > reach)
		largest = reach;
	heap->map = table->map;
	if (largest > TARN_RECORD)
		heap->map_limit = (uint16_t)(largest + 1 - TARN_RECORD);
}

#else

/* Finish the record of each pool, and set the plane word in which it begins. */
static inline void pools_make(struct tarn_heap *heap, uint32_t start)
{
	struct pool *pool = pool_of(heap, 0);
	uint32_t left = classes_of(heap);

	do {
		pool->start += start;
		pair_at(heap, pool->start)->live = 0;
		pool--;
	} while (left--);
}

/* There is no map: see class_for. */
static inline bool map_fits(const struct tarn_table *table)
{
	(void)table;
	return true;
}

static inline void map_make(struct tarn_heap *heap, const struct tarn_table *table)
{
	(void)heap, (void)table;
}

#endif

/* Make the commons one free run. */
static inline void commons_init(struct tarn_heap *heap)
{
	uint32_t commons = heap->commons;
	uint32_t end = heap_end(heap);
	uint32_t run = commons + GRANULE;
	struct pair *pair = pair_at(heap, commons);
	struct pair *last = pair_at(heap, end);

	words_clear(heap->planes,
		    (pool_of(heap, 0)->start >> WORD_SHIFT) * (uint32_t)sizeof(struct pair));
	heap->heads = (uint32_t)(heap->planes - heap->base); /* where requests look first */
	if (end == commons)
		return;
	heap->span = ((end - heap->heads) >> 2) - 1; /* a node is two words */
#if FOR_SPEED
	/* From where frontier_advance ends before the last word, unless there are fewer than two others: then
	 * it sets one too many, where no block is yet. */
	heap->reach = commons - ((uint32_t)(last - pair - 1) % FRONTIER_WORDS << WORD_SHIFT);
#endif
	frontier_reach(heap, commons);
	/* The sentinels: both ends look like live runs, so no merge looks beyond them. */
	last->start = 0;
	pair_set(pair, TOP_BIT, TOP_BIT);
	start_flip(heap, end);
	live_flip(heap, end);
	start_flip(heap, run);
	list_insert(heap, run, (end - run) >> GRANULE_SHIFT);
}

enum tarn_status tarn_init_as(struct tarn_heap *heap, void *arena, size_t bytes,
			      const struct tarn_table *table, uint32_t build)
{
	struct layout layout;
	uintptr_t start;
	uint32_t size;
	struct pool *records;
	enum tarn_status status;
	tarn_port_key key;

	tarn_forget(heap);
	if (build != TARN_BUILD_ID)
		return TARN_BUILD;
	/* A heap that was never made reads 0 everywhere, and so does one that could not be: it refuses
	 * every request, and owns no pointer. */
	words_clear((uintptr_t)heap, sizeof(*heap));
	heap->base = 1; /* NULL is then not at offset 0, where tarn_free would look for a pool */
	if (table->classes > (TARN_POOLS ? TARN_CLASSES_MAX : 0))
		return TARN_CLASS_COUNT;
	if (bytes > TARN_ARENA_MAX)
		return TARN_ARENA_LARGE;
	size = arena_trim((uintptr_t)arena, bytes, &start);
	records = (struct pool *)(start + layout_records(table->classes)); /* their end */
	status = layout_solve(&layout, table->class, table->classes, size, records);
	if (status != TARN_OK)
		return status;
	if (!map_fits(table))
		return TARN_CLASS_MAP;
	map_make(heap, table);
	if (TARN_POOLS) {
		heap->class = table->class;
		heap->classes = table->classes;
	}
	heap->planes = (uintptr_t)records;
	heap->commons = (layout.planes - (uint32_t)sizeof(struct pair)) << (WORD_SHIFT - 3);
	heap->end = heap->commons + layout.commons;
	heap->base = start + size - heap->end;
	pools_make(heap, heap->commons - layout.pools);
	pool_of(heap, classes_of(heap))->head = size;
#if TARN_COUNT
	heap->counters = (struct tarn_counters *)start;
	if (FOR_SPEED)
		counters_clear(heap);
#endif
	if (TARN_COMMONS)
		commons_init(heap);
#if TARN_HARDEN >= 2
	heap->virgin = heap->commons + GRANULE;
#endif
	key = tarn_port_lock();
	heap->next = registry;
	registry = heap;
	tarn_port_unlock(key);
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
