/* SPDX-License-Identifier: MIT
 * The parts that slots lie in: the pool's own slots, and overflow chunks. */
#include "object.h"

/* ---- Names -------------------------------------------------------------------------------- */

/* Where the next part's first tag and its name stand. If the pool does not grow, its own part has
 * them. */
static uint32_t *next_birth(struct tarn_object_pool *pool)
{
	return has_option(pool, TARN_OBJECT_GROW) ? &full_pool(pool)->birth : &pool->part.birth;
}

static uint32_t *next_name(struct tarn_object_pool *pool)
{
	return has_option(pool, TARN_OBJECT_GROW) ? &full_pool(pool)->name : &pool->part.name;
}

/* One generation above the last one for which a handle was given; 0 if there was no handle. It is
 * an idle tag with HELD. No handle has it. */
static uint32_t generations_used(const struct tarn_object_pool *pool,
				 const struct tarn_object_part *part)
{
	uint32_t most = 0;

	for (uint32_t index = 0; tagged(pool) && index < part->created; index++) {
		uint32_t tag = *tarn_object_tag_(object_at(pool, part, index));

		if (tarn_object_sign_(tag) < 0)
			tag = tag_idle(tag) + GENERATION;
		if (tag == RETIRED)
			tag = TARN_OBJECT_ERA_ | HELD;
		if (tag & HELD && tag > most)
			most = tag;
	}
	return most;
}

/* A new part begins above every generation for which a handle was given in a part that is gone.
 *
 * After an eighth of all generations an era begins. The generations then come again under another
 * name. So each slot of a new part has seven eighths of them left. After the last era no name is
 * left, and the pool has no handles. */
void part_bury(struct tarn_object_pool *pool, const struct tarn_object_part *part)
{
	uint32_t most = generations_used(pool, part);
	uint32_t *birth = next_birth(pool);
	uint32_t *name = next_name(pool);
	tarn_port_key key;

	if (!tagged(pool))
		return;
	key = lock(pool);
	/* An older era's name never comes again. */
	if (most > *birth && part->name - part_first(pool, part) == *name)
		*birth = most;
	if (unlikely(*birth >= TARN_OBJECT_ERA_)) {
		*birth = TARN_OBJECT_BIRTH_;
		if (*name)
			*name += UINT32_C(1) << pool->type->era_bits;
		if (*name >> pool->type->era_bits == 0)
			*name = 0;
	}
	unlock(pool, key);
}

/* ---- Where it lies ------------------------------------------------------------------------- */

void part_lay(const struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	part_clear(pool, part);
	part_place(pool, part);
	part->created = 0;
}

/* tarn_object_bits.h says what they are. */
static uint32_t marks_bytes(const struct tarn_object_facts *facts, uint32_t capacity)
{
	uint32_t words = TARN_OBJECT_PAIR_ * ((capacity + 31) >> 5);

	if (!(facts->options & TARN_OBJECT_BITS))
		return 0;
	if (tarn_object_tall_(facts))
		words += ((capacity + 1023) >> 10) + ((capacity + 32767) >> 15);
	return words * 4;
}

uint32_t slots_bytes(const struct tarn_object_type *type, uint32_t capacity)
{
	uint32_t stride = type->facts.stride;
	uint32_t bytes = capacity * stride + marks_bytes(&type->facts, capacity);

	/* A capacity is 2^20 at most and a stride less than 2^21, so the product may not fit a
	 * word. Then the answer is more than any heap has. */
	if ((capacity >> 10) * stride > TARN_ARENA_MAX >> 10)
		return TARN_ARENA_MAX + 1;
	return bytes;
}

uint32_t part_bytes(const struct tarn_object_type *type, uint32_t capacity)
{
	uint32_t bytes = slots_bytes(type, capacity);

	return type->facts.options & TARN_OBJECT_LINE
		       ? align_up(bytes, UINT32_C(1) << type->align_bits)
		       : bytes;
}

/* ---- Sums ---------------------------------------------------------------------------------- */

