/* SPDX-License-Identifier: MIT
 * Boot: lays the arena out. Carves no block. */
#include "commons.h"
#include "entry.h"
#include "image.h"
#include "layout.h"
#include "owner.h"
#include "tag.h"
#include "watch.h"
#include "record.h"

struct tarn_entry TARN_STATE_ heap_registry;

#if TARN_DEBUGGER
const struct tarn_image tarn_image = {
	IMAGE_MAGIC, IMAGE_FORMAT,    TARN_HARDEN,
	TARN_ALIGN,  IMAGE_FLAGS,     TARN_VERSION_NUMBER,
	TARN_TAGS,   TARN_QUARANTINE, sizeof(struct tarn_heap),
	IMAGE_AT,    &heap_registry,  TARN_BUILD_ID,
};
#define BUILT_AS (*(const volatile uint32_t *)&tarn_image.build) /* keeps it in the image */
#else
#define BUILT_AS TARN_BUILD_ID
#endif
memory_owner TARN_STATE_ *memory_owners;

static void pool_make(struct pool *pool, const struct tarn_class *class, uint32_t start)
{
	uint32_t shift = trailing_zeros(class->size);
	uint32_t odd = class->size >> shift;
	uint32_t inverse = odd; /* right in its low 3 bits; each step doubles them */

	for (uint32_t step = 4; step; step--)
		inverse *= 2 - odd * inverse;
	pool->inverse = inverse;
	pool->origin = 0 - start * inverse;
	pool->shift = (uint8_t)shift;
	pool->start = start;
	pool->size = class->size;
}

/* Sets where the pools and their bits lie, and names each word's worth of them. */
static inline void pools_make(struct tarn_heap *heap, const struct layout *layout, uint32_t arena)
{
	uint32_t start = commons_of(heap) - layout->pools;
	struct pool *pool = pool_of(heap, 0);
	uintptr_t bits = (uintptr_t)current_of(heap, classes_of(heap));
	uint8_t *name = (uint8_t *)heap->names;
	uint32_t named = 0;

	for (uint32_t index = 0; index < classes_of(heap); index++) {
		const struct tarn_class *class = &heap->size_class[index];
		uint32_t left = layout_blocks(class, arena + layout->trim);

		*current_of(heap, index) = (uint32_t)(uintptr_t)pool;
		do {
			uint32_t blocks = left < POOL_BLOCKS ? left : POOL_BLOCKS;

			pool_make(pool, class, start);
			pool->class_index = (uint8_t)index;
			pool->bits = (uint32_t)(bits - (uintptr_t)pool);
			pool->blocks = (uint16_t)blocks;
			pool->under = (uint8_t)(pool - pool_of(heap, 0));
			/* When the last pool is the current one and used up, all of them are. */
			pool->commons = left == blocks && class->overflow & TARN_TO_COMMONS;
			bits += (blocks + 31) / 32 * sizeof(uint32_t);
			for (start += blocks * class->size; named < start; named += WORD_BYTES)
				*name++ = (uint8_t)(pool - pool_of(heap, 0));
			left -= blocks;
			pool++;
		} while (left);
	}
	pool->start = start;
	pool->size = arena;
	pool->class_index = (uint8_t)classes_of(heap);
}

/* Requests below map_limit find their class in the map. Requests above `limit` go to alloc_slow:
 * those longer than all of the commons, and, if the table has classes beyond the map, all beyond
 * the map. False: the map was not made for these classes. */
static inline bool map_take(struct tarn_heap *heap, const struct tarn_table *table,
			    uint32_t commons)
{
	const uint32_t reach = (TARN_MAP_ENTRIES - 1) << GRANULE_SHIFT;
	uint32_t index = 0;
	uint32_t size = 0;

	for (; TARN_POOLS && size <= reach; size += GRANULE) {
		while (index < table->classes && table->size_class[index].size < size)
			index++;
		if (!table->map || table->map[size >> GRANULE_SHIFT] != index)
			return false;
	}
	/* One granule is the sentinel's. */
	heap->limit = commons > GRANULE + TARN_RECORD ? commons - GRANULE - TARN_RECORD : 0;
	heap->map = table->map;
	if (!TARN_POOLS || !table->classes)
		return true;
	heap->size_class = table->size_class;
	heap->classes = (uint8_t)table->classes;
	size = table->size_class[table->classes - 1].size;
	if (size > reach) {
		size = reach;
		if (heap->limit > reach - TARN_RECORD)
			heap->limit = reach - TARN_RECORD;
	}
	heap->map_limit = size > TARN_RECORD ? size + 1 - TARN_RECORD : 0;
	return true;
}

/* A different key for each heap, and for each boot if the port has a source of randomness. A link
 * of 0 or of all ones then decodes to no granule's offset. */
