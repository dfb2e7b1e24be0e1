/* SPDX-License-Identifier: MIT */
#include "world.h"

#include "tarn_port.h"

struct tarn_object_full_pool objects_place[POOL_PLACES];
static tarn_port_key lock_between; /* the lock's state, as lock() returns it */

static tarn_port_key lock_state(void)
{
	tarn_port_key key = tarn_port_lock();

	tarn_port_unlock(key);
	return key;
}

void objects_begin(void)
{
	unsigned char *byte = (unsigned char *)objects_place;

	lock_between = lock_state();
	for (uint32_t i = 0; i < POOL_PLACES; i++) {
		const struct tarn_object_type *type = objects_place[i].core.type;

		if (type && type->siblings) /* no pool has a number any more */
			*type->siblings = 0;
	}
	for (uint32_t i = 0; i < sizeof(objects_place); i++)
		byte[i] = 0;
}

bool objects_sound(struct tarn_object_pool *pool, const char *file, int line)
{
	struct tarn_object_broken broken = {NULL, 0, 0};

	if (tarn_object_check(pool, &broken) == 0)
		return true;
	unit_check(false, pool->type->name, file, line);
	unit_equal(broken.invariant, 0, "the broken invariant", file, line);
	return unit_equal(broken.slot, UINT32_MAX, "its slot", file, line);
}

void objects_leave(const char *file, int line)
{
	struct tarn_object_pool *pool = tarn_object_pool_first();

	while (pool) {
		struct tarn_object_pool *next = tarn_object_pool_next(pool);

		objects_sound(pool, file, line);
		tarn_object_reset(pool);
		objects_sound(pool, file, line);
		unit_equal(tarn_object_count(pool), 0, "objects after a reset", file, line);
		unit_check(tarn_object_close(pool), "a pool closes", file, line);
		pool = next;
	}
	unit_check(!tarn_object_pool_first(), "no pool is left", file, line);
}

static void (*case_now)(void);

static void run_and_leave(void)
{
	objects_begin();
	case_now();
	LEAVE();
}

void objects_case(const char *name, void (*run)(void))
{
	case_now = run;
	unit_case(name, run_and_leave);
}

struct tarn_object_stats objects_stats(struct tarn_object_pool *pool)
{
	struct tarn_object_stats stats;

	tarn_object_stats(pool, &stats);
	return stats;
}

void objects_hear(void *heard_, const char *text, size_t length)
{
	struct heard *heard = heard_;

	unit_check(lock_state() == lock_between, "no sink is called inside the lock", __FILE__,
		   __LINE__);
	while (length-- && heard->length + 1 < sizeof(heard->text))
		heard->text[heard->length++] = *text++;
	heard->text[heard->length] = 0;
}

bool objects_heard(const struct heard *heard, const char *text, const char *end)
{
	uint32_t bytes = 0;

	while (end[bytes])
		bytes++;
	return heard->length >= bytes && unit_begins(&heard->text[heard->length - bytes], end) &&
	       unit_begins(heard->text, text);
}
