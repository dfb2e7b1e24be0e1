/* SPDX-License-Identifier: MIT
 * The registry: all open pools. A pool is set up when it enters. */
#include "heap/entry.h"
#include "object/object.h"

static struct tarn_entry registry;

static struct tarn_object_pool *pool_of_entry(struct tarn_entry *entry)
{
	return entry ? (struct tarn_object_pool *)((uintptr_t)entry -
						   offsetof(struct tarn_object_pool, entry))
		     : NULL;
}

struct tarn_object_pool *tarn_object_pool_first(void)
{
	return pool_of_entry(entry_next(&registry, CALLER));
}

struct tarn_object_pool *tarn_object_pool_next(const struct tarn_object_pool *pool)
{
	return pool_of_entry(entry_next(&pool->entry, CALLER));
}

/* ---- Entering ------------------------------------------------------------------------------ */

/* A number among the pools of its type, once and for all. Without one it has no handles: they might
 * be taken for another's. */
static void number(struct tarn_object_pool *pool)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t number = *type->siblings << type->index_bits;

	if (!pool->name && number < type->era) {
		pool->name = type->era + number;
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
	pool->unsure = false;
}

void object_enter(struct tarn_object_pool *pool)
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
		part_name(pool, part);
		entry_push(&registry, &pool->entry);
		object_opened(pool, true);
	}
	tarn_port_unlock(key);
}

bool object_set_up(struct tarn_object_pool *pool, void *caller)
{
	if (!pool->fixed) {
		object_fault(pool, TARN_FAULT_CAPACITY, pool, caller);
		return false;
	}
	object_enter(pool);
	return true;
}

/* ---- Leaving ------------------------------------------------------------------------------- */

void object_leave(struct tarn_object_pool *pool)
{
	tarn_port_key key;

	entry_leave(&registry, &pool->entry, CALLER);
	key = tarn_port_lock();
	object_opened(pool, false);
	tarn_port_unlock(key);
}