static inline uint32_t key_make(const struct tarn_heap *heap)
{
	uint32_t key = UINT32_C(0x9e3779b9) ^ (uint32_t)(uintptr_t)heap ^ TARN_PORT_RANDOM();

	key ^= key << 13;
	key ^= key >> 17;
	key ^= key << 5;
	return (key & ~(GRANULE - 1)) | 5;
}

/* Makes the commons one free run between two sentinels. These look like live runs, so no merge goes
 * beyond them. */
static inline void commons_make(struct tarn_heap *heap, const struct layout *layout)
{
	uint32_t commons = commons_of(heap);
	struct pair *pair = pair_at(heap, commons);

	if (!layout->commons)
		return;
	heap->bin_end = (uint8_t)layout->bins;
	pair->live = TOP_BIT;
	pair->start = TOP_BIT | TOP_BIT >> 1;
	pair = pair_at(heap, heap_end(heap));
	pair->live |= bit_of(heap_end(heap));
	pair->start |= bit_of(heap_end(heap));
	heap->last = commons_first(heap);
	heap->last_length = commons_granules(heap);
	watch_begin(heap);
}

SLOW enum tarn_status init_for(struct tarn_heap *heap, void *arena, size_t bytes,
			       const struct tarn_table *table, uint32_t build, void *caller)
{
	struct layout layout;
	uintptr_t start;
	uint32_t size;
	enum tarn_status status;
	tarn_port_key key;

	if (!heap)
		return TARN_NO_HEAP;
	entry_leave(&heap_registry, &heap->entry, caller);
	if (build != BUILT_AS)
		return TARN_BUILD;
	/* All zero means "not made". It stays so if a step below fails. */
	words_set((uintptr_t)heap, (uintptr_t)(heap + 1), 0);
	if (table->classes > (TARN_POOLS ? TARN_CLASSES_MAX : 0))
		return TARN_CLASS_COUNT;
	if (table->classes && !table->size_class)
		return TARN_CLASS_SIZE;
	if (bytes > TARN_ARENA_MAX)
		return TARN_ARENA_LARGE;
	size = arena_trim((uintptr_t)arena, bytes, &start);
	status = layout_solve(&layout, table->size_class, table->classes, size);
	if (status != TARN_OK)
		return status;
	if (memory_owners && memory_owners(start, start + size))
		return TARN_OVERLAP;
	if (!map_take(heap, table, layout.commons))
		return TARN_CLASS_MAP;
	if (TARN_POOLS) { /* the pools end where the commons begin: aligned */
		size -= layout.trim;
		start += (layout.commons - size - start) & layout.trim;
	}
	heap->key = key_make(heap);
	heap->pools = layout.words << 5;
	heap->end = heap->pools + (layout.commons >> GRANULE_SHIFT);
	heap->base = start + size - commons_of(heap) - layout.commons;
	words_set(start, heap->base + commons_of(heap) - layout.pools, 0);
	heap->pool_count = (uint8_t)layout.count;
	heap->current = start + layout.records;
	heap->records = heap->current - (layout.count + 1) * sizeof(struct pool);
	heap->names = heap->current + layout.bits;
	heap->heads = heap->names + layout.names +
		      (1 + (layout.commons >> WORD_SHIFT)) * sizeof(struct pair);
	/* pair_at counts from offset 0, but only the commons have planes */
	heap->planes = heap->names + layout.names - layout.words * sizeof(struct pair);
	pools_make(heap, &layout, size);
#if TARN_COUNT
	heap->counters = (struct tarn_counters *)start;
#endif
	if (TARN_COMMONS)
		commons_make(heap, &layout);
	if (TARN_HARDEN >= 2)
		record_boot(heap);
	tags_begin(heap);
	key = tarn_port_lock();
	entry_push(&heap_registry, &heap->entry);
	tarn_port_unlock(key);
	TELL(tarn_event_heap(heap, arena, bytes));
	return TARN_OK;
}

enum tarn_status tarn_init_as(struct tarn_heap *heap, void *arena, size_t bytes,
			      const struct tarn_table *table, uint32_t build)
{
	return init_for(heap, arena, bytes, table, build, CALLER);
}

/* ---- The registry ----------------------------------------------------------------------- */

void tarn_forget(struct tarn_heap *heap)
{
	if (heap)
		entry_leave(&heap_registry, &heap->entry, CALLER);
}

static struct tarn_heap *heap_of(struct tarn_entry *entry)
{
	return entry ? (struct tarn_heap *)((uintptr_t)entry - offsetof(struct tarn_heap, entry))
		     : NULL;
}

struct tarn_heap *tarn_heap_first(void)
{
	return heap_of(entry_next(&heap_registry, CALLER));
}

struct tarn_heap *tarn_heap_next(const struct tarn_heap *heap)
{
	return heap ? heap_of(entry_next(&heap->entry, CALLER)) : NULL;
}
