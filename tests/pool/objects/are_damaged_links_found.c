/* SPDX-License-Identifier: MIT
 * What a stale write leaves in a free object: no list of a pool is followed there, and a reset
 * brings all back. */
#include "world.h"

static uint32_t made, destroyed;

static void count_made(struct thing *thing)
{
	(void)thing;
	made++;
}

static void count_destroyed(struct thing *thing)
{
	(void)thing;
	destroyed++;
}

static void let_other_get(struct thing *thing);
TARN_OBJECT_TYPE(things, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(rings, struct thing, 8, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE_WITH(mortals, struct thing, 8, TARN_OBJECT_REFUSE, .once = count_made,
		      .destroy = count_destroyed);
TARN_OBJECT_TYPE_WITH(shared, struct thing, 8, TARN_OBJECT_GROW, .reset = let_other_get, .step = 2);
TARN_OBJECT_TYPE_WITH(made_once, struct thing, 8, TARN_OBJECT_REFUSE, .once = count_made,
		      .reset = let_other_get);

static struct tarn_object_pool *const pool = &objects_place[0].core;
static struct tarn_object_rest *const rest = &objects_place[0].rest;

#define link_of(object) (*(void **)(void *)(object))
#define OUTSIDE         ((void *)0x1234)
#define BEYOND          ((void *)0x4321)

/* Opens a pool of `count` objects, gets all and puts all but the first `live`, in this order. */
static void furnish(const struct tarn_object_type *type, uint32_t capacity, uint32_t count,
		    uint32_t live, struct thing **thing)
{
	made = destroyed = 0;
	CHECK(tarn_object_open_at(pool, type, unit_arena(), capacity * type->facts.stride));
	for (uint32_t i = 0; i < count; i++)
		thing[i] = tarn_object_get(pool);
	for (uint32_t i = live; i < count; i++)
		tarn_object_put(thing[i], pool);
}

static uint32_t count_got(void)
{
	uint32_t got = 0;

	while (got < 9 && tarn_object_get(pool))
		got++;
	return got;
}

/* Whatever a stale write leaves in the link, Tarn hands out nothing that is no idle object. */
static void damaged_links_are_not_followed(void)
{
	struct thing *thing[4];

	for (uint32_t way = 0; way < 5; way++) {
		const void *link;

		furnish(&things_type, 6, 4, 2, thing);
		link = way == 0   ? (void *)pool                   /* outside */
		       : way == 1 ? (void *)((char *)thing[3] + 4) /* inside an object */
		       : way == 2 ? (void *)thing[0]               /* in use */
		       : way == 3 ? (void *)((char *)thing[3] + things_stride) /* never got */
				  : (void *)thing[3];                          /* itself */
		*(const void **)(void *)thing[3] = link;
		CHECK(tarn_object_check(pool, NULL) != 0);
		CHECK_PTR(things_get((void *)pool), thing[3]);
		CHECK(things_get((void *)pool) != NULL); /* a fresh one */
		EXPECT_POOL_FAULT(TARN_FAULT_LINK, link);
		tarn_object_reset(pool);
		CHECK_EQ(count_got(), 6);
		LEAVE();
	}
}

/* What is prewarmed is on the list from the start. After the damage, other slots are carved. */
static void nor_after_a_prewarm(void)
{
	struct thing *first;
	void *link;

	SKIP_UNLESS(TARN_HARDEN < 2, "from level 2 on what is prewarmed is on no idle list");
	furnish(&things_type, 6, 0, 0, NULL);
	CHECK_EQ(tarn_object_prewarm(pool, 4), 4);
	first = pool->part.head;
	link = &first->rest[0];
	link_of(first) = link;
	CHECK_PTR(tarn_object_get(pool), first);
	CHECK(tarn_object_get(pool) != NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_LINK, link);
	CHECK_EQ(tarn_object_prewarm(pool, 6), 6);
	CHECK_EQ(count_got(), 1);
	tarn_object_reset(pool);
	CHECK_EQ(count_got(), 6);
	CHECK_EQ(objects_stats(pool).peak, 6);
}

/* Nor are lists followed of slots that were created ahead, or destroyed. */
static void damaged_lists_are_given_up(void)
{
	for (int ahead = 0; ahead < 2; ahead++) {
		struct thing *thing[2];
		void **list = ahead ? &rest->spare : &rest->vacant;

		furnish(&mortals_type, 2, 2, 0, thing);
		CHECK_EQ(tarn_object_trim(pool, 0), 0);
		if (ahead)
			CHECK_EQ(tarn_object_prewarm(pool, 2), 2);
		CHECK(tarn_object_get(pool) != NULL);
		CHECK(*list != NULL);
		*list = OUTSIDE;
		REFUSED(tarn_object_get(pool), TARN_FAULT_LINK, OUTSIDE);
		tarn_object_reset(pool);
		CHECK(tarn_object_close(pool));
	}
}

/* Closing follows no link unless some slots are vacant. Then it destroys what it can reach. */
static void damaged_links_are_not_destroyed(void)
{
	struct thing *thing[3];

	for (int way = 0; way < 3; way++) {
		bool trimmed = way == 2;

		furnish(&mortals_type, 4, 3, 0, thing);
		if (trimmed)
			CHECK_EQ(tarn_object_trim(pool, 2), 2);
		thing[0] = tarn_object_get(pool);
		tarn_object_put(thing[0], pool);
		link_of(thing[0]) = way == 1 ? (void *)thing[0] : OUTSIDE;
		CHECK(tarn_object_close(pool));
		if (trimmed)
			EXPECT_POOL_FAULT(TARN_FAULT_LINK, OUTSIDE);
		CHECK_EQ(made, 3);
		CHECK_EQ(destroyed, trimmed ? 2 : 3);
	}
}

/* Makes eight objects, destroys `trimmed` of them, damages a link, and lets a get find it. */
static void damage(uint32_t trimmed, bool ahead)
{
	struct thing *thing[8], *last;

	furnish(&mortals_type, 8, 8, 0, thing);
	CHECK_EQ(tarn_object_trim(pool, 8 - trimmed), 8 - trimmed);
	if (ahead)
		CHECK_EQ(tarn_object_prewarm(pool, 8), 8);
	last = tarn_object_get(pool);
	tarn_object_put(last, pool);
	link_of(last) = OUTSIDE;
	CHECK_PTR(tarn_object_get(pool), last);
}

/* Each object comes back, was made once, and is destroyed once. */
static void a_reset_brings_all_back(void)
{
	for (uint32_t trimmed = 0; trimmed < 8; trimmed++) {
		for (int ahead = 0; ahead < 2; ahead++) {
			damage(trimmed, ahead);
			CHECK(tarn_object_get(pool) != NULL || trimmed == 0);
			EXPECT_POOL_FAULT(TARN_FAULT_LINK, OUTSIDE);
			tarn_object_reset(pool);
			CHECK_EQ(tarn_object_check(pool, NULL), 0);
			CHECK_EQ(count_got(), 8);
			CHECK_EQ(objects_stats(pool).retired, 0);
			CHECK_EQ(made - destroyed, 8);
			LEAVE();
			CHECK_EQ(made, destroyed);
		}
	}
}

/* Without a get that finds the damage, too: from level 2 on a reset looks for it. */
static void a_reset_finds_damage(void)
{
	struct thing *thing[8];

	NEED_LEVEL(2);
	furnish(&things_type, 8, 8, 0, thing);
	link_of(thing[5]) = thing[0];
	thing[3]->rest[2] = 1;
	tarn_object_reset(pool);
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
	for (int i = 0; i < 8; i++)
		CHECK_PTR(tarn_object_get(pool), thing[i]);
	EXPECT_POOL_FAULT(TARN_FAULT_USE_AFTER_FREE, thing[3]); /* another word was written to */
}

/* If the list of destroyed objects is damaged, nobody knows which lost objects must be made again.
 * They are given up, one object of capacity each, and counted. A new open has all of them. */
static void what_is_given_up_is_counted(void)
{
	for (int ring = 0; ring < 2; ring++) {
		struct thing *first;
		void *link;

		damage(3, false);
		first = rest->vacant;
		link = ring ? (void *)first : BEYOND;
		link_of(first) = link;
		CHECK_PTR(tarn_object_get(pool), first);
		EXPECT_POOL_FAULT(TARN_FAULT_LINK, OUTSIDE);
		for (int again = 0; again < 3; again++) {
			tarn_object_reset(pool);
			if (again == 0)
				EXPECT_POOL_FAULT(TARN_FAULT_LINK, link);
			CHECK_EQ(tarn_object_check(pool, NULL), 0);
			/* 4 after the idle one, 2 after the vacant one */
			CHECK_EQ(objects_stats(pool).retired, 6);
			CHECK_EQ(count_got(), 2);
			CHECK_EQ(objects_stats(pool).created, 2);
		}
		LEAVE();
		furnish(&mortals_type, 8, 0, 0, NULL);
		CHECK_EQ(count_got(), 8);
		LEAVE();
	}
}

/* A write to the tag of an idle object in the ring leaves objects in use usable. */
static void a_damaged_ring_is_given_up(void)
{
	struct thing *thing[4];

	furnish(&rings_type, 4, 4, 2, thing);
	*tarn_object_tag_(thing[3]) = ~*tarn_object_tag_(thing[3]);
	REFUSED(tarn_object_get(pool), TARN_FAULT_LINK, thing[3]);
	tarn_object_put(thing[0], pool);
	tarn_object_put(thing[1], pool);
	CHECK_PTR(tarn_object_get(pool), thing[1]);
	tarn_object_reset(pool);
}

/* ---- Another context gets while a reset is under way ----------------------------------------- */

static uint32_t other_gets;
static struct thing *other_thing[8];
static uint32_t resets_left; /* in the hook of the last object, the other context gets */

static void let_other_get(struct thing *thing)
{
	(void)thing;
	if (resets_left == 0 || --resets_left)
		return;
	objects_place[0].hand.context++; /* not the reset's any more */
	for (uint32_t i = 0; i < other_gets; i++)
		other_thing[i] = tarn_object_get(pool);
	objects_place[0].hand.context--;
}

/* Resets, and the other context gets `gets` objects once the walk has passed all but the last
 * object. They stay in use. The next reset brings back what was lost. */
static void reset_while_other_gets(uint32_t gets)
{
	other_gets = gets;
	resets_left = tarn_object_count(pool);
	tarn_object_reset(pool);
	for (uint32_t i = 0; i < gets; i++)
		CHECK(tarn_object_in_use(pool, other_thing[i]));
	CHECK_EQ(tarn_object_count(pool), gets);
	CHECK(pool->part.lost);
	tarn_object_reset(pool);
	CHECK(!pool->part.lost);
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
}

static void what_others_get_meanwhile_is_theirs(void)
{
	struct thing *thing[6];

	NEED_COMMONS;
	for (uint32_t gets = 1; gets <= 4; gets++) { /* first its own, then the chunk's, too */
		CHECK(MAKE_COMMONS(1600));
		CHECK(tarn_object_open(pool, &shared_type, &unit_heap, 4, 8));
		for (int i = 0; i < 6; i++)
			thing[i] = tarn_object_get(pool);
		tarn_object_put(thing[2], pool);
		tarn_object_put(thing[3], pool);
		link_of(thing[3]) = OUTSIDE;
		CHECK_PTR(tarn_object_get(pool), thing[3]);
		for (int i = 0; i < 2; i++)
			CHECK(tarn_object_get(pool) != NULL); /* the last chunk is full */
		EXPECT_FAULT(TARN_FAULT_LINK, &unit_heap, OUTSIDE);
		reset_while_other_gets(gets);
		CHECK_SOUND(&unit_heap);
		LEAVE();
	}
}

/* Such an object does not count as lost either, if the list of destroyed objects is damaged. */
static void what_others_get_meanwhile_is_not_given_up(void)
{
	struct thing *thing[8];

	furnish(&made_once_type, 8, 8, 0, thing);
	CHECK_EQ(tarn_object_trim(pool, 4), 4);
	link_of(rest->vacant) = BEYOND;
	CHECK_EQ(count_got(), 5);
	EXPECT_POOL_FAULT(TARN_FAULT_LINK, BEYOND);
	reset_while_other_gets(2);
	CHECK_EQ(objects_stats(pool).retired, 3);
}

void are_damaged_links_found(void)
{
	CASE(damaged_links_are_not_followed);
	CASE(nor_after_a_prewarm);
	CASE(damaged_lists_are_given_up);
	CASE(damaged_links_are_not_destroyed);
	CASE(a_reset_brings_all_back);
	CASE(a_reset_finds_damage);
	CASE(what_is_given_up_is_counted);
	CASE(a_damaged_ring_is_given_up);
	CASE(what_others_get_meanwhile_is_theirs);
	CASE(what_others_get_meanwhile_is_not_given_up);
}
