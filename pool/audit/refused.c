/* SPDX-License-Identifier: MIT
 * Refusals: why a request got NULL, and the call of the handler. */
#include "../heap/block.h"
#include "../heap/tag.h"
#include "tarn_object_type.h"
#include "tarn_packed.h"

#define FULL_SHIFT 5 /* the commons are full when less than 1 / 32 of them is free */

static TARN_STATE_ tarn_refused_handler *refused_handler;
static TARN_STATE_ uint32_t untold;
static TARN_STATE_ bool telling; /* a handler is running */

const char *tarn_refused_name(uint32_t reason)
{
	static const char *const names[TARN_REFUSED_REASONS] = {
		"no-room", "fragmented", "budget", "too-large", "overflow", "alignment",
	};

	return reason < TARN_REFUSED_REASONS ? names[reason] : "unknown";
}

/* The bytes of the commons from their first aligned address on. */
static uint32_t commons_room(const struct tarn_heap *heap, size_t align)
{
	uint32_t room = commons_granules(heap) << GRANULE_SHIFT;
	uintptr_t pad = (0 - (heap->base + commons_first(heap))) & (align - 1);

	return pad < room ? room - (uint32_t)pad : 0;
}

/* The first class from `index` on that may serve the request, as far as its alignment goes. */
static uint32_t class_asked(const struct tarn_heap *heap, const struct tarn_refusal *refusal,
			    uint32_t index)
{
	return refusal->align <= GRANULE ? index : class_next_aligned(heap, index, refusal->align);
}

/* Could the commons serve the request if all of them were free? */
static bool commons_could(const struct tarn_heap *heap, const struct tarn_refusal *refusal)
{
	uint32_t index = class_asked(heap, refusal, refusal->class_index);

	if (!TARN_COMMONS || commons_room(heap, refusal->align) < block_bytes(refusal->size))
		return false;
	return index >= classes_of(heap) || heap->size_class[index].overflow & TARN_TO_COMMONS;
}

/* Could a pool serve it if all of the pool were free? */
static bool pools_could(const struct tarn_heap *heap, const struct tarn_refusal *refusal)
{
	const struct tarn_class *class = heap->size_class;
	uint32_t first = class_asked(heap, refusal, refusal->class_index);
	uint32_t blocks = 1;

	for (uint32_t i = first; i < classes_of(heap); i = class_asked(heap, refusal, i + 1)) {
		if (class[i].size * blocks <= class_bytes(heap, i))
			return true;
		if (!(class[first].overflow & (TARN_TO_LARGER | TARN_TO_LAST)))
			return false;
		blocks = class[first].overflow & TARN_TO_LAST ? 1 : 2;
	}
	return false;
}

/* Is less free than the request, or less than a program can hope to use? The last thirty-second of
 * the commons is crumbs in whatever order a program allocates: pool/using.md, Refusals. */
static bool commons_full(const struct tarn_heap *heap, const struct tarn_refusal *refusal,
			 uint32_t free)
{
	uint32_t crumbs = commons_granules(heap) << GRANULE_SHIFT >> FULL_SHIFT;

	return free < block_bytes(refusal->size) || free < crumbs;
}

static uint32_t reason_of(const struct tarn_heap *heap, const struct tarn_refusal *refusal,
			  uint32_t commons_free)
{
	if (refusal->size == SIZE_MAX)
		return TARN_REFUSED_OVERFLOW;
	if (commons_could(heap, refusal))
		return commons_full(heap, refusal, commons_free) ? TARN_REFUSED_NO_ROOM
								 : TARN_REFUSED_FRAGMENTED;
	return pools_could(heap, refusal) ? TARN_REFUSED_NO_ROOM : TARN_REFUSED_TOO_LARGE;
}

/* Begins a call of the handler. A request that is refused while the handler runs is not reported:
 * it counts as untold. */
static bool telling_begin(uint32_t *before)
{
	tarn_port_key key = tarn_port_lock();
	bool begun = !telling;

	if (begun) {
		*before = untold;
		untold = 0;
		telling = true;
	} else {
		untold++;
	}
	tarn_port_unlock(key);
	return begun;
}

static void telling_end(void)
{
	tarn_port_key key = tarn_port_lock();

	telling = false;
	tarn_port_unlock(key);
}

/* Adds the heap's numbers, and calls the handler. */
static void tell(struct tarn_refusal *refusal, uint32_t what)
{
	struct tarn_heap_stats stats;
	tarn_refused_handler *told = refused_handler;

	if (!told || !telling_begin(&refusal->untold))
		return;
	if (refusal->heap)
		tarn_heap_stats(refusal->heap, &stats);
	else
		stats.free = stats.commons_free = stats.longest_free = 0;
	refusal->free = stats.free;
	refusal->longest = stats.longest_free;
	refusal->tag = tarn_tag_now();
	refusal->reason = what;
	if (what == TARN_REFUSED_NO_ROOM && refusal->heap && !refusal->name)
		refusal->reason = reason_of(refusal->heap, refusal, stats.commons_free);
	told(refusal);
	telling_end();
}

static void *tell_of_heap(struct tarn_heap *heap, uint32_t what, size_t size, void *caller)
{
	struct tarn_refusal refusal;
	uint32_t reason = what >> REFUSED_REASON & 0xff;

	if (what & REFUSED_QUIET || (heap->quiet && !(what & REFUSED_ABOVE)))
		return NULL;
	refusal.heap = heap;
	refusal.size = size;
	refusal.align = (size_t)1 << (what >> REFUSED_ALIGN & 0xff);
	if (refusal.align < GRANULE)
		refusal.align = GRANULE;
	refusal.caller = caller;
	refusal.name = NULL;
	refusal.class_index = what & REFUSED_CLASS;
	if (reason == TARN_REFUSED_ALIGNMENT) {
		refusal.align = 0;
		refusal.class_index = classes_of(heap);
	}
	tell(&refusal, reason);
	return NULL;
}

static void tell_of_name(struct tarn_refusal *refusal, struct tarn_heap *heap, const char *name,
			 void *caller)
{
	refusal->heap = heap;
	refusal->name = name;
	refusal->caller = caller;
	refusal->class_index = 0;
	tell(refusal, TARN_REFUSED_NO_ROOM);
}

static void tell_of_pool(const struct tarn_object_pool *pool, void *caller)
{
	struct tarn_refusal refusal;
	struct tarn_heap *heap = NULL;

	if (pool->type->facts.options & TARN_OBJECT_GROW)
		heap = ((const struct tarn_object_full_pool *)(const void *)pool)->heap;
	refusal.size = pool->type->size;
	refusal.align = (size_t)1 << pool->type->align_bits;
	tell_of_name(&refusal, heap, pool->type->name, caller);
}

static uint32_t tell_of_array(const struct tarn_packed *packed, size_t size, void *caller)
{
	struct tarn_refusal refusal;

	refusal.size = size;
	refusal.align = 0;
	tell_of_name(&refusal, packed->heap, packed->label, CALLER_IF_NULL(caller));
	return TARN_NONE;
}

tarn_refused_handler *tarn_on_refused(tarn_refused_handler *new_handler)
{
	static const struct refusal_tellers tellers = {tell_of_heap, tell_of_pool, tell_of_array};
	tarn_refused_handler *before = refused_handler;

	refused_handler = new_handler;
	refusals = new_handler ? &tellers : NULL;
	return before;
}
