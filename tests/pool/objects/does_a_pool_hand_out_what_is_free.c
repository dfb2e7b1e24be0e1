/* SPDX-License-Identifier: MIT */
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

static struct {
	struct plain plain;
	struct bits bits;
	struct tall tall;
	struct tiny tiny;
	struct aligned aligned;
} *const pools = (void *)&objects_place[0];

/* Gets every object once: they do not overlap, and are whole. Then NULL. After puts in any order it
 * gets the same objects again. */
#define CAPACITY 7
#define HANDS_OUT(pool, type, object_type)                                                    \
	static void pool##_hands_out(void)                                                    \
	{                                                                                     \
		object_type *object[CAPACITY];                                                \
                                                                                              \
		CHECK(type##_open_at(&pools->pool, ARENA(type, CAPACITY)));                   \
		CHECK_EQ(pools->pool.core.part.capacity, CAPACITY);                           \
		for (uint32_t round = 0; round < 3; round++) {                                \
			for (uint32_t i = 0; i < CAPACITY; i++) {                             \
				object[i] = type##_get(&pools->pool);                         \
				if (!CHECK(object[i] != NULL))                                \
					return;                                               \
				unit_fill(object[i], sizeof(object_type), i);                 \
			}                                                                     \
			CHECK_PTR(type##_get(&pools->pool), NULL);                            \
			for (uint32_t i = 0; i < CAPACITY; i++) {                             \
				CHECK(unit_holds(object[i], sizeof(object_type), i));         \
				CHECK_EQ((uintptr_t)object[i] % _Alignof(object_type), 0);    \
				CHECK((unsigned char *)object[i] >= unit_arena());            \
			}                                                                     \
			for (uint32_t i = 0; i < CAPACITY; i++)                               \
				type##_put(&pools->pool, object[(i * 3 + round) % CAPACITY]); \
			CHECK_EQ(objects_stats(&pools->pool.core).refused, round + 1);        \
			CHECK_EQ(objects_stats(&pools->pool.core).peak, CAPACITY);            \
			CHECK_POOL(&pools->pool);                                             \
		}                                                                             \
		LEAVE();                                                                      \
	}
HANDS_OUT(plain, plain, struct thing)
HANDS_OUT(bits, bits, struct thing)
HANDS_OUT(tall, tall, struct thing)
HANDS_OUT(tiny, tiny, struct byte)
HANDS_OUT(aligned, aligned, struct wide)

static void the_one_put_last_comes_first(void)
{
	struct thing *a, *b;

	CHECK(plain_open_at(&pools->plain, ARENA(plain, 5)));
	a = plain_get(&pools->plain);
	b = plain_get(&pools->plain);
	CHECK(a < b);
	plain_put(&pools->plain, a);
	plain_put(&pools->plain, b);
	CHECK_PTR(plain_get(&pools->plain), b);
	CHECK_PTR(plain_get(&pools->plain), a);
	CHECK(plain_get(&pools->plain) > b);
	LEAVE();
}

static void bits_hand_out_the_lowest(void)
{
	struct thing *object[40];
	uint32_t seen = 0;

	CHECK(bits_open_at(&pools->bits, ARENA(bits, 40)));
	for (uint32_t i = 0; i < 40; i++)
		object[i] = bits_get(&pools->bits);
	for (uint32_t i = 39; i > 30; i -= 2)
		bits_put(&pools->bits, object[i]);
	for (uint32_t at = 0; bits_each(&pools->bits, &at);)
		seen++;
	CHECK_EQ(seen, 35);
	object[35]->name = ~0u; /* an idle object holds nothing of Tarn's */
	for (uint32_t i = 31; i < 40; i += 2)
		CHECK_PTR(bits_get(&pools->bits), object[i]);
	CHECK_PTR(bits_get(&pools->bits), NULL);
	CHECK_POOL(&pools->bits);
	LEAVE();
}

/* More slots than one word of summary covers, and than two. Only the host has room for them. */
#if UINTPTR_MAX > UINT32_MAX
#define MANY 33900
#define LAST (MANY - 1)
TARN_OBJECT_TYPE(many, struct byte, MANY, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
static unsigned char place[TARN_OBJECT_BYTES(many, MANY)] __attribute__((aligned(8)));
static void many_bits_hand_out_the_lowest(void)
{
	static const uint32_t some[] = {3, 1023, 1024, 2047, 32767, 32768, LAST};
	static struct many many, *const pool = &many;
	uint32_t count = sizeof(some) / sizeof(some[0]);
	struct byte *first;
	uint32_t seen = 0;

	CHECK(many_open_at(pool, place, sizeof(place)));
	CHECK_EQ(pool->core.part.capacity, MANY);
	first = many_get(pool);
	for (uint32_t i = 1; i < MANY; i++)
		if (!CHECK_PTR(many_get(pool), (unsigned char *)first + i * many_stride))
			return;
	CHECK_PTR(many_get(pool), NULL);
	for (uint32_t i = count; i; i--)
		many_put(pool, (void *)((unsigned char *)first + some[i - 1] * many_stride));
	CHECK_POOL(pool);
	CHECK_EQ(many_count(pool), MANY - count);
	for (uint32_t at = 0; many_each(pool, &at);)
		seen++;
	CHECK_EQ(seen, MANY - count);
	for (uint32_t i = 0; i < count; i++)
		CHECK_PTR(many_get(pool), (unsigned char *)first + some[i] * many_stride);
	CHECK_PTR(many_get(pool), NULL);
	CHECK_POOL(pool);
	LEAVE();
}
#endif

/* Objects are created when they are first needed. Before that, nothing is written to their
 * slots. */
static uint32_t spoilt_bytes(uint32_t bytes)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < bytes; i++)
		count += unit_arena()[i] == 0xa5;
	return count;
}

static void making_a_pool_writes_to_no_slot(void)
{
	NEED_ARENA(2048);
	CHECK(plain_open_at(&pools->plain, ARENA(plain, 64)));
	CHECK_EQ(spoilt_bytes(TARN_OBJECT_BYTES(plain, 64)), TARN_OBJECT_BYTES(plain, 64));
	CHECK(plain_get(&pools->plain) != NULL);
	CHECK(spoilt_bytes(TARN_OBJECT_BYTES(plain, 64)) >= TARN_OBJECT_BYTES(plain, 63));
	CHECK_EQ(objects_stats(&pools->plain.core).created, 1);
	LEAVE();
}

/* A reset writes nothing of any slot, so its cost cannot depend on their number. */
static void it_touches_no_slot(void)
{
	static unsigned char before[TARN_OBJECT_BYTES(plain, 9)];
	uint32_t changed = 0;

	SKIP_UNLESS(TARN_HARDEN < 2, "from level 2 on each object is filled");
	CHECK(plain_open_at(&pools->plain, ARENA(plain, 9)));
	for (int i = 0; i < 9; i++)
		plain_get(&pools->plain);
	for (uint32_t i = 0; i < sizeof(before); i++)
		before[i] = unit_arena()[i];
	tarn_object_reset(&pools->plain.core);
	for (uint32_t i = 0; i < sizeof(before); i++)
		changed += before[i] != unit_arena()[i];
	CHECK_EQ(changed, 0);
	LEAVE();
}

static void the_sizing_law_holds(void)
{
	bool wide = sizeof(void *) == 8;
	uint32_t owner = TARN_HARDEN >= 2 ? 4 : 0; /* on a wide machine it fits beside a tag */

	CHECK_EQ(plain_stride, wide ? 24 : 20 + owner);
	CHECK_EQ(bits_stride, 16 + (wide ? 2 * owner : owner));
	CHECK_EQ(tiny_stride, wide ? 16 : 8 + owner);
	CHECK_EQ(aligned_stride, 48);
	CHECK_EQ(TARN_OBJECT_BYTES(bits, 33), 33 * bits_stride + 16);
	CHECK_EQ(TARN_OBJECT_BYTES(knows, 33), 33 * bits_stride);
}

static void memory_of_any_alignment_will_do(void)
{
	CHECK(aligned_open_at(&pools->aligned, unit_arena() + 5,
			      TARN_OBJECT_BYTES(aligned, 3) + 11));
	CHECK_EQ(pools->aligned.core.part.capacity, 3);
	CHECK_EQ((uintptr_t)aligned_get(&pools->aligned) % 16, 0);
	LEAVE();
	CHECK(bits_open_at(&pools->bits, unit_arena(), TARN_OBJECT_BYTES(bits, 33) - 1));
	CHECK_EQ(pools->bits.core.part.capacity, 32);
	LEAVE();
}

static void a_static_pool_needs_no_call(void)
{
	struct thing *object[3];

	for (int i = 0; i < 3; i++)
		CHECK((object[i] = on_static_get(&on_static)) != NULL);
	CHECK_PTR(on_static_get(&on_static), NULL);
	on_static_put(&on_static, object[1]);
	CHECK_PTR(on_static_get(&on_static), object[1]);
	LEAVE();
	/* After a close it is as it was at boot. */
	CHECK(on_static_get(&on_static) != NULL);
	LEAVE();
}

static void a_pool_of_a_heap_gives_its_memory_back(void)
{
	uint32_t before;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	before = unit_commons_free(&unit_heap);
	CHECK(aligned_open(&pools->aligned, &unit_heap, 4, 4));
	CHECK(unit_commons_free(&unit_heap) < before);
	for (int i = 0; i < 4; i++)
		CHECK_EQ((uintptr_t)aligned_get(&pools->aligned) % 16, 0);
	CHECK_PTR(aligned_get(&pools->aligned), NULL);
	CHECK_SOUND(&unit_heap);
	LEAVE();
	CHECK(unit_drain(&unit_heap));
	CHECK_EQ(unit_commons_free(&unit_heap), before);
	CHECK(!plain_open(&pools->plain, &unit_heap, 64, 64)); /* there is not enough room */
	CHECK(!tarn_object_pool_first());
	CHECK(plain_open(&pools->plain, &unit_heap, 4, 64));
	LEAVE();
}

void does_a_pool_hand_out_what_is_free(void)
{
	objects_begin();
	CASE(plain_hands_out);
	CASE(bits_hands_out);
	CASE(tall_hands_out);
	CASE(bits_hand_out_the_lowest);
#if UINTPTR_MAX > UINT32_MAX
	CASE(many_bits_hand_out_the_lowest);
#endif
	CASE(tiny_hands_out);
	CASE(aligned_hands_out);
	CASE(the_one_put_last_comes_first);
	CASE(making_a_pool_writes_to_no_slot);
	CASE(it_touches_no_slot);
	CASE(the_sizing_law_holds);
	CASE(memory_of_any_alignment_will_do);
	CASE(a_static_pool_needs_no_call);
	CASE(a_pool_of_a_heap_gives_its_memory_back);
}
