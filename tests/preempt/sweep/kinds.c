/* SPDX-License-Identifier: MIT
 * A pool of each policy. */
#include "pools.h"

#include <stddef.h>

static uint32_t loudness(const struct thing *thing)
{
	return thing->rest[0];
}

static void touch(struct thing *thing)
{
	thing->rest[1] = 0;
}

TARN_OBJECT_TYPE(never, struct thing, POOL_CAPACITY, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(refuse, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE_WITH(hooks, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE, .init = touch,
		      .reset = touch);
TARN_OBJECT_TYPE(oldest, struct thing, POOL_CAPACITY, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE_WITH(least, struct thing, POOL_CAPACITY, TARN_OBJECT_ROB_LEAST, .score = loudness);
TARN_OBJECT_TYPE_WITH(grow, struct thing, POOL_CAPACITY + 3, TARN_OBJECT_GROW, .step = 2);

#define THE(name) ((struct name *)(void *)scene.pool)
#define ROOM(name)                                                                    \
	_Static_assert(sizeof(struct name) <= sizeof(scene.pool) &&                   \
			       TARN_OBJECT_BYTES(name, POOL_CAPACITY) <= SCENE_SLOTS, \
		       #name)

#define OPEN_AT(name)                                                          \
	ROOM(name);                                                            \
	static bool name##_begin(void)                                         \
	{                                                                      \
		return name##_open_at(THE(name), scene.slots,                  \
				      TARN_OBJECT_BYTES(name, POOL_CAPACITY)); \
	}

#define BY_POINTER(name)                                       \
	static bool name##_take(struct held_thing *hold)       \
	{                                                      \
		hold->at = name##_get(THE(name));              \
		return hold->at;                               \
	}                                                      \
	static bool name##_drop(const struct held_thing *hold) \
	{                                                      \
		name##_put(THE(name), hold->at);               \
		return true;                                   \
	}

/* Marked before anybody else can see it, and rob it. */
static void mark_it(struct thing *thing, void *mark)
{
	thing_mark(thing, *(const uint32_t *)mark);
}

#define BY_HANDLE(name)                                                                  \
	static bool name##_take(struct held_thing *hold)                                 \
	{                                                                                \
		name##_handle handle = name##_get_held(THE(name), mark_it, &hold->mark); \
                                                                                         \
		hold->handle = (uint64_t)handle.generation << 32 | handle.slot;          \
		return hold->handle;                                                     \
	}                                                                                \
	static bool name##_drop(const struct held_thing *hold)                           \
	{                                                                                \
		return name##_release(THE(name), name##_typed_(hold->handle));           \
	}

OPEN_AT(never)
OPEN_AT(refuse)
OPEN_AT(bits)
OPEN_AT(hooks)
OPEN_AT(oldest)
OPEN_AT(least)
BY_POINTER(never)
BY_POINTER(refuse)
BY_POINTER(bits)
BY_POINTER(hooks)
BY_POINTER(grow)
BY_HANDLE(oldest)
BY_HANDLE(least)

static bool grow_begin(void)
{
	return grow_open(THE(grow), &scene.heap, POOL_INITIAL, POOL_CAPACITY + 3);
}

#define KIND(name, ...)                                                                            \
	static uint64_t name##_kept[POOL_WORDS];                                                   \
	const struct pool_kind pool_##name = {name##_kept, name##_begin, name##_take, name##_drop, \
					      __VA_ARGS__}
KIND(never, .never = true);
KIND(refuse, .robs = false);
KIND(bits, .robs = false);
KIND(hooks, .robs = false);
KIND(oldest, .robs = true);
KIND(least, .robs = true);
KIND(grow, .grows = true);
