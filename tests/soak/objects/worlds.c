/* SPDX-License-Identifier: MIT
 * A slot has the same size on every machine, though links, ages and a chunk's bookkeeping do not:
 * each object's padding makes up for it. So the blocks that pools take from the heap, and the
 * digest, are the same, too. */
#include "worlds.h"

struct hooked hooked;

static void make(struct thing *thing)
{
	thing->made = ++hooked.made;
}

static void unmake(struct thing *thing)
{
	(void)thing;
	hooked.unmade++;
}

static void recycle(struct thing *thing)
{
	hooked.recycled = thing->state;
	if (hooked.pool)
		(void)hooked.get(hooked.pool);
}

static uint32_t score(const struct thing *thing)
{
	return world_score(thing->state);
}

static void die(struct thing *thing)
{
	thing->state = 0;
}

static bool alive(const struct thing *thing)
{
	return thing->state != 0;
}

/* What lies before an object: its tag (not with BITS and KNOWS), its age; from level 2 on its
 * owner. */
#define TAG  1
#define BARE 0
#define AGED 2

#define WORD  ((int)sizeof(void *))
#define OWNER (TARN_HARDEN >= 2 ? 4 : 0)
#define BEFORE(before_) \
	((((before_)&TAG) * 4 + OWNER + WORD - 1) / WORD * WORD + ((before_)&AGED) * WORD)

#define SLOT      48
#define AGED_SLOT 56
/* Slots of a chunk. With bits, the pair of marks takes one granule more. */
#define BOOKS       ((int)sizeof(struct tarn_object_chunk))
#define EACH(bytes) (((bytes)-BOOKS) / CHUNK_SLOTS / WORD * WORD)
#define CHUNK_SLOT  EACH(CHUNK_BYTES)
#define BITS_SLOT   EACH(CHUNK_BYTES + TARN_ALIGN - 8)
_Static_assert(CHUNK_BYTES - (BOOKS + CHUNK_SLOTS * CHUNK_SLOT) < TARN_ALIGN,
	       "a chunk's last granule is empty: make CHUNK_BYTES 8 larger or smaller");

/* No pool has more objects. */
#define MOST 32

#define MADE static inline __attribute__((unused))

/* A type of objects, and its versions of the hooks above. */
#define OBJECT(name_, slot_, before_)                                          \
	struct name_##_thing {                                                 \
		struct thing thing;                                            \
		char pad[(slot_)-BEFORE(before_) - (int)sizeof(struct thing)]; \
	};                                                                     \
	MADE void name_##_make(struct name_##_thing *object)                   \
	{                                                                      \
		make(&object->thing);                                          \
	}                                                                      \
	MADE void name_##_unmake(struct name_##_thing *object)                 \
	{                                                                      \
		unmake(&object->thing);                                        \
	}                                                                      \
	MADE void name_##_recycle(struct name_##_thing *object)                \
	{                                                                      \
		recycle(&object->thing);                                       \
	}                                                                      \
	MADE void name_##_die(struct name_##_thing *object)                    \
	{                                                                      \
		die(&object->thing);                                           \
	}                                                                      \
	MADE uint32_t name_##_score(const struct name_##_thing *object)        \
	{                                                                      \
		return score(&object->thing);                                  \
	}                                                                      \
	MADE bool name_##_alive(const struct name_##_thing *object)            \
	{                                                                      \
		return alive(&object->thing);                                  \
	}

