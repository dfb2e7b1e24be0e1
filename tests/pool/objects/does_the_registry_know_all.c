/* SPDX-License-Identifier: MIT
 * All pools: their list, their reports, and what is left of a pool that was given up. */
#include "world.h"

static uint32_t destroyed;

static void unmake(struct thing *thing)
{
	(void)thing;
	destroyed++;
}

TARN_OBJECT_TYPE_WITH(sparks, struct thing, 8, TARN_OBJECT_REFUSE, .destroy = unmake);
TARN_OBJECT_TYPE(music, struct thing, 8, TARN_OBJECT_NEVER | TARN_OBJECT_PERSISTENT);
TARN_OBJECT_POOL(monsters, struct thing, 3, TARN_OBJECT_ROB_OLDEST);

static struct sparks *const sparks = (void *)&objects_place[0];
static struct music *const music = (void *)&objects_place[1];

static bool open_all(void)
{
	destroyed = 0;
	return CHECK(sparks_open_at(sparks, ARENA(sparks, 4))) &&
	       CHECK(music_open_at(music, unit_arena() + 512, TARN_OBJECT_BYTES(music, 2)));
}

static void every_pool_is_listed(void)
{
	CHECK(!tarn_object_pool_first());
	if (!open_all())
		return;
	CHECK_PTR(tarn_object_pool_first(), &music->core);
	CHECK_PTR(tarn_object_pool_next(&music->core), &sparks->core);
	CHECK(!tarn_object_pool_next(&sparks->core));
	/* The registry knows a static pool from its first use on. */
	monsters_get(&monsters);
	CHECK_PTR(tarn_object_pool_first(), &monsters.core);
	CHECK(tarn_object_close(&music->core));
	CHECK_PTR(tarn_object_pool_next(&monsters.core), &sparks->core);
}

static void all_but_the_persistent_are_reset(void)
{
	struct thing *tune;

	if (!open_all())
		return;
	sparks_get(sparks);
	monsters_get(&monsters);
	tune = music_get(music);
	CHECK_EQ(tarn_object_check_all(NULL), 0);
	tarn_object_reset_all();
	CHECK_EQ(tarn_object_count(&sparks->core), 0);
	CHECK_EQ(tarn_object_count(&monsters.core), 0);
	CHECK(music_in_use(music, tune));
	CHECK_EQ(destroyed, 0);
	sparks_get(sparks);
	tarn_object_close_all();
	CHECK_EQ(destroyed, 1);
	CHECK_PTR(tarn_object_pool_first(), &music->core);
	CHECK(!tarn_object_pool_next(&music->core));
	CHECK(music_in_use(music, tune));
}

static void leaks_are_told(void)
{
	struct heard heard = {.length = 0};

	if (!open_all())
		return;
	CHECK_EQ(tarn_object_report_leaks(objects_hear, &heard), 0);
	CHECK_TEXT(heard.text, "live objects=0 bytes=0\n");
	heard.length = 0;
	sparks_get(sparks);
	sparks_get(sparks);
	music_get(music);
	monsters_get(&monsters);
	CHECK_EQ(tarn_object_report_leaks(objects_hear, &heard), 3);
	CHECK(objects_heard(&heard, "live objects monsters live=1 bytes=16\nlive object",
			    "\nlive objects=3 bytes=48\n"));
}

static void counters_are_told(void)
{
	struct heard heard = {.length = 0};
	size_t record = 11 + 2 * sizeof(void *);

	if (!open_all())
		return;
	for (int i = 0; i < 6; i++)
		sparks_get(sparks);
	tarn_object_reset(&sparks->core);
	CHECK(sparks_get(sparks) != NULL);
	CHECK(tarn_object_close(&music->core));
	/* Counts that this pool cannot have by itself: each is printed under its own name. */
	objects_growing(&sparks->core)->robbed = 3;
	objects_growing(&sparks->core)->grown = 6;
	objects_growing(&sparks->core)->shrunk = 5;
	tarn_object_report(objects_hear, &heard);
	heard.length -= record; /* " record=0x20000120\n" */
	CHECK(objects_heard(&heard, "objects sparks size=16 slot=2",
			    " capacity=4 maximum=4 created=4 live=1 peak=4 refused=2 robbed=3 "
			    "grown=6 shrunk=5 retired=0 worn=0"));
}

static void overwrite(void *record, size_t bytes, unsigned char with)
{
	unsigned char *byte = record;

	while (bytes--)
		*byte++ = with;
}

static void expect_damage(const void *record, size_t bytes)
{
	const char *place = unit_fault.pointer;

	CHECK(place >= (const char *)record && place < (const char *)record + bytes);
	EXPECT_FAULT(TARN_FAULT_REGISTRY, NULL, place);
}

/* A pool on a stack that was left while an object was in use. So its close was refused. */
static void a_pool_that_was_given_up_ends_the_walk(void)
{
	static const unsigned char with[] = {0, 0xff, 0x5a};

	for (uint32_t i = 0; i < sizeof(with); i++) {
		if (!open_all())
			return;
		sparks_get(sparks);
		CHECK(!tarn_object_close(&sparks->core));
		overwrite(sparks, sizeof(*sparks), with[i]);
		CHECK_EQ(tarn_object_check_all(NULL), 0);
		expect_damage(sparks, sizeof(*sparks));
		/* The next call of the function opens it in the same place. */
		overwrite(sparks, sizeof(*sparks), 0);
		CHECK(sparks_open_at(sparks, ARENA(sparks, 4)));
		expect_damage(sparks, sizeof(*sparks));
		CHECK_EQ(tarn_object_check_all(NULL), 0);
		CHECK_PTR(tarn_object_pool_first(), &sparks->core);
		CHECK_PTR(tarn_object_pool_next(&sparks->core), &music->core);
		CHECK(!tarn_object_pool_next(&music->core));
		CHECK_EQ(unit_faults, 0);
		LEAVE();
	}
}

/* The same with the newest pool, whose entry then names itself. */
static void a_pool_opened_where_the_newest_was_given_up(void)
{
	if (!CHECK(sparks_open_at(sparks, ARENA(sparks, 4))))
		return;
	overwrite(sparks, sizeof(*sparks), 0);
	CHECK(sparks_open_at(sparks, ARENA(sparks, 4)));
	expect_damage(sparks, sizeof(*sparks));
	CHECK_EQ(tarn_object_check_all(NULL), 0);
	CHECK_EQ(unit_faults, 0);
}

void does_the_registry_know_all(void)
{
	CASE(every_pool_is_listed);
	CASE(all_but_the_persistent_are_reset);
	CASE(leaks_are_told);
	CASE(counters_are_told);
	CASE(a_pool_that_was_given_up_ends_the_walk);
	CASE(a_pool_opened_where_the_newest_was_given_up);
}
