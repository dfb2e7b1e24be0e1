/* SPDX-License-Identifier: MIT
 * Images: a pool's state as bytes, for rollback and save states.
 *
 *   struct tarn_object_image | the created slots, as they lie | TARN_OBJECT_BITS: their marks
 *
 * Links in an image are addresses. The head says where slot 0 lay, and a load moves each link by
 * the distance to where slot 0 lies now. In a rollback that distance is 0. All of this is outside
 * the lock: the caller keeps others out. */
#include "object.h"

#define MAGIC  UINT32_C(0x4e524154) /* also tells the byte order */
#define FORMAT 2                    /* of images, raised when their layout changes */
#define WORD   ((uint32_t)sizeof(uint32_t))

_Static_assert(sizeof(struct tarn_object_image) == 4 * sizeof(uintptr_t) + 24 * 4,
	       "no byte of a head is left to chance");

/* ---- Sums ---------------------------------------------------------------------------------- */

/* Each step can be inverted, so a change of a single word changes the sum. */
static uint32_t mix(uint32_t sum, uint32_t word)
{
	return ((sum << 5 | sum >> 27) ^ word) * UINT32_C(0x9e3779b1);
}

/* The sum of all words after the sum itself. */
static uint32_t image_sum(const struct tarn_object_image *image)
{
	const raw32 *word = &image->sum;
	uint32_t sum = 0;

	for (uint32_t left = image->bytes / WORD - 1; left; left--)
		sum = mix(sum, *++word);
	return sum;
}

/* A number of all that the pool, its type and its build must have in common with the image. */
static uint32_t kind_of(const struct tarn_object_pool *pool)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t number = (UINT32_C(1) << type->era_bits) - (UINT32_C(1) << type->facts.index_bits);
	uint32_t sum = mix(TARN_HARDEN, (uint32_t)sizeof(void *));

	sum = mix(sum, FORMAT);
	sum = mix(sum, type->facts.options);
	sum = mix(sum, type->facts.stride);
	sum = mix(sum, type->facts.link);
	sum = mix(sum, type->facts.head);
	sum = mix(sum, type->size);
	sum = mix(sum, type->maximum);
	sum = mix(sum, pool->part.hooks);
	sum = mix(sum, pool->part.capacity);
	sum = mix(sum, pool->part.name ? 1 + (pool->part.name & number) : 0);
	for (const char *letter = type->name; *letter; letter++)
		sum = mix(sum, (uint8_t)*letter);
	return sum;
}

/* ---- Bytes --------------------------------------------------------------------------------- */

static void words_copy(raw32 *to, const raw32 *from, uint32_t words)
{
	while (words--)
		*to++ = *from++;
}

static uint32_t mark_words(const struct tarn_object_pool *pool, uint32_t slots)
{
	return has_option(pool, TARN_OBJECT_BITS) ? TARN_OBJECT_PAIR_ * ((slots + 31) >> 5) : 0;
}

static uint32_t slot_words(const struct tarn_object_pool *pool, uint32_t slots)
{
	return slots * (facts_of(pool)->stride / WORD);
}

static uint32_t image_bytes(const struct tarn_object_pool *pool, uint32_t created)
{
	return (uint32_t)sizeof(struct tarn_object_image) +
	       (slot_words(pool, created) + mark_words(pool, created)) * WORD;
}

static raw32 *slots_of(const struct tarn_object_pool *pool)
{
	return (raw32 *)(void *)(pool->part.base - facts_of(pool)->head);
}

static raw32 *marks_of(const struct tarn_object_pool *pool)
{
	return (raw32 *)(void *)tarn_object_marks_(facts_of(pool), &pool->part, 0);
}

/* ---- The record ---------------------------------------------------------------------------- */

static void rest_save(const struct tarn_object_full_pool *full, struct tarn_object_image *image)
{
	image->vacant = (uintptr_t)full->rest.vacant;
	image->vacants = full->rest.vacants;
	image->spare = (uintptr_t)full->rest.spare;
	image->spares = full->rest.spares;
	image->given_up = full->rest.given_up;
	image->live = full->live;
	image->next_name = full->name;
	image->next_birth = full->birth;
	image->robbed = full->robbed;
	image->grown = full->grown;
	image->shrunk = full->shrunk;
}

