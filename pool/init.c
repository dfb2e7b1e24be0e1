/* SPDX-License-Identifier: MIT
 * Boot: lay the arena out, carve nothing. */
#include "block.h"
#include "layout.h"
#include "run.h"

static struct tarn_heap *registry;

/* Four at a time, for the sake of boot. */
static void words_clear(void *words, uint32_t left)
{
	raw32 *word = words;

	for (; FOR_SPEED && left >= 4; left -= 4, word += 4) {
		word[0] = 0;
		word[1] = 0;
		word[2] = 0;
		word[3] = 0;
	}
	for (; left; left--)
		*word++ = 0;
}

/* A heap that was never made reads 0 everywhere, and so does one that could not be: it refuses
 * every request, and owns no pointer. */
static void heap_clear(struct tarn_heap *heap)
{
	words_clear(heap, sizeof(*heap) / sizeof(raw32));
	heap->base = 1; /* NULL is then not at offset 0, where tarn_free would look for a pool */
}

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

static void heap_make(struct tarn_heap *heap, uintptr_t arena, uint32_t bytes,
		      const struct layout *layout, const struct tarn_table *table)
{
	heap->class = table->class;
	heap->classes = table->classes;
	map_make(heap, table);
	heap->planes = arena + layout_records(table->classes);
	heap->commons = layout->first << WORD_SHIFT;
	if (layout->pools)
		heap->commons += (layout->pools & ~(WORD_BYTES - 1)) + WORD_BYTES;
	heap->base = arena + bytes - layout->commons - heap->commons;
	pools_make(heap, heap->commons - layout->pools);
	pool_of(heap, classes_of(heap))->head = bytes;
	heap->end = heap->commons + layout->commons;
#if TARN_COUNT
	heap->counters = (struct tarn_counters *)arena;
	counters_clear(heap);
#endif
	if (TARN_COMMONS)
		words_clear(head_of(heap, 0), layout->first * 2);
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
			      const struct tarn_table *table, uint32_t build)
{
	struct layout layout;
	uintptr_t start;
	uint32_t size;
	uint32_t records;
	enum tarn_status status;

	tarn_forget(heap);
	if (build != TARN_BUILD_ID)
		return TARN_BUILD;
	heap_clear(heap);
	if (table->classes > TARN_CLASSES_MAX || (!TARN_POOLS && table->classes))
		return TARN_CLASS_COUNT;
	if (bytes > TARN_ARENA_MAX)
		return TARN_ARENA_LARGE;
	size = arena_trim((uintptr_t)arena, bytes, &start);
	records = layout_records(table->classes);
	status = layout_solve(&layout, table->class, table->classes, size,
			      size >= records ? (struct pool *)(start + records) - 1 : NULL);
	if (status != TARN_OK)
		return status;
	if (TARN_POOLS && !map_fits(table))
		return TARN_CLASS_MAP;
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
