/* SPDX-License-Identifier: MIT
 * TARN_OBJECT_LINE: no two pools share a cache line, so each thread may have one of its own. No two
 * objects share one either: a DMA may write to each. */
#include "world.h"

TARN_OBJECT_TYPE(locals, struct thing, 5, TARN_OBJECT_REFUSE | TARN_OBJECT_LINE);
TARN_OBJECT_STORAGE(main_local, locals, 2); /* few, for the RAM of a micro:bit */

static void lines_are_their_own(void)
{
	static struct locals several[2];

	CHECK_EQ(sizeof(struct locals) % TARN_CACHE_LINE, 0);
	CHECK_EQ(_Alignof(struct locals), TARN_CACHE_LINE);
	CHECK_EQ((uintptr_t)&main_local % TARN_CACHE_LINE, 0);
	CHECK_EQ((uintptr_t)main_local_slots % TARN_CACHE_LINE, 0);
	CHECK_EQ(sizeof(main_local_slots) % TARN_CACHE_LINE, 0);
	CHECK_EQ(((uintptr_t)&several[1] - (uintptr_t)&several[0]) % TARN_CACHE_LINE, 0);
	/* On any memory, too. */
	NEED_ARENA(1024);
	CHECK(locals_open_at(&several[0], unit_arena() + 1, TARN_OBJECT_BYTES(locals, 2) + 63));
	CHECK_EQ(((uintptr_t)several[0].core.part.base - locals_head) % TARN_CACHE_LINE, 0);
}

static void blocks_of_a_heap_end_with_a_line(void)
{
	static struct locals pool;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	CHECK(locals_open(&pool, &unit_heap, 5, 5));
	CHECK(tarn_usable_size(&unit_heap, pool.core.part.base - locals_head - locals_align) >=
	      TARN_OBJECT_BYTES(locals, 5));
}

#define APART(name, options, size)                                                    \
	struct name##_thing {                                                         \
		unsigned char bytes[size];                                            \
	};                                                                            \
	TARN_OBJECT_TYPE(name, struct name##_thing, 2, TARN_OBJECT_LINE | (options)); \
	_Static_assert(name##_align >= TARN_CACHE_LINE, "the memory begins with a line")
APART(plain_apart, TARN_OBJECT_REFUSE, 1);
APART(oldest_apart, TARN_OBJECT_ROB_OLDEST, TARN_CACHE_LINE + 1);
APART(bits_apart, TARN_OBJECT_NEVER | TARN_OBJECT_BITS, TARN_CACHE_LINE);
APART(grows_apart, TARN_OBJECT_GROW, 5);

/* The lines of an object hold nothing but the object: neither tag nor link of another. `own` is the
 * lines before it that Tarn keeps for itself. */
static void objects_lie_apart(const struct tarn_object_type *type, size_t bytes)
{
	static _Alignas(TARN_CACHE_LINE) struct tarn_object_full_pool place;
	const struct tarn_object_facts *facts = &type->facts;
	struct tarn_object_pool *pool = &place.core;
	uint32_t grows = facts->options & TARN_OBJECT_GROW;
	uintptr_t lines = (bytes + TARN_CACHE_LINE - 1) / TARN_CACHE_LINE;
	uintptr_t own = facts->options & TARN_OBJECT_BITS && TARN_HARDEN < 2 ? 0 : 1;
	uintptr_t one, away;

	place = (struct tarn_object_full_pool){.name = 0};
	CHECK(MAKE_COMMONS(1536));
	CHECK(tarn_object_open(pool, type, &unit_heap, grows ? 1 : 2, 2));
	one = (uintptr_t)tarn_object_get(pool);
	away = (uintptr_t)tarn_object_get(pool) - one;
	CHECK_EQ(tarn_object_count(pool), 2);
	CHECK_EQ(one % TARN_CACHE_LINE, 0);
	CHECK_EQ(away % TARN_CACHE_LINE, 0);
	CHECK_EQ(facts->head, own * TARN_CACHE_LINE);
	CHECK_EQ(facts->stride, (own + lines) * TARN_CACHE_LINE);
	CHECK(away >= lines * TARN_CACHE_LINE && 0 - away >= lines * TARN_CACHE_LINE);
	LEAVE();
}

static void no_two_objects_share_a_line(void)
{
	NEED_COMMONS;
	NEED_ARENA(1536);
	objects_lie_apart(&plain_apart_type, sizeof(struct plain_apart_thing));
	objects_lie_apart(&oldest_apart_type, sizeof(struct oldest_apart_thing));
	objects_lie_apart(&bits_apart_type, sizeof(struct bits_apart_thing));
	objects_lie_apart(&grows_apart_type, sizeof(struct grows_apart_thing));
}

void do_pools_share_no_cache_line(void)
{
	CASE(lines_are_their_own);
	CASE(blocks_of_a_heap_end_with_a_line);
	CASE(no_two_objects_share_a_line);
}