static void rest_load(struct tarn_object_full_pool *full, const struct tarn_object_image *image)
{
	full->rest.vacant = (void *)image->vacant;
	full->rest.vacants = image->vacants;
	full->rest.spare = (void *)image->spare;
	full->rest.spares = image->spares;
	full->rest.given_up = image->given_up;
	full->live = image->live;
	full->name = image->next_name;
	full->birth = image->next_birth;
	full->robbed = image->robbed;
	full->grown = image->grown;
	full->shrunk = image->shrunk;
}

static void record_save(const struct tarn_object_pool *pool, struct tarn_object_image *image)
{
	image->base = (uintptr_t)pool->part.base;
	image->head = by_bits(pool) ? 0 : (uintptr_t)pool->part.head;
	image->made = pool->part.made;
	image->idle = pool->part.idle;
	image->limit = pool->part.limit;
	image->created = pool->part.created;
	image->name = pool->part.name;
	image->birth = by_bits(pool) ? 0 : pool->part.birth;
	image->lost = pool->part.lost;
	image->unsure = pool->part.unsure;
	image->peak = pool->peak;
	image->refused = pool->refused;
	if (has_rest(pool))
		rest_save(full_pool(pool), image);
}

static void record_load(struct tarn_object_pool *pool, const struct tarn_object_image *image)
{
	pool->part.made = image->made;
	pool->part.idle = image->idle;
	pool->part.limit = image->limit;
	pool->part.created = image->created;
	pool->part.name = image->name;
	if (!by_bits(pool)) {
		pool->part.head = (void *)image->head;
		pool->part.birth = image->birth;
	}
	pool->part.lost = image->lost & 1;
	pool->part.unsure = image->unsure & 1;
	pool->peak = image->peak;
	pool->refused = image->refused;
	if (has_rest(pool))
		rest_load(full_pool(pool), image);
}

/* ---- The summary of marks ------------------------------------------------------------------ */

/* No image has it, because it follows from the marks. */
static void summary_find(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	uint32_t pairs = (part->limit + 31) >> 5;

	part->some = 0;
	if (tarn_object_tall_(facts_of(pool))) {
		raw32 *low = tarn_object_low_(part);
		raw32 *high = tarn_object_high_(part);

		words_set((uintptr_t)low, (uintptr_t)(low + ((pairs + 31) >> 5)), 0);
		words_set((uintptr_t)high, (uintptr_t)(high + ((pairs + 1023) >> 10)), 0);
	}
	for (uint32_t pair = 0; pair < pairs; pair++)
		if (part->marks[pair].free)
			tarn_object_note_(facts_of(pool), part, pair);
}

/* ---- Links --------------------------------------------------------------------------------- */

/* Moves a link. False, and the link is unchanged, if it led to no carved slot. So damage by a stale
 * write is found later, as before the save. */
static bool link_move(const struct tarn_object_pool *pool, tarn_object_link *link, uintptr_t by)
{
	void *object = (void *)((uintptr_t)*link + by);

	if (tarn_object_slot_(facts_of(pool), &pool->part, object) >= pool->part.limit)
		return false;
	*link = object;
	return true;
}

static void list_move(const struct tarn_object_pool *pool, void **head, uint32_t length,
		      uintptr_t by)
{
	tarn_object_link *link = (tarn_object_link *)head;

	while (length-- && link_move(pool, link, by))
		link = tarn_object_link_(facts_of(pool), *link);
}

static void ring_move(struct tarn_object_pool *pool, uintptr_t by)
{
	tarn_object_link *link = (tarn_object_link *)&pool->part.head;

	for (uint32_t left = pool->part.made; left && link_move(pool, link, by); left--) {
		struct tarn_object_ages *ages = tarn_object_ages_(facts_of(pool), *link);

		link_move(pool, (tarn_object_link *)&ages->before, by);
		link = (tarn_object_link *)&ages->next;
	}
	if (pool->part.made)
		link_move(pool, link, by);
}

static void links_move(struct tarn_object_pool *pool, uintptr_t by)
{
	if (rings(pool))
		ring_move(pool, by);
	else if (!by_bits(pool))
		list_move(pool, &pool->part.head, pool->part.idle, by);
	if (has_rest(pool)) {
		struct tarn_object_rest *rest = &full_pool(pool)->rest;

		list_move(pool, &rest->vacant, rest->vacants, by);
		list_move(pool, &rest->spare, rest->spares, by);
	}
}

/* ---- Calls --------------------------------------------------------------------------------- */

