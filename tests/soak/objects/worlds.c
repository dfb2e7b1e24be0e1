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
		(void)tarn_object_get(hooked.pool);
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

/* A type of pools; one whose objects have hooks. */
#define SLOTS(name_, slot_) \
	_Static_assert((int)name_##_stride == (slot_), #name_ ": a slot's size");
#define WORLD(name_, slot_, before_, options_)                         \
	OBJECT(name_, slot_, before_)                                  \
	TARN_OBJECT_TYPE(name_, struct name_##_thing, MOST, options_); \
	SLOTS(name_, slot_)
#define WORLD_WITH(name_, slot_, before_, options_, ...)                                 \
	OBJECT(name_, slot_, before_)                                                    \
	TARN_OBJECT_TYPE_WITH(name_, struct name_##_thing, MOST, options_, __VA_ARGS__); \
	SLOTS(name_, slot_)

#define KEEP(name_, member_) TARN_OBJECT_KEEP(struct name_##_thing, thing.member_, thing.member_)
#define CREATED(name_)       .once = name_##_make, .destroy = name_##_unmake

WORLD(never, SLOT, TAG, TARN_OBJECT_NEVER)
WORLD_WITH(oldest, AGED_SLOT, TAG + AGED, TARN_OBJECT_ROB_OLDEST, .reset = oldest_recycle)
WORLD_WITH(growing, CHUNK_SLOT, TAG, TARN_OBJECT_GROW, .step = CHUNK_SLOTS)
WORLD(refusing, SLOT, TAG, TARN_OBJECT_REFUSE)
WORLD_WITH(least, SLOT, TAG, TARN_OBJECT_ROB_LEAST, .score = least_score, .reset = least_recycle)
WORLD_WITH(growing_bits, BITS_SLOT, BARE, TARN_OBJECT_GROW | TARN_OBJECT_BITS, .step = CHUNK_SLOTS)
WORLD_WITH(knowing, SLOT, BARE, TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS | KEEP(knowing, state),
	   .once = knowing_die, .reset = knowing_die, .in_use = knowing_alive)
WORLD(oldest_bits, AGED_SLOT, AGED, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_BITS)
WORLD_WITH(lazy, SLOT, TAG, TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY | KEEP(lazy, made), CREATED(lazy),
	   .reset = lazy_recycle)
WORLD_WITH(growing_hooked, CHUNK_SLOT, TAG, TARN_OBJECT_GROW | KEEP(growing_hooked, made),
	   CREATED(growing_hooked), .step = CHUNK_SLOTS)
WORLD_WITH(refusing_bits, SLOT, BARE,
	   TARN_OBJECT_REFUSE | TARN_OBJECT_BITS | TARN_OBJECT_UNLOCKED | KEEP(refusing_bits, made),
	   CREATED(refusing_bits))

const struct tarn_object_type *const worlds[] = {
	&never_type, &oldest_type,         &growing_type,       &refusing_type,
	&least_type, &growing_bits_type,   &knowing_type,       &oldest_bits_type,
	&lazy_type,  &growing_hooked_type, &refusing_bits_type,
};
const uint32_t worlds_count = sizeof(worlds) / sizeof(worlds[0]);
