/* SPDX-License-Identifier: MIT
 * Breaks each invariant of pool/object/README.md on purpose. */
#include "world.h"

TARN_OBJECT_TYPE(things, struct thing, 64, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(oldest, struct thing, 64, TARN_OBJECT_ROB_OLDEST);

static void make(struct thing *thing)
{
	thing->name = 1;
}
TARN_OBJECT_TYPE_WITH(made, struct thing, 64, TARN_OBJECT_REFUSE, .once = make);

static struct things *const things = (void *)&objects_place[0];
static struct bits *const bits = (void *)&objects_place[1];
static struct oldest *const oldest = (void *)&objects_place[2];
static struct made *const made = (void *)&objects_place[3];
static struct thing *thing[20];
static struct tarn_object_pool *pool;
static struct tarn_object_part *part;

#define ANY UINT32_MAX /* the slot that is named does not matter */

static void finds(uint32_t invariant, uint32_t slot)
{
	struct tarn_object_broken broken = {NULL, 0, 0};

	CHECK_EQ(tarn_object_check(pool, &broken), invariant);
	CHECK_EQ(broken.invariant, invariant);
	CHECK_PTR(broken.pool, pool);
	if (slot != ANY)
		CHECK_EQ(broken.slot, slot);
}

/* Adds `by` to a word, which breaks an invariant. Then restores the word. */
static void breaks(uint32_t *word, uint32_t by, uint32_t invariant, uint32_t slot)
{
	*word += by;
	finds(invariant, slot);
	*word -= by;
}

/* Makes a link lead elsewhere, which breaks an invariant. Then restores the link. */
static void misleads(void *place, void *to, uint32_t invariant, uint32_t slot)
{
	void **link = place;
	void *before = *link;

	*link = to;
	finds(invariant, slot);
	*link = before;
}

/* Makes twenty objects and puts the first eleven: more than a slice of each kind. */
static void furnish(struct tarn_object_pool *core, const struct tarn_object_type *type)
{
	pool = core;
	part = &core->part;
	CHECK(tarn_object_open_at(pool, type, unit_arena(), type->facts.stride * 20 + 8));
	CHECK_EQ(part->capacity, 20);
	for (int i = 0; i < 20; i++)
		thing[i] = tarn_object_get(pool);
	for (int i = 0; i < 11; i++)
		tarn_object_put(thing[i], pool);
	objects_sound(pool, __FILE__, __LINE__);
}
#define FURNISH(pool) furnish(&pool->core, &pool##_type)

static void o1_parts(void)
{
	FURNISH(things);
	breaks(&part->limit, 1, 1, 0);
	breaks(&part->created, (uint32_t)-1, 1, 0);
	part->capacity = 19;
	finds(1, ANY);
	part->capacity = 20;
}

static void o2_idle_list(void)
{
	FURNISH(things);
	misleads(thing[4], thing[17], 2, 17);             /* one in use */
	misleads(thing[4], thing[9], 2, ANY);             /* a ring */
	misleads(thing[4], (char *)thing[9] + 4, 2, ANY); /* inside one */
	breaks(&part->idle, 1, 2, ANY);
	breaks(&part->idle, (uint32_t)-1, 2, ANY);
}

static void o2_idle_bits(void)
{
	struct tarn_object_marks *marks = (void *)(unit_arena() + 20 * bits_stride);

	FURNISH(bits);
	breaks(&marks->free, 1u << 20, 2, 0); /* not carved */
	breaks(&marks->free, -(1u << 4), 2, ANY);
	breaks(&part->some, (uint32_t)-1, 2, 0);
	thing[4]->name = 17; /* nothing of Tarn's lies there */
	objects_sound(pool, __FILE__, __LINE__);
	breaks(&marks->here, -(1u << 18), 4, ANY);
}

static void o3_lists_spare_and_vacant(void)
{
	struct tarn_object_rest *rest = &objects_growing(&made->core)->rest;

	FURNISH(made);
	CHECK_EQ(tarn_object_trim(pool, 15), 15);
	breaks(&rest->vacants, 1, 3, ANY);
	breaks(&rest->vacants, (uint32_t)-1, 3, ANY);
	CHECK_EQ(tarn_object_prewarm(pool, 18), 18);
	breaks(&rest->spares, 1, 3, ANY);
}

static void o4_everybody_is_somewhere(void)
{
	FURNISH(things);
	part->idle -= 4; /* four are on no list */
	misleads(thing[4], NULL, 4, ANY);
	part->made -= 4;
	misleads(thing[4], NULL, 4, ANY);
	part->idle += 4;
	part->made += 4;
	pool->calls++; /* an object between hands that is in use */
	finds(4, ANY);
	pool->calls--;
}

static void **age_words(void *object)
{
	return (void **)(void *)((char *)object - oldest_head);
}

static void o5_ages(void)
{
	FURNISH(oldest);
	misleads(&age_words(thing[15])[1], thing[3], 5, ANY); /* one that is not in use */
	misleads(&age_words(thing[15])[1], thing[13], 5, ANY);
	misleads(&age_words(thing[15])[0], thing[18], 5, ANY);
	misleads(&age_words(thing[15])[0], (char *)thing[16] + 4, 5, ANY);
	misleads(&part->head, thing[12], 5, ANY); /* in use, before the idle ones */
	objects_sound(pool, __FILE__, __LINE__);
}

/* Each agrees with its neighbours, but two form a ring apart from the rest. */
static void o5_a_ring(void)
{
	void *a, *b, *before, *after;

	FURNISH(oldest);
	a = thing[12];
	b = thing[13];
	before = age_words(a)[1];
	after = age_words(b)[0];
	age_words(before)[0] = after;
	age_words(after)[1] = before;
	age_words(a)[1] = b;
	age_words(b)[0] = a;
	finds(5, ANY);
	age_words(before)[0] = a;
	age_words(after)[1] = b;
	age_words(a)[1] = before;
	age_words(b)[0] = after;
	objects_sound(pool, __FILE__, __LINE__);
}

static void o6_tags(void)
{
	objects_era(&things->core, 100);
	FURNISH(things);
	breaks((uint32_t *)(void *)thing[14] - 1, 3 * TARN_OBJECT_GENERATION_, 6, 14);
	breaks((uint32_t *)(void *)thing[2] - 1, (uint32_t)-TARN_OBJECT_HELD_, 6, 2);
	LEAVE();
	things->core.part.birth = TARN_OBJECT_BIRTH_;
}

static void o7_fills(void)
{
	NEED_LEVEL(2);
	FURNISH(things);
	breaks(&thing[6]->rest[2], 0x100, 7, 6);
}

static void a_sound_pool_is_sound(void)
{
	CHECK(things_open_at(things, unit_arena() + TARN_OBJECT_BYTES(oldest, 20) + 8,
			     TARN_OBJECT_BYTES(things, 20)));
	CHECK_EQ(tarn_object_check(&things->core, NULL), 0);
	FURNISH(oldest);
	CHECK_EQ(tarn_object_check_all(NULL), 0);
	CHECK(tarn_object_get(pool) != NULL);
	things->core.part.limit = 1;
	CHECK_EQ(tarn_object_check_all(NULL), 1);
	things->core.part.limit = 0;
}

void does_check_find_each_broken_invariant(void)
{
	CASE(o1_parts);
	CASE(o2_idle_list);
	CASE(o2_idle_bits);
	CASE(o3_lists_spare_and_vacant);
	CASE(o4_everybody_is_somewhere);
	CASE(o5_ages);
	CASE(o5_a_ring);
	CASE(o6_tags);
	CASE(o7_fills);
	CASE(a_sound_pool_is_sound);
}