static uint32_t given_up(const struct tarn_object_pool *pool)
{
	return has_rest(pool) ? full_pool(pool)->rest.given_up : 0;
}

bool created_from(struct tarn_object_pool *pool, uint32_t *at, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;

	for (; part; part = part_next(pool, part)) {
		uint32_t first = part_first(pool, part);
		uint32_t index = *at > first ? *at - first : 0;

		if (index < part->created) {
			*slot = slot_at(pool, part, index);
			*at = first + index + 1;
			return true;
		}
	}
	return false;
}

uint32_t parts_retired(struct tarn_object_pool *pool, uint32_t *worn)
{
	uint32_t retired = given_up(pool);
	uint32_t soon = 0;
	uint32_t at = 0;
	bool more = tagged(pool);

	while (more) {
		struct slot slot;
		uint32_t tag = 0;
		tarn_port_key key = lock(pool);

		more = created_from(pool, &at, &slot);
		if (more)
			tag = *tarn_object_tag_(slot.object);
		unlock(pool, key);
		retired += tag == RETIRED;
		soon += tag_worn(tag);
	}
	if (worn)
		*worn = soon;
	return retired;
}

uint32_t parts_created(struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t created = 0 - parts_retired(pool, NULL);
	tarn_port_key key = lock(pool);

	for (; part; part = part_next(pool, part))
		created += part->created - (has_rest(pool) ? rest_of(pool, part)->vacants : 0);
	unlock(pool, key);
	return created;
}

/* ---- Leaving ------------------------------------------------------------------------------- */

/* Destroys the objects of a list. It follows links as a get does. In a ring it takes at most as
 * many steps as there are slots. */
static void list_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part, void *object)
{
	uint32_t left = part->limit;

	for (; object && left; left--) {
		struct slot slot = {part, tarn_object_slot_(facts_of(pool), part, object), object};
		void *next;

		if (!slot_idle(pool, &slot)) {
			object_fault(pool, TARN_FAULT_LINK, object, CALLER);
			return;
		}
		next = *tarn_object_link_(facts_of(pool), object);
		hook_run(pool, TARN_OBJECT_DESTROY, object);
		object = next;
	}
}

/* Destroys the idle objects of a ring, which are its first. */
static void ring_destroy(struct tarn_object_pool *pool, const struct tarn_object_part *part)
{
	void *object = part->head;

	for (uint32_t left = part->idle; left; left--) {
		void *next = tarn_object_next_(facts_of(pool), object);

		hook_run(pool, TARN_OBJECT_DESTROY, object);
		object = next;
	}
}

/* Destroys the idle objects that bits tell. */
static void bits_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	for (uint32_t index = 0; index < part->limit; index++)
		if (slot_is_free(pool, part, index))
			hook_run(pool, TARN_OBJECT_DESTROY, object_at(pool, part, index));
}

/* Destroys each object that exists: idle, spare, or not carved. It follows the lists only where
 * some slots are vacant. */
void part_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	struct tarn_object_call call = CALL;
	uint32_t from = 0;
	tarn_port_key key;

	if (!has_hook(pool, TARN_OBJECT_DESTROY))
		return;
	key = lock(pool);
	call_enter(pool, &call, NULL, TARN_OBJECT_HOOK_);
	unlock(pool, key);
	if (rest_of(pool, part)->vacants || pool->part.unsure) {
		if (has_option(pool, TARN_OBJECT_ROB_OLDEST))
			ring_destroy(pool, part);
		else if (by_bits(pool))
			bits_destroy(pool, part);
		else
			list_destroy(pool, part, part->head);
		list_destroy(pool, part, rest_of(pool, part)->spare);
		from = part->limit;
	}
	for (uint32_t index = from; index < part->created; index++) {
		struct slot slot = slot_at(pool, part, index);

		if (!slot_retired(pool, &slot))
			hook_run(pool, TARN_OBJECT_DESTROY, slot.object);
	}
	key = lock(pool);
	call_leave(pool, &call);
	unlock(pool, key);
}
