/* SPDX-License-Identifier: MIT
 * What a stale write leaves in a free object: no list of a pool is followed there. */
#include "tarn_port_extra.h"
#include "world.h"

TARN_OBJECT_TYPE(things, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(rings, struct thing, 8, TARN_OBJECT_ROB_OLDEST);

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

TARN_OBJECT_TYPE_WITH(mortals, struct thing, 8, TARN_OBJECT_REFUSE, .once = count_made,
		      .destroy = count_destroyed);

static void let_other_get(struct thing *thing);
TARN_OBJECT_TYPE_WITH(shared, struct thing, 8, TARN_OBJECT_GROW, .reset = let_other_get, .step = 2);
TARN_OBJECT_TYPE_WITH(made_once, struct thing, 8, TARN_OBJECT_REFUSE, .once = count_made,
		      .reset = let_other_get);

#define link_of(object) (*(void **)(void *)(object))

static struct {
	struct things things;
	struct mortals mortals;
	struct shared shared;
	struct made_once made_once;
	struct rings rings;
} *const pools = (void *)&objects_place[0];

/* Whatever a stale write leaves in the link, Tarn hands out nothing that is no idle object. */
static void damaged_links_are_not_followed(void)
{
	struct thing *thing[4];

	for (uint32_t way = 0; way < 5; way++) {
		const void *link;

		CHECK(things_open_at(&pools->things, ARENA(things, 6)));
		for (int i = 0; i < 4; i++)
			thing[i] = things_get(&pools->things);
		link = way == 0   ? (void *)&pools->things         /* outside */
		       : way == 1 ? (void *)((char *)thing[0] + 4) /* inside an object */
		       : way == 2 ? (void *)thing[3]               /* in use */
		       : way == 3 ? (void *)((char *)thing[3] + things_stride) /* never got */
				  : (void *)thing[0];                          /* itself */
		things_put(&pools->things, thing[1]);
		things_put(&pools->things, thing[0]);
		*(const void **)(void *)thing[0] = link;
		CHECK(tarn_object_check(&pools->things.core, NULL) != 0);
		CHECK_PTR(things_get(&pools->things), thing[0]);
		CHECK(things_get(&pools->things) != NULL); /* a fresh one */
		EXPECT_POOL_FAULT(TARN_FAULT_LINK, link);
		tarn_object_reset(&pools->things.core);
		LEAVE();
	}
}

/* What is prewarmed is on the list from the start. After the damage, other slots are carved. */
static void nor_after_a_prewarm(void)
{
	struct thing *first;
	void *link;

	SKIP_UNLESS(TARN_HARDEN < 2, "from level 2 on what is prewarmed is on no idle list");
	CHECK(things_open_at(&pools->things, ARENA(things, 6)));
	CHECK_EQ(tarn_object_prewarm(&pools->things.core, 4), 4);
	first = pools->things.core.part.head;
	link = &first->rest[0];
	link_of(first) = link;
	CHECK_PTR(things_get(&pools->things), first);
	CHECK(things_get(&pools->things) != NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_LINK, link);
	CHECK_EQ(tarn_object_prewarm(&pools->things.core, 6), 6);
	CHECK(things_get(&pools->things) != NULL);
	CHECK_PTR(things_get(&pools->things), NULL);
	tarn_object_reset(&pools->things.core);
	for (int i = 0; i < 6; i++)
		CHECK(things_get(&pools->things) != NULL);
	CHECK_EQ(objects_stats(&pools->things.core).peak, 6);
}

/* Nor are lists followed of slots that were created ahead, or destroyed. */
static void damaged_lists_are_given_up(void)
{
	struct tarn_object_rest *rest = &objects_growing(&pools->mortals.core)->rest;

	for (int ahead = 0; ahead < 2; ahead++) {
		struct thing *first, *thing;

		CHECK(mortals_open_at(&pools->mortals, ARENA(mortals, 2)));
		first = mortals_get(&pools->mortals);
		mortals_put(&pools->mortals, mortals_get(&pools->mortals));
		mortals_put(&pools->mortals, first);
		CHECK_EQ(tarn_object_trim(&pools->mortals.core, 0), 0);
		if (ahead)
			CHECK_EQ(tarn_object_prewarm(&pools->mortals.core, 2), 2);
		thing = mortals_get(&pools->mortals);
		mortals_put(&pools->mortals, thing);
		first = ahead ? rest->spare : rest->vacant;
		CHECK(first != NULL && first != thing);
		*(void **)(void *)thing = NULL;
		mortals_get(&pools->mortals);
		if (ahead)
			rest->spare = (void *)0x1234;
		else
			rest->vacant = (void *)0x1234;
		CHECK_PTR(mortals_get(&pools->mortals), NULL);
		EXPECT_POOL_FAULT(TARN_FAULT_LINK, (void *)0x1234);
		tarn_object_reset(&pools->mortals.core);
		CHECK(tarn_object_close(&pools->mortals.core));
	}
}

/* Closing follows no link unless some slots are vacant. Then it destroys what it can reach. */
static void damaged_links_are_not_destroyed(void)
{
	struct thing *thing[3];

	for (int way = 0; way < 3; way++) {
		bool trimmed = way == 2;

		made = destroyed = 0;
		CHECK(mortals_open_at(&pools->mortals, ARENA(mortals, 4)));
		for (int i = 0; i < 3; i++)
			thing[i] = mortals_get(&pools->mortals);
		for (int i = 0; i < 3; i++)
			mortals_put(&pools->mortals, thing[i]);
		if (trimmed)
			CHECK_EQ(tarn_object_trim(&pools->mortals.core, 2), 2);
		thing[0] = mortals_get(&pools->mortals);
		mortals_put(&pools->mortals, thing[0]);
		link_of(thing[0]) = way == 1 ? (void *)thing[0] : (void *)0x1234;
		CHECK(tarn_object_close(&pools->mortals.core));
		if (trimmed)
			EXPECT_POOL_FAULT(TARN_FAULT_LINK, (void *)0x1234);
		CHECK_EQ(made, 3);
		CHECK_EQ(destroyed, trimmed ? 2 : 3);
	}
}

/* Returns how many objects a reset brought back. */
static uint32_t count_got(void)
{
	uint32_t got = 0;

	while (got < 9 && mortals_get(&pools->mortals))
		got++;
	return got;
}

/* Makes eight objects, destroys `trimmed` of them, damages a link, and lets a get find it. */
static bool damage(uint32_t trimmed, bool ahead)
{
	struct thing *thing[8], *last;

	made = destroyed = 0;
	if (!CHECK(mortals_open_at(&pools->mortals, ARENA(mortals, 8))))
		return false;
	for (int i = 0; i < 8; i++)
		thing[i] = mortals_get(&pools->mortals);
	for (int i = 0; i < 8; i++)
		mortals_put(&pools->mortals, thing[i]);
	CHECK_EQ(tarn_object_trim(&pools->mortals.core, 8 - trimmed), 8 - trimmed);
	if (ahead)
		CHECK_EQ(tarn_object_prewarm(&pools->mortals.core, 8), 8);
	last = mortals_get(&pools->mortals);
	mortals_put(&pools->mortals, last);
	link_of(last) = (void *)0x1234;
	CHECK_PTR(mortals_get(&pools->mortals), last);
	return true;
}

/* Each object comes back, was made once, and is destroyed once. */
static void a_reset_brings_all_back(void)
{
	for (uint32_t trimmed = 0; trimmed < 8; trimmed++) {
		for (int ahead = 0; ahead < 2; ahead++) {
			if (!damage(trimmed, ahead))
				return;
			CHECK(mortals_get(&pools->mortals) != NULL || trimmed == 0);
			EXPECT_POOL_FAULT(TARN_FAULT_LINK, (void *)0x1234);
			tarn_object_reset(&pools->mortals.core);
			CHECK_POOL(&pools->mortals);
			CHECK_EQ(count_got(), 8);
			CHECK_EQ(objects_stats(&pools->mortals.core).retired, 0);
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
	CHECK(things_open_at(&pools->things, ARENA(things, 8)));
	for (int i = 0; i < 8; i++)
		thing[i] = things_get(&pools->things);
	for (int i = 0; i < 8; i++)
		things_put(&pools->things, thing[i]);
	link_of(thing[5]) = thing[0];
	thing[3]->rest[2] = 1;
	tarn_object_reset(&pools->things.core);
	CHECK_EQ(tarn_object_check(&pools->things.core, NULL), 0);
	for (int i = 0; i < 8; i++)
		CHECK_PTR(things_get(&pools->things), thing[i]);
	EXPECT_POOL_FAULT(TARN_FAULT_USE_AFTER_FREE, thing[3]); /* another word was written to */
}

/* If the list of destroyed objects is damaged, nobody knows which lost objects must be made again.
 * They are given up, one object of capacity each, and counted. A new open has all of them. */
static void what_is_given_up_is_counted(void)
{
	for (int ring = 0; ring < 2; ring++) {
		uint32_t lost;
		struct thing *first;

		if (!damage(3, false))
			return;
		first = objects_growing(&pools->mortals.core)->rest.vacant;
		link_of(first) = ring ? (void *)first : (void *)0x4321;
		CHECK(mortals_get(&pools->mortals) == first);
		EXPECT_POOL_FAULT(TARN_FAULT_LINK, (void *)0x1234);
		for (int again = 0; again < 3; again++) {
			tarn_object_reset(&pools->mortals.core);
			if (again == 0)
				EXPECT_POOL_FAULT(TARN_FAULT_LINK,
						  ring ? (void *)first : (void *)0x4321);
			CHECK_POOL(&pools->mortals);
			lost = objects_stats(&pools->mortals.core).retired;
			CHECK_EQ(lost, 6); /* 4 after the idle one, 2 after the vacant one */
			CHECK_EQ(count_got(), 8 - lost);
			CHECK_EQ(objects_stats(&pools->mortals.core).created, 8 - lost);
			CHECK_POOL(&pools->mortals);
		}
		LEAVE();
		CHECK(mortals_open_at(&pools->mortals, ARENA(mortals, 8)));
		CHECK_EQ(count_got(), 8);
		LEAVE();
	}
}

/* A write to the tag of an idle object in the ring leaves objects in use usable. */
static void a_damaged_ring_is_given_up(void)
{
	struct thing *thing[4];

	CHECK(rings_open_at(&pools->rings, ARENA(rings, 4)));
	for (int i = 0; i < 4; i++)
		thing[i] = rings_get(&pools->rings);
	rings_put(&pools->rings, thing[3]);
	rings_put(&pools->rings, thing[2]);
	*tarn_object_tag_(thing[2]) = ~*tarn_object_tag_(thing[2]);
	CHECK_PTR(rings_get(&pools->rings), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_LINK, thing[2]);
	rings_put(&pools->rings, thing[0]);
	rings_put(&pools->rings, thing[1]);
	CHECK_PTR(rings_get(&pools->rings), thing[1]);
	tarn_object_reset(&pools->rings.core);
	CHECK_POOL(&pools->rings);
}

/* ---- Another context gets while a reset is under way ----------------------------------------- */

static struct tarn_object_pool *other_pool;
static struct thing *other_thing[8];
static uint32_t other_gets; /* so many while other_turn is 1 */
static uint32_t other_turn;
static uint32_t resets_left; /* in the hook of the last object, the other context gets its turn */

static void other_tick(void)
{
	if (objects_read(&other_turn) != 1)
		return;
	for (uint32_t i = 0; i < other_gets; i++)
		other_thing[i] = tarn_object_get(other_pool);
	objects_write(&other_turn, 2);
}

static void let_other_get(struct thing *thing)
{
	(void)thing;
	if (resets_left == 0 || --resets_left)
		return;
	objects_write(&other_turn, 1);
	for (uint32_t i = 0; objects_read(&other_turn) == 1 && i < 1000000000; i++)
		;
}

/* Resets, and the other context gets `gets` objects once the walk has passed all but the last
 * object. They stay in use. The next reset brings back what was lost. */
static void reset_while_other_gets(struct tarn_object_pool *pool, uint32_t gets)
{
	other_pool = pool;
	other_gets = gets;
	other_turn = 0;
	resets_left = tarn_object_count(pool);
	port_tick_start(100, other_tick);
	tarn_object_reset(pool);
	port_tick_stop();
	CHECK_EQ(other_turn, 2);
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
		CHECK(shared_open(&pools->shared, &unit_heap, 4, 8));
		for (int i = 0; i < 6; i++)
			thing[i] = shared_get(&pools->shared);
		shared_put(&pools->shared, thing[2]);
		shared_put(&pools->shared, thing[3]);
		link_of(thing[3]) = (void *)0x1234;
		CHECK_PTR(shared_get(&pools->shared), thing[3]);
		for (int i = 0; i < 2; i++)
			CHECK(shared_get(&pools->shared) != NULL); /* the last chunk is full */
		EXPECT_FAULT(TARN_FAULT_LINK, &unit_heap, (void *)0x1234);
		reset_while_other_gets(&pools->shared.core, gets);
		CHECK_SOUND(&unit_heap);
		LEAVE();
	}
}

/* Such an object does not count as lost either, if the list of destroyed objects is damaged. */
static void what_others_get_meanwhile_is_not_given_up(void)
{
	struct thing *thing[8];
	struct thing *first;

	CHECK(made_once_open_at(&pools->made_once, ARENA(made_once, 8)));
	for (int i = 0; i < 8; i++)
		thing[i] = made_once_get(&pools->made_once);
	for (int i = 0; i < 8; i++)
		made_once_put(&pools->made_once, thing[i]);
	CHECK_EQ(tarn_object_trim(&pools->made_once.core, 4), 4);
	first = objects_growing(&pools->made_once.core)->rest.vacant;
	link_of(first) = (void *)0x4321;
	for (int i = 0; i < 5; i++)
		CHECK(made_once_get(&pools->made_once) != NULL);
	CHECK_PTR(made_once_get(&pools->made_once), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_LINK, (void *)0x4321);
	reset_while_other_gets(&pools->made_once.core, 2);
	CHECK_EQ(objects_stats(&pools->made_once.core).retired, 3);
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
