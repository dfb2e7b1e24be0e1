/* SPDX-License-Identifier: MIT
 * Types of all kinds, any memory, and what is not touched. The model asks which object a get
 * returns. */
#include "world.h"

TARN_OBJECT_TYPE(plain, struct thing, 64, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(tall, struct thing, 1 << 20, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
static bool named(const struct thing *thing)
{
	return thing->name;
}
TARN_OBJECT_TYPE_WITH(knows, struct thing, 64,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct thing, name, name),
		      .in_use = named);
TARN_OBJECT_POOL(on_static, struct thing, 3, TARN_OBJECT_REFUSE);

struct byte { /* smaller than its link */
	unsigned char byte;
};
TARN_OBJECT_TYPE(tiny, struct byte, 9, TARN_OBJECT_REFUSE);

struct wide { /* needs more alignment than a tag */
	_Alignas(16) uint32_t word[5];
};
TARN_OBJECT_TYPE(aligned, struct wide, 9, TARN_OBJECT_REFUSE);

static struct plain *const plain = (void *)&objects_place[0];
static struct bits *const bits = (void *)&objects_place[0];
static struct aligned *const aligned = (void *)&objects_place[0];

#define CAPACITY 7

/* Gets every object: they do not overlap, and are whole. Then NULL. After puts in any order it gets
 * the same again. */
static void hands_out(const struct tarn_object_type *type, uint32_t bytes, size_t align)
{
	struct tarn_object_pool *pool = &objects_place[0].core;
	void *object[CAPACITY];

	CHECK(tarn_object_open_at(pool, type, unit_arena(), bytes));
	CHECK_EQ(pool->part.capacity, CAPACITY);
	for (uint32_t round = 0; round < 3; round++) {
		for (uint32_t i = 0; i < CAPACITY; i++) {
			object[i] = tarn_object_get(pool);
			if (!CHECK(object[i] != NULL))
				return;
			unit_fill(object[i], type->size, i);
		}
		CHECK_PTR(tarn_object_get(pool), NULL);
		for (uint32_t i = 0; i < CAPACITY; i++) {
			CHECK(unit_holds(object[i], type->size, i));
			CHECK_EQ((uintptr_t)object[i] % align, 0);
			CHECK((unsigned char *)object[i] >= unit_arena());
		}
		for (uint32_t i = 0; i < CAPACITY; i++)
			tarn_object_put(object[(i * 3 + round) % CAPACITY], pool);
		CHECK_EQ(tarn_object_check(pool, NULL), 0);
	}
}

#define HANDS_OUT(type, object)                                                               \
	static void type##_hands_out(void)                                                    \
	{                                                                                     \
		hands_out(&type##_type, TARN_OBJECT_BYTES(type, CAPACITY), _Alignof(object)); \
	}
HANDS_OUT(plain, struct thing)
HANDS_OUT(bits, struct thing)
HANDS_OUT(tall, struct thing)
HANDS_OUT(tiny, struct byte)
HANDS_OUT(aligned, struct wide)

static void the_one_put_last_comes_first(void)
{
	struct thing *a, *b;

	CHECK(plain_open_at(plain, ARENA(plain, 5)));
	a = plain_get(plain);
	b = plain_get(plain);
	plain_put(plain, a);
	plain_put(plain, b);
	CHECK_PTR(plain_get(plain), b);
	CHECK_PTR(plain_get(plain), a);
}

/* More slots than one word of summary covers, and than two. Only the host has room for them. */
#if UINTPTR_MAX > UINT32_MAX
#define MANY 33900
TARN_OBJECT_TYPE(many, struct byte, MANY, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
static struct many *const many = (void *)&objects_place[0];

static void bits_hand_out_the_lowest(void)
{
	static unsigned char place[TARN_OBJECT_BYTES(many, MANY)] __attribute__((aligned(8)));
	static const uint32_t some[] = {3, 1023, 1024, 2047, 32767, 32768, MANY - 1};
	uint32_t count = sizeof(some) / sizeof(some[0]);
	struct byte *first;
	uint32_t seen = 0;

	CHECK(many_open_at(many, place, sizeof(place)));
	first = many_get(many);
	for (uint32_t i = 1; i < MANY; i++)
		if (!CHECK_PTR(many_get(many), (unsigned char *)first + i * many_stride))
			return;
	CHECK_PTR(many_get(many), NULL);
	for (uint32_t i = count; i; i--)
		many_put(many, (void *)((unsigned char *)first + some[i - 1] * many_stride));
	CHECK_POOL(many);
	for (uint32_t at = 0; many_each(many, &at);)
		seen++;
	CHECK_EQ(seen, MANY - count);
	for (uint32_t i = 0; i < count; i++)
		CHECK_PTR(many_get(many), (unsigned char *)first + some[i] * many_stride);
	CHECK_PTR(many_get(many), NULL);
}
#else
static void bits_hand_out_the_lowest(void)
{
	unit_skip("needs a megabyte");
}
#endif

/* ---- Memory ---------------------------------------------------------------------------------- */

static uint32_t spoilt_bytes(uint32_t bytes)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < bytes; i++)
		count += unit_arena()[i] == 0xa5;
	return count;
}

/* Objects are created when they are first needed. Before that, nothing is written to their
 * slots. */
static void making_a_pool_writes_to_no_slot(void)
{
	NEED_ARENA(2048);
	CHECK(plain_open_at(plain, ARENA(plain, 64)));
	CHECK_EQ(spoilt_bytes(TARN_OBJECT_BYTES(plain, 64)), TARN_OBJECT_BYTES(plain, 64));
	CHECK(plain_get(plain) != NULL);
	CHECK(spoilt_bytes(TARN_OBJECT_BYTES(plain, 64)) >= TARN_OBJECT_BYTES(plain, 63));
	CHECK_EQ(objects_stats(&plain->core).created, 1);
}

/* A reset writes nothing of any slot, so its cost cannot depend on their number. */
static void it_touches_no_slot(void)
{
	static unsigned char before[TARN_OBJECT_BYTES(plain, 9)];
	uint32_t changed = 0;

	SKIP_UNLESS(TARN_HARDEN < 2, "from level 2 on each object is filled");
	CHECK(plain_open_at(plain, ARENA(plain, 9)));
	for (int i = 0; i < 9; i++)
		plain_get(plain);
	for (uint32_t i = 0; i < sizeof(before); i++)
		before[i] = unit_arena()[i];
	tarn_object_reset(&plain->core);
	for (uint32_t i = 0; i < sizeof(before); i++)
		changed += before[i] != unit_arena()[i];
	CHECK_EQ(changed, 0);
}

static void the_sizing_law_holds(void)
{
	bool on_64_bits = sizeof(void *) == 8;
	uint32_t owner = TARN_HARDEN >= 2 ? 4 : 0; /* on a wide machine it fits beside a tag */

	CHECK_EQ(plain_stride, on_64_bits ? 24 : 20 + owner);
	CHECK_EQ(bits_stride, 16 + (on_64_bits ? 2 * owner : owner));
	CHECK_EQ(tiny_stride, on_64_bits ? 16 : 8 + owner);
	CHECK_EQ(aligned_stride, 48);
	CHECK_EQ(TARN_OBJECT_BYTES(bits, 33), 33 * bits_stride + 16);
	CHECK_EQ(TARN_OBJECT_BYTES(knows, 33), 33 * bits_stride);
}

static void memory_of_any_alignment_will_do(void)
{
	CHECK(aligned_open_at(aligned, unit_arena() + 5, TARN_OBJECT_BYTES(aligned, 3) + 11));
	CHECK_EQ(aligned->core.part.capacity, 3);
	CHECK_EQ((uintptr_t)aligned_get(aligned) % 16, 0);
	LEAVE();
	CHECK(bits_open_at(bits, unit_arena(), TARN_OBJECT_BYTES(bits, 33) - 1));
	CHECK_EQ(bits->core.part.capacity, 32);
}

static void a_static_pool_needs_no_call(void)
{
	for (int life = 0; life < 2; life++) { /* after a close it is as it was at boot */
		for (int i = 0; i < 3; i++)
			CHECK(on_static_get(&on_static) != NULL);
		CHECK_PTR(on_static_get(&on_static), NULL);
		LEAVE();
	}
}

static void a_pool_of_a_heap_gives_its_memory_back(void)
{
	uint32_t before;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	before = unit_commons_free(&unit_heap);
	CHECK(aligned_open(aligned, &unit_heap, 4, 4));
	CHECK(unit_commons_free(&unit_heap) < before);
	for (int i = 0; i < 4; i++)
		CHECK_EQ((uintptr_t)aligned_get(aligned) % 16, 0);
	CHECK_PTR(aligned_get(aligned), NULL);
	CHECK_SOUND(&unit_heap);
	LEAVE();
	CHECK(unit_drain(&unit_heap));
	CHECK_EQ(unit_commons_free(&unit_heap), before);
	CHECK(!plain_open(plain, &unit_heap, 64, 64)); /* there is not enough room */
	CHECK(!tarn_object_pool_first());
	CHECK(plain_open(plain, &unit_heap, 4, 64));
}

void does_a_pool_hand_out_what_is_free(void)
{
	CASE(plain_hands_out);
	CASE(bits_hands_out);
	CASE(tall_hands_out);
	CASE(tiny_hands_out);
	CASE(aligned_hands_out);
	CASE(the_one_put_last_comes_first);
	CASE(bits_hand_out_the_lowest);
	CASE(making_a_pool_writes_to_no_slot);
	CASE(it_touches_no_slot);
	CASE(the_sizing_law_holds);
	CASE(memory_of_any_alignment_will_do);
	CASE(a_static_pool_needs_no_call);
	CASE(a_pool_of_a_heap_gives_its_memory_back);
}
