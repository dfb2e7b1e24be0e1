/* SPDX-License-Identifier: MIT
 * A pool of each policy. */
#include "pools.h"

#include <stddef.h>

static uint32_t loudness(const struct thing *thing)
{
	return thing->rest[0];
}

static void wipe(struct thing *thing)
{
	thing->rest[1] = 0;
}

TARN_OBJECT_TYPE(never, struct thing, POOL_CAPACITY, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(refuse, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE_WITH(hooks, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE, .init = wipe,
		      .reset = wipe);
TARN_OBJECT_TYPE_WITH(lazy, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY,
		      .reset = wipe);
TARN_OBJECT_TYPE(held, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(small, struct thing, POOL_CAPACITY, TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL);
TARN_OBJECT_TYPE_WITH(ring, struct thing, POOL_CAPACITY, TARN_OBJECT_ROB_OLDEST, .init = wipe,
		      .reset = wipe);
TARN_OBJECT_TYPE_WITH(worth, struct thing, POOL_CAPACITY, TARN_OBJECT_ROB_LEAST, .score = loudness);
TARN_OBJECT_TYPE_WITH(swell, struct thing, POOL_CAPACITY + 3, TARN_OBJECT_GROW, .step = 2,
		      .init = wipe, .reset = wipe);
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

/* The get marks the object before another context can see and rob it. */
static void mark_it(struct thing *thing, void *mark)
{
	thing_mark(thing, *(const uint32_t *)mark);
}

#define GET_BY_HANDLE(name)                                                              \
	static bool name##_take(struct held_thing *hold)                                 \
	{                                                                                \
		name##_handle handle = name##_get_held(THE(name), mark_it, &hold->mark); \
                                                                                         \
		hold->handle = (uint64_t)handle.generation << 32 | handle.slot;          \
		return hold->handle;                                                     \
	}
#define PUT_BY_HANDLE(name)                                                    \
	static bool name##_drop(const struct held_thing *hold)                 \
	{                                                                      \
		return name##_release(THE(name), name##_typed_(hold->handle)); \
	}

#define TOUCH(name)                                             \
	static void name##_renew(const struct held_thing *hold) \
	{                                                       \
		name##_touch(THE(name), hold->at);              \
	}

#define GROW(name)                                                                           \
	static bool name##_begin(void)                                                       \
	{                                                                                    \
		return name##_open(THE(name), &scene.heap, POOL_INITIAL, POOL_CAPACITY + 3); \
	}

OPEN_AT(never)
OPEN_AT(refuse)
OPEN_AT(bits)
OPEN_AT(hooks)
OPEN_AT(lazy)
OPEN_AT(held)
OPEN_AT(small)
OPEN_AT(oldest)
OPEN_AT(ring)
OPEN_AT(least)
OPEN_AT(worth)
BY_POINTER(small)
BY_POINTER(lazy)
BY_POINTER(swell)
BY_POINTER(never)
BY_POINTER(refuse)
BY_POINTER(bits)
BY_POINTER(hooks)
BY_POINTER(grow)
GET_BY_HANDLE(oldest)
GET_BY_HANDLE(ring)
GET_BY_HANDLE(least)
PUT_BY_HANDLE(held)
PUT_BY_HANDLE(oldest)
PUT_BY_HANDLE(ring)
PUT_BY_HANDLE(least)
PUT_BY_HANDLE(worth)
TOUCH(oldest)
TOUCH(ring)
GROW(grow)
GROW(swell)

/* The short form of get. No context robs this object, so it is marked after the get. */
static bool held_take(struct held_thing *hold)
{
	held_handle handle = held_get_held(THE(held), NULL, NULL);

	hold->handle = (uint64_t)handle.generation << 32 | handle.slot;
	hold->at = held_resolve(THE(held), handle);
	return hold->at;
}

static bool worth_take(struct held_thing *hold)
{
	struct thing newcomer;
	worth_handle handle;

	thing_mark(&newcomer, hold->mark);
	handle = worth_get_held_if_worth(THE(worth), loudness(&newcomer), mark_it, &hold->mark);
	hold->handle = (uint64_t)handle.generation << 32 | handle.slot;
	return hold->handle;
}

#define KIND(name, ...)                                             \
	static uint64_t name##_kept[POOL_WORDS];                    \
	const struct pool_kind pool_##name = {.kept = name##_kept,  \
					      .open = name##_begin, \
					      .get = name##_take,   \
					      .put = name##_drop,   \
					      __VA_ARGS__}
KIND(never, .never = true);
KIND(refuse, .robs = false);
KIND(bits, .robs = false);
KIND(hooks, .robs = false);
KIND(small, .robs = false);
KIND(lazy, .robs = false);
KIND(held, .robs = false);
KIND(oldest, .touch = oldest_renew, .robs = true);
KIND(ring, .touch = ring_renew, .robs = true);
KIND(least, .robs = true);
KIND(worth, .robs = true);
KIND(grow, .grows = true);
KIND(swell, .grows = true);
