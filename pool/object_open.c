/* SPDX-License-Identifier: MIT
 * Object pools come and go: on static storage, on a heap, on any memory; and the registry. */
#include "object.h"

static struct tarn_object_pool *registry;

struct tarn_object_pool *tarn_object_pool_first(void)
{
	return registry;
}

struct tarn_object_pool *tarn_object_pool_next(const struct tarn_object_pool *pool)
{
	return pool->next;
}

/* Inside the lock. */
static void registry_add(struct tarn_object_pool *pool)
{
	pool->next = registry;
	registry = pool;
	object_opened(pool, true);
}

static void registry_remove(struct tarn_object_pool *pool)
{
	struct tarn_object_pool **at = &registry;
	tarn_port_key key = tarn_port_lock();

	while (*at != pool)
		at = &(*at)->next;
	*at = pool->next;
	object_opened(pool, false);
	tarn_port_unlock(key);
}

static uint32_t no_hook(enum tarn_object_event event, void *object)
{
	(void)event, (void)object;
	return 0;
}

/* Nobody has a handle of one: BITS. */
const struct tarn_object_type object_nothing = {.name = "(never opened)",
						.hook = no_hook,
						.stride = 1,
						.align = 1,
						.inverse = 1,
						.in_use = 2,
						.index_bits = 1,
						.options = TARN_OBJECT_REFUSE | TARN_OBJECT_BITS,
						.policy = &tarn_object_refuse_};

/* ---- Opening ------------------------------------------------------------------------------ */

/* A number among the pools of its type, once and for all. Without one it has no handles: they might be
 * taken for another's. */
static void number(struct tarn_object_pool *pool)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t number = *type->siblings << type->index_bits;

	if (pool->numbered)
		return;
	pool->numbered = true;
	pool->number = UINT32_MAX;
	if (number < generation_one(pool)) {
		pool->number = number;
		++*type->siblings;
	}
}

static void state_clear(struct tarn_object_pool *pool)
{
	pool->peak = 0;
	pool->refused = 0;
	pool->robbed = 0;
	pool->grown = 0;
	pool->shrunk = 0;
	pool->lost = false;
}

static void set_up(struct tarn_object_pool *pool)
{
	const struct tarn_object_type *type = pool->type;
	struct tarn_object_part *part = &pool->part;
	uint32_t hooks = type->hook(TARN_OBJECT_WHICH, NULL);
	tarn_port_key key = tarn_port_lock();

	if (!pool->open) {
		number(pool);
		pool->hooks = hooks;
		state_clear(pool);
		part_lay(pool, part, part->base - type->head, part->capacity);
		registry_add(pool);
	}
	tarn_port_unlock(key);
}

bool object_set_up(struct tarn_object_pool *pool, void *caller)
{
	if (!pool->fixed) {
		object_fault(pool, TARN_FAULT_CAPACITY, pool, caller);
		return false;
	}
	set_up(pool);
	return true;
}

/* Slots in `bytes`, without dividing: shifts and subtracts. */
static uint32_t fit(size_t bytes, uint32_t each, uint32_t *rest)
{
	uint32_t count = 0;
	uint32_t left = bytes > TARN_ARENA_MAX ? TARN_ARENA_MAX : (uint32_t)bytes;
	uint32_t shift = leading_zeros(each) - 4;

	for (; shift <= 31; shift--) {
		if (each << shift <= left) {
			left -= each << shift;
			count += UINT32_C(1) << shift;
		}
	}
	*rest = left;
	return count;
}

/* With TARN_OBJECT_BITS, each 32 slots have a word behind all of them. */
static uint32_t slots_in(const struct tarn_object_type *type, size_t bytes)
{
	uint32_t rest;
	uint32_t slots = 0;

	if (!(type->options & TARN_OBJECT_BITS))
		return fit(bytes, type->stride, &rest);
	slots = fit(bytes, 32 * type->stride + 4, &rest) << 5;
	if (rest > 4)
		slots += fit(rest - 4, type->stride, &rest);
	return slots;
}

static bool capacity_wrong(struct tarn_heap *heap, const void *what, void *caller)
{
	fault_raise(heap, TARN_FAULT_CAPACITY, what, caller);
	return false;
}

bool tarn_object_open_at(struct tarn_object_pool *pool, const struct tarn_object_type *type,
			 void *memory, size_t bytes)
{
	uint32_t skip = (uint32_t)(0 - (uintptr_t)memory) & (type->align - 1);
	uint32_t capacity = bytes > skip ? slots_in(type, bytes - skip) : 0;

	if (!object_admitted(pool, NULL, CALLER))
		return false;
	if (object_is_open(pool) || pool->fixed || !memory || capacity == 0)
		return capacity_wrong(NULL, memory, CALLER);
	if (capacity > type->maximum)
		capacity = type->maximum;
	pool->type = type;
	pool->heap = NULL;
	pool->memory = NULL;
	pool->maximum = capacity;
	pool->part.base = (unsigned char *)memory + skip + type->head;
	pool->part.capacity = capacity;
	set_up(pool);
	return true;
}

bool tarn_object_open(struct tarn_object_pool *pool, const struct tarn_object_type *type,
		      struct tarn_heap *heap, uint32_t initial, uint32_t maximum)
{
	void *memory;

	if (!object_admitted(pool, NULL, CALLER))
		return false;
	if (object_is_open(pool) || pool->fixed || initial == 0 || initial > maximum ||
	    maximum > type->maximum)
		return capacity_wrong(heap, pool, CALLER);
	memory = tarn_alloc_aligned(heap, type->align, part_bytes(type, initial));
	if (!memory)
		return false;
	pool->type = type;
	pool->heap = heap;
	pool->memory = memory;
	pool->maximum = maximum;
	pool->part.base = (unsigned char *)memory + type->head;
	pool->part.capacity = initial;
	set_up(pool);
	return true;
}

bool tarn_object_grow_from(struct tarn_object_pool *pool, struct tarn_heap *heap, uint32_t maximum)
{
	if (!object_admitted(pool, NULL, CALLER) || !object_ready(pool, CALLER))
		return false;
	if (policy_of(pool) != TARN_OBJECT_GROW || maximum < pool->part.capacity ||
	    maximum > pool->type->maximum || pool->part.next)
		return capacity_wrong(heap, pool, CALLER);
	pool->heap = heap;
	pool->maximum = maximum;
	return true;
}

/* ---- Closing ------------------------------------------------------------------------------ */

bool tarn_object_close(struct tarn_object_pool *pool)
{
	if (!object_admitted(pool, NULL, CALLER))
		return false;
	if (!object_is_open(pool) || pool->between || tarn_object_count(pool))
		return false;
	registry_remove(pool);
	ready_forget(pool);
	while (pool->part.next)
		part_give_back(pool, part_detach(pool, pool->part.next));
	part_destroy(pool, &pool->part);
	if (pool->memory)
		tarn_free(pool->heap, pool->memory);
	pool->heap = NULL;
	pool->memory = NULL;
	pool->maximum = pool->part.capacity;
	part_clear(&pool->part);
	return true;
}
