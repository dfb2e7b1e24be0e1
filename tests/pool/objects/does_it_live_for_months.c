/* SPDX-License-Identifier: MIT
 * A pool grows and shrinks, or closes and opens, with a handle of each object. It keeps its
 * capacity however often it does, and no old handle ever names a new object. */
#include "world.h"

#define OWN    2
#define MOST   12
#define BURSTS (sizeof(void *) == 8 ? 1000000u : 3000u) /* on a host; on an emulator */
#define OLD    16                                       /* handles that are kept */

TARN_OBJECT_TYPE_WITH(crowd, struct thing, 65536, TARN_OBJECT_GROW, .step = 5);
TARN_OBJECT_TYPE(levels, struct thing, 65536, TARN_OBJECT_REFUSE);

static struct {
	struct crowd crowd;
	struct levels levels;
} *const pools = (void *)&objects_place[0];

static crowd_handle old[OLD];

/* Gets all objects that it can, and puts them. Returns how many there were. */
static uint32_t burst(uint32_t number)
{
	struct thing *thing[MOST];
	uint32_t got = 0;

	for (; got < MOST && (thing[got] = crowd_get(&pools->crowd)); got++)
		if (!CHECK(crowd_handle_of(&pools->crowd, thing[got]).generation))
			return 0;
	for (uint32_t i = 0; i < OLD; i++)
		if (!CHECK(!crowd_resolve(&pools->crowd, old[i])))
			return 0;
	old[number % OLD] = crowd_handle_of(&pools->crowd, thing[number % MOST]);
	while (got)
		crowd_put(&pools->crowd, thing[--got]);
	return MOST;
}

static void bursts_leave_the_capacity(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1400));
	CHECK(crowd_open(&pools->crowd, &unit_heap, OWN, MOST));
	objects_era_growing(&pools->crowd.core, BURSTS / 2); /* an era ends meanwhile */
	for (uint32_t i = 0; i < BURSTS; i++)
		if (!CHECK_EQ(burst(i), MOST))
			break;
	CHECK_EQ(objects_stats(&pools->crowd.core).retired, 0);
	CHECK_EQ(objects_stats(&pools->crowd.core).capacity, OWN);
	CHECK_EQ(objects_growing(&pools->crowd.core)->name, 2u << crowd_era_bits);
	LEAVE();
}

/* One slot of a chunk is used up. That is one object less, until the chunk was given back and added
 * again. */
static void one_worn_slot_is_one_object(void)
{
	struct thing *thing[MOST];
	uint32_t got = 0;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1400));
	CHECK(crowd_open(&pools->crowd, &unit_heap, OWN, MOST));
	while (got < MOST)
		thing[got++] = crowd_get(&pools->crowd);
	objects_wear(thing[5], 1);
	crowd_handle_of(&pools->crowd, thing[5]);
	crowd_put(&pools->crowd, thing[5]);
	CHECK_PTR(crowd_get(&pools->crowd), NULL);
	CHECK_EQ(objects_stats(&pools->crowd.core).retired, 1);
	CHECK_POOL(&pools->crowd);
	while (got--)
		if (got != 5)
			crowd_put(&pools->crowd, thing[got]);
	CHECK_EQ(objects_stats(&pools->crowd.core).retired, 0);
	CHECK_EQ(burst(0), MOST);
	LEAVE();
}

static void levels_leave_the_capacity(void)
{
	levels_handle before = {0, 0};

	for (uint32_t i = 0; i < BURSTS / 10; i++) {
		struct thing *thing;

		CHECK(levels_open_at(&pools->levels, ARENA(levels, 1)));
		if (i == 0)
			objects_era(&pools->levels.core, BURSTS / 20);
		thing = levels_get(&pools->levels);
		if (!CHECK(thing != NULL) || !CHECK(!levels_resolve(&pools->levels, before)))
			break;
		before = levels_handle_of(&pools->levels, thing);
		CHECK_PTR(levels_get(&pools->levels), NULL);
		levels_put(&pools->levels, thing);
		CHECK(tarn_object_close(&pools->levels.core));
	}
	LEAVE();
	CHECK_EQ(pools->levels.core.part.name, 2u << levels_era_bits);
}

void does_it_live_for_months(void)
{
	objects_begin();
	CASE(bursts_leave_the_capacity);
	CASE(one_worn_slot_is_one_object);
	CASE(levels_leave_the_capacity);
}