/* The calls of a type of pools, as the soak makes them. */
#define CALLS(name_, slot_)                                                             \
	_Static_assert((int)name_##_stride == (slot_), #name_ ": a slot's size");       \
	static struct thing *name_##_gets(struct tarn_object_pool *pool)                \
	{                                                                               \
		return (struct thing *)name_##_get((struct name_ *)pool);               \
	}                                                                               \
	static void name_##_puts(struct tarn_object_pool *pool, struct thing *thing)    \
	{                                                                               \
		name_##_put((struct name_ *)pool, (struct name_##_thing *)thing);       \
	}                                                                               \
	static struct thing *name_##_walks(struct tarn_object_pool *pool, uint32_t *at) \
	{                                                                               \
		return (struct thing *)name_##_each((struct name_ *)pool, at);          \
	}                                                                               \
	static uint32_t name_##_counts(struct tarn_object_pool *pool)                   \
	{                                                                               \
		return name_##_count((struct name_ *)pool);                             \
	}

/* For a type that has handles. */
#define HANDLES(name_)                                                                          \
	static uint64_t name_##_both(name_##_handle handle)                                     \
	{                                                                                       \
		return (uint64_t)handle.generation << 32 | handle.slot;                         \
	}                                                                                       \
	static uint64_t name_##_holds(struct tarn_object_pool *pool)                            \
	{                                                                                       \
		return name_##_both(name_##_get_held((struct name_ *)pool, NULL, NULL));        \
	}                                                                                       \
	static uint64_t name_##_names(struct tarn_object_pool *pool, const struct thing *thing) \
	{                                                                                       \
		return name_##_both(name_##_handle_of((struct name_ *)pool,                     \
						      (const struct name_##_thing *)thing));    \
	}                                                                                       \
	static struct thing *name_##_resolves(struct tarn_object_pool *pool, uint64_t handle)   \
	{                                                                                       \
		return (struct thing *)name_##_resolve((struct name_ *)pool,                    \
						       name_##_typed_(handle));                 \
	}                                                                                       \
	static bool name_##_releases(struct tarn_object_pool *pool, uint64_t handle)            \
	{                                                                                       \
		return name_##_release((struct name_ *)pool, name_##_typed_(handle));           \
	}

/* For a type that robs the oldest; for one that robs the least. */
#define TOUCHES(name_)                                                                  \
	static void name_##_touches(struct tarn_object_pool *pool, struct thing *thing) \
	{                                                                               \
		name_##_touch((struct name_ *)pool, (struct name_##_thing *)thing);     \
	}
#define WORTH(name_)                                                                           \
	static struct thing *name_##_weighs(struct tarn_object_pool *pool, uint32_t worth)     \
	{                                                                                      \
		return (struct thing *)name_##_get_if_worth((struct name_ *)pool, worth, NULL, \
							    NULL);                             \
	}

/* A type of pools; one whose objects have hooks. */
#define WORLD(name_, slot_, before_, options_)                         \
	OBJECT(name_, slot_, before_)                                  \
	TARN_OBJECT_TYPE(name_, struct name_##_thing, MOST, options_); \
	CALLS(name_, slot_)
#define WORLD_WITH(name_, slot_, before_, options_, ...)                                 \
	OBJECT(name_, slot_, before_)                                                    \
	TARN_OBJECT_TYPE_WITH(name_, struct name_##_thing, MOST, options_, __VA_ARGS__); \
	CALLS(name_, slot_)

#define KEEP(name_, member_) TARN_OBJECT_KEEP(struct name_##_thing, thing.member_, thing.member_)
#define CREATED(name_)       .once = name_##_make, .destroy = name_##_unmake

WORLD(never, SLOT, TAG, TARN_OBJECT_NEVER)
HANDLES(never)
WORLD_WITH(oldest, AGED_SLOT, TAG + AGED, TARN_OBJECT_ROB_OLDEST, .reset = oldest_recycle)
HANDLES(oldest)
TOUCHES(oldest)
WORLD_WITH(growing, CHUNK_SLOT, TAG, TARN_OBJECT_GROW, .step = CHUNK_SLOTS)
HANDLES(growing)
WORLD(refusing, SLOT, TAG, TARN_OBJECT_REFUSE)
HANDLES(refusing)
WORLD_WITH(least, SLOT, TAG, TARN_OBJECT_ROB_LEAST, .score = least_score, .reset = least_recycle)
HANDLES(least)
WORTH(least)
WORLD_WITH(growing_bits, BITS_SLOT, BARE, TARN_OBJECT_GROW | TARN_OBJECT_BITS, .step = CHUNK_SLOTS)
WORLD_WITH(knowing, SLOT, BARE, TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS | KEEP(knowing, state),
	   .once = knowing_die, .reset = knowing_die, .in_use = knowing_alive)
WORLD(oldest_bits, AGED_SLOT, AGED, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_BITS)
TOUCHES(oldest_bits)
WORLD_WITH(lazy, SLOT, TAG, TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY | KEEP(lazy, made), CREATED(lazy),
	   .reset = lazy_recycle)
HANDLES(lazy)
WORLD_WITH(growing_hooked, CHUNK_SLOT, TAG, TARN_OBJECT_GROW | KEEP(growing_hooked, made),
	   CREATED(growing_hooked), .step = CHUNK_SLOTS)
HANDLES(growing_hooked)
WORLD_WITH(refusing_bits, SLOT, BARE,
	   TARN_OBJECT_REFUSE | TARN_OBJECT_BITS | TARN_OBJECT_UNLOCKED | KEEP(refusing_bits, made),
	   CREATED(refusing_bits))

#define ROW(name_)                                                                              \
	.type = &name_##_type, .get = name_##_gets, .put = name_##_puts, .each = name_##_walks, \
	.count = name_##_counts
#define HELD(name_)                                                     \
	ROW(name_), .get_held = name_##_holds, .handle = name_##_names, \
		    .resolve = name_##_resolves, .release = name_##_releases
#define TOUCHED(name_) .touch = name_##_touches
const struct world worlds[] = {
	{HELD(never)},
	{HELD(oldest), TOUCHED(oldest)},
	{HELD(growing)},
	{HELD(refusing)},
	{HELD(least), .get_if_worth = least_weighs},
	{ROW(growing_bits)},
	{ROW(knowing)},
	{ROW(oldest_bits), TOUCHED(oldest_bits)},
	{HELD(lazy)},
	{HELD(growing_hooked)},
	{ROW(refusing_bits)},
};
const uint32_t worlds_count = sizeof(worlds) / sizeof(worlds[0]);