static bool refused(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *what,
		    void *caller)
{
	object_fault(pool, kind, what, caller);
	return false;
}

/* May the pool be saved or loaded now? */
static bool quiet(struct tarn_object_pool *pool, const void *image, void *caller)
{
	if (!object_ready(pool, caller))
		return false;
	if (pool->calls)
		return refused(pool, TARN_FAULT_REENTERED, pool, caller);
	if (part_next(pool, &pool->part))
		return refused(pool, TARN_FAULT_CAPACITY, pool, caller);
	if ((uintptr_t)image & (sizeof(uintptr_t) - 1))
		return refused(pool, TARN_FAULT_MISALIGNED, image, caller);
	return true;
}

/* How many slots of the image had retired. */
static uint32_t image_retired(const struct tarn_object_pool *pool,
			      const struct tarn_object_image *image)
{
	const raw32 *tag = (const raw32 *)(image + 1) + facts_of(pool)->head / WORD - 1;
	uint32_t retired = 0;

	for (uint32_t index = 0; tagged(pool) && index < image->created; index++) {
		retired += *tag == RETIRED;
		tag += facts_of(pool)->stride / WORD;
	}
	return retired;
}

/* Do the same objects exist now? No image holds what hooks made outside of the pool. */
static bool same_created(struct tarn_object_pool *pool, const struct tarn_object_image *image)
{
	if (!has_hook(pool, TARN_OBJECT_ONCE) && !has_hook(pool, TARN_OBJECT_DESTROY))
		return true;
	return image->created == pool->part.created && !image->vacants &&
	       !full_pool(pool)->rest.vacants &&
	       image_retired(pool, image) == parts_retired(pool, NULL);
}

/* Checks the sum last: before, the image's length is not known. */
static bool image_ours(const struct tarn_object_pool *pool, const struct tarn_object_image *image,
		       size_t bytes, uint32_t version)
{
	return image && bytes >= sizeof(*image) && image->magic == MAGIC &&
	       image->kind == kind_of(pool) && image->version == version &&
	       image->created <= pool->part.capacity &&
	       image->bytes == image_bytes(pool, image->created) && image->bytes <= bytes &&
	       image->sum == image_sum(image);
}

size_t tarn_object_image_bytes(const struct tarn_object_pool *pool)
{
	return pool_given(pool) && pool->part.base ? image_bytes(pool, pool->part.capacity) : 0;
}

size_t tarn_object_save(struct tarn_object_pool *pool, void *memory, size_t bytes, uint32_t version)
{
	struct tarn_object_image *image = memory;
	raw32 *body;
	uint32_t slots, marks;

	if (!pool_admitted(pool) || !quiet(pool, image, CALLER))
		return 0;
	if (!image || bytes < image_bytes(pool, pool->part.created)) {
		object_fault(pool, TARN_FAULT_CAPACITY, image, CALLER);
		return 0;
	}
	body = (raw32 *)(image + 1);
	slots = slot_words(pool, pool->part.created);
	marks = mark_words(pool, pool->part.created);
	words_set((uintptr_t)image, (uintptr_t)body, 0);
	image->magic = MAGIC;
	image->kind = kind_of(pool);
	image->version = version;
	image->bytes = image_bytes(pool, pool->part.created);
	record_save(pool, image);
	words_copy(body, slots_of(pool), slots);
	words_copy(body + slots, marks_of(pool), marks);
	image->sum = image_sum(image);
	return image->bytes;
}

bool tarn_object_load(struct tarn_object_pool *pool, const void *memory, size_t bytes,
		      uint32_t version)
{
	const struct tarn_object_image *image = memory;
	const raw32 *body;
	uint32_t slots;

	if (!pool_admitted(pool) || !quiet(pool, image, CALLER))
		return false;
	if (!image_ours(pool, image, bytes, version) || !same_created(pool, image))
		return refused(pool, TARN_FAULT_IMAGE, image, CALLER);
	body = (const raw32 *)(image + 1);
	slots = slot_words(pool, image->created);
	record_load(pool, image);
	words_copy(slots_of(pool), body, slots);
	words_copy(marks_of(pool), body + slots, mark_words(pool, image->created));
	if (by_bits(pool))
		summary_find(pool);
	if ((uintptr_t)pool->part.base != image->base)
		links_move(pool, (uintptr_t)pool->part.base - image->base);
	object_tell(pool);
	return true;
}
