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
static uint32_t number(const struct tarn_object_type *type)
{
	uint32_t number = *type->siblings << type->facts.index_bits;

	if (number >> type->era_bits)
		return 0;
	++*type->siblings;
	return (UINT32_C(1) << type->era_bits) + number;
}

static void clear(struct tarn_object_pool *pool)
{
	pool->peak = 0;
	pool->refused = 0;
	pool->part.lost = false;
	pool->part.unsure = false;
}

/* Field by field: for an initialiser the compiler may call memset. */
static void rest_clear(struct tarn_object_full_pool *full)
{
	full->rest.vacant = NULL;
	full->rest.vacants = 0;
	full->rest.spare = NULL;
	full->rest.spares = 0;
	full->rest.given_up = 0;
	full->rest.next = NULL;
	full->active = &full->core.part;
	full->robbed = 0;
	full->grown = 0;
	full->shrunk = 0;
	if (full->core.part.fixed && !full->heap)
		full->maximum = full->core.part.capacity;
}

/* Inside the lock. */
static void set_up(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	uint32_t *name = has_option(pool, TARN_OBJECT_GROW) ? &full_pool(pool)->name : &part->name;

	if (!*name && tagged(pool))
		*name = number(pool->type);
	clear(pool);
	if (has_rest(pool))
		rest_clear(full_pool(pool));
	part_lay(pool, part, part->base - facts_of(pool)->head, part->capacity);
	part_name(pool, part, 0);
	entry_push(&registry, &pool->entry);
}

void object_enter(struct tarn_object_pool *pool)
{
	uint32_t hooks = pool->type->hook ? pool->type->hook(TARN_OBJECT_WHICH, NULL) : 0;
	tarn_port_key key = tarn_port_lock();

	if (!object_is_open(pool)) {
		pool->part.hooks = hooks & 15;
		set_up(pool);
	}
	tarn_port_unlock(key);
}

bool object_ready(struct tarn_object_pool *pool, void *caller)
{
	tarn_port_key key = tarn_port_lock();
	bool open = object_is_open(pool);
	bool fixed = pool->part.fixed;

	tarn_port_unlock(key);
	if (likely(open))
		return true;
	if (!fixed) {
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
	pool->entry.next = NULL;
	pool->entry.proof = 0;
	tarn_port_unlock(key);
}
