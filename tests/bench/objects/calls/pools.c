/* SPDX-License-Identifier: MIT
 * Pools of 16 objects of 20 bytes, one for each policy and option, and pools of other
 * capacities. */
#include "pools.h"

#define FIRSTS 9
#define MANY   1000

static uint32_t score(const struct particle *particle)
{
	return (uint32_t)particle->x;
}

static bool alive(const struct particle *particle)
{
	return particle->frames_left > 0;
}

TARN_OBJECT_POOL(never, struct particle, OBJECTS, TARN_OBJECT_NEVER);
TARN_OBJECT_POOL(refuse, struct particle, OBJECTS, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(oldest, struct particle, OBJECTS, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_POOL_WITH(least, struct particle, OBJECTS, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_TYPE_WITH(grow, struct particle, 2 * OBJECTS, TARN_OBJECT_GROW, .step = OBJECTS);
static struct tarn_heap heap;
TARN_OBJECT_STORAGE_GROWING(grows, grow, OBJECTS, &heap, 2 * OBJECTS);
TARN_OBJECT_POOL(bits, struct particle, OBJECTS, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_POOL_WITH(knows, struct particle, OBJECTS,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct particle, frames_left, frames_left),
		      .in_use = alive);
TARN_OBJECT_POOL(unlocked, struct particle, OBJECTS, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED);
TARN_OBJECT_POOL_WITH(hooked, struct particle, OBJECTS, TARN_OBJECT_REFUSE, .init = clear,
		      .reset = clear);

TARN_OBJECT_POOL(one, struct particle, 1, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(many, struct particle, MANY, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(crowd, struct particle, MANY, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(widest, struct particle, 1 << 20, TARN_OBJECT_REFUSE);
TARN_OBJECT_STORAGE(wide, widest, OBJECTS);
TARN_OBJECT_POOL(fresh, struct particle, FIRSTS, TARN_OBJECT_REFUSE);

static uint64_t arena[960 / 8];

POOL(never, never)
POOL(refuse, refuse)
POOL(oldest, oldest)
POOL(least, least)
POOL(grow, grows)
POOL(bits, bits)
POOL(knows, knows)
POOL(unlocked, unlocked)
POOL(hooked, hooked)
POOL(one, one)
POOL(many, many)
POOL(widest, wide)

MEASURED struct particle *fresh_gets(void)
{
	return fresh_get(&fresh);
}

MEASURED struct particle *crowd_gets(void)
{
	return crowd_get(&crowd);
}

MEASURED void fresh_puts(struct particle *particle)
{
	fresh_put(&fresh, particle);
}

/* The object that was got, to be put. */
static uintptr_t kept[FIRSTS];
static uint32_t keeps;

static void keep(uintptr_t particle)
{
	kept[keeps++] = particle;
}

static uintptr_t kept_last(void)
{
	return kept[--keeps];
}

#define FILL(pool)                                              \
	static void pool##_fill(void)                           \
	{                                                       \
		while (tarn_object_count(&pool.core) < OBJECTS) \
			pool##_one();                           \
	}
FILL(refuse)
FILL(oldest)

/* Several capacities: one object; many, of which the last few are got and put; the largest
 * maximum. */
static void measure_capacities(void)
{
	MEASURE(one, "refuse with 1 object");
	for (uint32_t i = 0; i < MANY - 4; i++)
		many_get(&many);
	MEASURE(many, "refuse with many objects");
	MEASURE(wide, "refuse with the largest maximum");
}

/* A slot is used for the first time. */
static void measure_fresh(void)
{
	static const struct call created = {"refuse: get of a new object", NULL, CALL(fresh_gets),
					    NULL};
	static const struct call again = {"refuse: get after a reset", NULL, CALL(fresh_gets),
					  NULL};

	fresh_get(&fresh);
	measure(&created, FIRSTS - 1);
	tarn_object_reset(&fresh.core);
	fresh_get(&fresh);
	measure(&again, FIRSTS - 1);
	tarn_object_reset(&fresh.core);
	(void)!tarn_object_close(&fresh.core);
}

/* Each object of a pool that was prewarmed to its capacity, the first and the last included, is got
 * for the first time, and put. */
static void measure_prewarmed(void)
{
	static const struct call get = {"prewarmed: get", NULL, CALL(fresh_gets), keep};
	static const struct call put = {"prewarmed: put", kept_last, CALL(fresh_puts), NULL};

	tarn_object_prewarm(&fresh.core, FIRSTS);
	measure(&get, FIRSTS);
	measure(&put, FIRSTS);
}

MEASURED void resets(void)
{
	tarn_object_reset(&refuse.core);
}

static uintptr_t refuse_filled(void)
{
	refuse_fill();
	return 0;
}

MEASURED void many_resets(void)
{
	tarn_object_reset(&many.core);
}

static uintptr_t many_filled(void)
{
	while (many_get(&many))
		;
	return 0;
}

/* Calls whose cost must not grow with the number of objects: taking all back, robbing the
 * oldest. */
static void measure_crowd(void)
{
	static const struct call reset = {"refuse: reset of many in use", many_filled,
					  CALL(many_resets), NULL};
	static const struct call robbed = {"rob the oldest of many when full: get", NULL,
					   CALL(crowd_gets), NULL};

	measure(&reset, 2);
	for (uint32_t i = 0; i < MANY; i++)
		crowd_get(&crowd);
	measure(&robbed, TIMES);
}

/* Full pools. */
static void measure_full(void)
{
	static const struct call refused = {"refuse when full: get", refuse_filled,
					    CALL(refuse_gets), NULL};
	static const struct call robbed = {"rob the oldest when full: get", NULL, CALL(oldest_gets),
					   NULL};

	measure(&refused, TIMES);
	oldest_fill();
	measure(&robbed, TIMES);
}

void measure_pools(void)
{
	static const struct call reset = {"refuse: reset of 16 in use", refuse_filled, CALL(resets),
					  NULL};

	if (tarn_init(&heap, arena, sizeof(arena), &tarn_table_commons, NULL) != TARN_OK)
		tarn_port_exit(1);
	MEASURE(never, "never");
	MEASURE(refuse, "refuse");
	MEASURE(oldest, "rob the oldest");
	MEASURE(least, "rob the least");
	MEASURE(grows, "grow");
	MEASURE(bits, "refuse with bits");
	MEASURE(knows, "refuse without tags");
	MEASURE(unlocked, "refuse unlocked");
	MEASURE(hooked, "refuse with hooks");
	measure_capacities();
	measure_fresh();
	measure_prewarmed();
	measure(&reset, TIMES);
	measure_full();
	measure_crowd();
}
