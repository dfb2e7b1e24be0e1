/* SPDX-License-Identifier: MIT
 * The model asks whether a walk sees each object in use, in the order of addresses, and may put the
 * one that it is at. Here others come and go meanwhile. */
#include "world.h"

TARN_OBJECT_TYPE(things, struct thing, 16, TARN_OBJECT_REFUSE);

static struct things *const things = (void *)&objects_place[0];

/* In a walk over objects 0 to 5, at number 1: 0, 2 and 4 are put. 4 is got again (as 7). 2 and 0
 * come and go. */
static void others_change(struct thing **object)
{
	things_put(things, object[0]);
	things_put(things, object[2]);
	things_put(things, object[4]);
	CHECK_PTR(things_get(things), object[4]);
	object[4]->name = 7;
	CHECK_PTR(things_get(things), object[2]);
	CHECK_PTR(things_get(things), object[0]);
	things_put(things, object[2]);
	things_put(things, object[0]);
}

static void others_come_and_go(void)
{
	struct thing *thing, *object[6];
	uint32_t seen = 0, at = 0;

	CHECK(things_open_at(things, ARENA(things, 8)));
	for (uint32_t i = 0; i < 6; i++) {
		object[i] = things_get(things);
		object[i]->name = i;
	}
	while ((thing = things_each(things, &at))) {
		CHECK(!(seen & 1u << thing->name));
		seen |= 1u << thing->name;
		if (thing == object[1])
			others_change(object);
	}
	CHECK_EQ(seen, 1 << 0 | 1 << 1 | 1 << 3 | 1 << 7 | 1 << 5);
	LEAVE();
}

static void any_pointer_may_be_asked_about(void)
{
	struct thing *thing;
	unsigned char *bytes;

	CHECK(things_open_at(things, ARENA(things, 4)));
	thing = things_get(things);
	bytes = (unsigned char *)thing;
	for (uint32_t i = 1; i < sizeof(struct thing); i++)
		CHECK(!things_in_use(things, (struct thing *)(void *)(bytes + i)));
	CHECK(!things_in_use(things, NULL));
	CHECK(!things_in_use(things, (struct thing *)(void *)unit_arena()));
	CHECK(!things_in_use(things, (struct thing *)(void *)things));
	CHECK(!things_in_use(things, (struct thing *)(uintptr_t)-16));
	CHECK(things_in_use(things, thing));
	LEAVE();
}

void is_a_walk_safe(void)
{
	objects_begin();
	CASE(others_come_and_go);
	CASE(any_pointer_may_be_asked_about);
}
