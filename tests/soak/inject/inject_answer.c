/* SPDX-License-Identifier: MIT
 * Wrong answers: a table has a function for each kind that changes a request's answer. */
#include "block.h"
#include "inject.h"

/* ---- Requests -------------------------------------------------------------------------- */

#define NO_LIE UINTPTR_MAX /* an offset in the arena that no answer has */

struct request {
	uint32_t size;
	uint32_t align;
	uint32_t granules;
	struct shadow_class *class; /* the class that it belongs to */
};

static uintptr_t offset_at(uint32_t granule)
{
	return (uintptr_t)granule * GRANULE_BYTES;
}

/* The place of a live block of the same class. */
static uintptr_t overlap(const struct request *request)
{
	for (uint32_t id = 0; id < SOAK_USABLE; id++) {
		struct place place = shadow_place(slots[id].place & SLOT_GRANULE, slots[id].size);

		if (block_live(id) && place.class == request->class)
			return offset_at(place.granule);
	}
	return NO_LIE;
}

static uintptr_t misalign(const struct request *request)
{
	(void)request;
	return offset_at(shadow.commons->start) + 4;
}

static uintptr_t outside(const struct request *request)
{
	(void)request;
	return SOAK_ARENA;
}

static uintptr_t metadata(const struct request *request)
{
	(void)request;
	return 0;
}

static uintptr_t last_granule(const struct request *request)
{
	return request->granules > 1 ? offset_at(shadow.end - 1) : NO_LIE;
}

static uintptr_t second_granule(const struct request *request)
{
	bool pooled = request->class->granules > 1 && request->class->capacity;

	return pooled ? offset_at(request->class->start + 1) : NO_LIE;
}

static uintptr_t first_pool(const struct request *request)
{
	return request->class != shadow.class ? offset_at(shadow.class[0].start) : NO_LIE;
}

/* A block of the commons: everything about it is right, except that its pool has room. */
static uintptr_t commons(const struct request *request)
{
	void *block = NULL;

	if (request->class != shadow.commons && request->class->live < request->class->capacity)
		block = tarn_alloc_aligned(&tarn_default, 2 * TARN_ALIGN, request->size);
	return block ? (uintptr_t)block - (uintptr_t)soak_arena : NO_LIE;
}

static uintptr_t nothing(const struct request *request)
{
	return shadow_fits(request->size, request->align) ? 0 - (uintptr_t)soak_arena : NO_LIE;
}

#if TARN_TAGS > 0
static uintptr_t beyond(const struct request *request)
{
	void *block = NULL;

	return inject_beyond(request->size, &block) ? (uintptr_t)block - (uintptr_t)soak_arena
						    : NO_LIE;
}

static uintptr_t within(const struct request *request)
{
	return inject_within(request->size, request->align) ? 0 - (uintptr_t)soak_arena : NO_LIE;
}
#endif

static uintptr_t (*const lies[INJECTIONS])(const struct request *) = {
	[INJECT_FALSE_NULL] = nothing,        [INJECT_OVERLAP] = overlap,
	[INJECT_MISALIGNED_BLOCK] = misalign, [INJECT_OUTSIDE] = outside,
	[INJECT_IN_METADATA] = metadata,      [INJECT_BEYOND] = last_granule,
	[INJECT_INSIDE] = second_granule,     [INJECT_WRONG_POOL] = first_pool,
	[INJECT_PASSED_OVER] = commons,
#if TARN_TAGS > 0
	[INJECT_TAG_BEYOND] = beyond,         [INJECT_TAG_WITHIN] = within,
#endif
};

bool inject_answer(uint32_t size, uint32_t align, void **answer)
{
	uint32_t granules = shadow_granules(size);
	struct request request = {size, align, granules, shadow_class_of(granules)};
	uintptr_t lie = NO_LIE;

	if (lies[soak.injection] && align <= TARN_ALIGN)
		lie = lies[soak.injection](&request);
	if (lie == NO_LIE)
		return false;
	inject_done();
	*answer = (void *)((uintptr_t)soak_arena + lie);
	return true;
}

/* ---- Realloc --------------------------------------------------------------------------- */

static void copy(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	while (bytes--)
		*to++ = *from++;
}

static bool move(uint8_t *block, uint32_t size, void **answer)
{
	*answer = tarn_alloc(&tarn_default, size);
	if (!*answer)
		return false;
	copy(*answer, block, size);
	tarn_free(&tarn_default, block);
	return true;
}

static bool lose(void *block, uint32_t old, uint32_t size, void **answer)
{
	if (old < 8 || size < 8)
		return false;
	*answer = tarn_realloc(&tarn_default, block, size);
	if (!*answer)
		return false;
	((uint8_t *)*answer)[5] ^= 1;
	return true;
}

bool inject_resize(void *block, uint32_t old, uint32_t size, struct place from, void **answer)
{
	bool lied = false;

	*answer = NULL;
	switch (soak.injection) {
	case INJECT_MOVED:
		lied = size <= old && move(block, size, answer);
		break;
	case INJECT_GROWN_BEYOND:
		lied = from.class->granules && shadow_granules(size) > from.granules;
		*answer = block;
		break;
	case INJECT_RESIZE_REFUSED:
		lied = size <= old;
		break;
	case INJECT_RESIZE_LOSES:
		lied = lose(block, old, size, answer);
		break;
	default:
		break;
	}
	if (lied)
		inject_done();
	return lied;
}
