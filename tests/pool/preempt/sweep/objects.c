/* SPDX-License-Identifier: MIT
 * The operations of object pools that the sweep interrupts. */
#include "pools.h"

#include <stddef.h>

static const struct pool_kind *swept;
static struct held_thing busy; /* the object that the call gets or puts; others may only rob it */
static struct tarn_object_stats before;

/* The kind is no argument of the call: each kind has functions of its own. */
static void propose(struct ruler_call *call, uintptr_t function, uintptr_t argument)
{
	tarn_object_stats(pool_core(), &before);
	*call = (struct ruler_call){.function = function, .argument = {argument}};
}

/* Can the scene hold one more object after an interrupt's gets? */
static bool has_room(void)
{
	return scene.holds + SWEEP_GETS < SCENE_HOLDS;
}

static bool propose_get(const struct pool_kind *kind, struct ruler_call *call)
{
	swept = kind;
	busy = (struct held_thing){NULL, 0, ++scene.marks};
	propose(call, (uintptr_t)kind->get, (uintptr_t)&busy);
	return has_room();
}

static bool propose_put(const struct pool_kind *kind, struct ruler_call *call)
{
	swept = kind;
	if (!scene.holds)
		return false;
	busy = pool_busy(scene_below(scene.holds));
	propose(call, (uintptr_t)kind->put, (uintptr_t)&busy);
	return !kind->robs || tarn_object_resolve(pool_core(), busy.handle);
}

/* So many objects are idle that the interrupt robs none: a touch by pointer needs an object that is
 * still the caller's. */
static bool propose_touch(const struct pool_kind *kind, struct ruler_call *call)
{
	swept = kind;
	if (!scene.holds)
		return false;
	busy = pool_busy(scene_below(scene.holds));
	busy.at = tarn_object_resolve(pool_core(), busy.handle);
	propose(call, (uintptr_t)kind->touch, (uintptr_t)&busy);
	return busy.at && has_room() && before.capacity - before.live >= SWEEP_GETS;
}

static const char *after_touch(const struct ruler_call *call)
{
	(void)call;
	scene.hold[scene.holds++] = busy;
	return NULL;
}

static const char *after_get(const struct ruler_call *call)
{
	(void)call;
	return pool_got(swept, &busy);
}

static const char *after_put(const struct ruler_call *call)
{
	scene.robbed += swept->robs && !(call->result & 1);
	return NULL;
}

/* Was the pool full? Then it robbed an object, grew, or refused the get. */
static bool was_full(const struct ruler_call *call)
{
	struct tarn_object_stats now;

	tarn_object_stats(pool_core(), &now);
	if (swept->robs)
		return now.robbed != before.robbed;
	return swept->grows ? now.grown != before.grown : !(call->result & 1);
}

static bool had_one(const struct ruler_call *call)
{
	return call->result & 1 && !was_full(call);
}

/* ---- Asking for the numbers */

static struct tarn_object_stats told;

static bool propose_stats(const struct pool_kind *kind, struct ruler_call *call)
{
	(void)kind;
	return scene_call(call, (uintptr_t)tarn_object_stats, (uintptr_t)pool_core(),
			  (uintptr_t)&told, 0);
}

/* Do the numbers fit each other? Numbers of several moments would not. */
static const char *after_stats(const struct ruler_call *call)
{
	(void)call;
	if (told.live > told.peak || told.peak > told.maximum)
		return "object-live-above-peak";
	if (told.live > told.created || told.created > told.capacity)
		return "object-live-above-created";
	return told.capacity > told.maximum || told.retired > told.created ? "object-capacity"
									   : NULL;
}

#define OPERATIONS(name, full)                                                    \
	{"get-" #name, propose_get, had_one, after_get, &pool_##name},            \
		{full "-" #name, propose_get, was_full, after_get, &pool_##name}, \
	{                                                                         \
		"put-" #name, propose_put, scene_any, after_put, &pool_##name     \
	}
const struct operation pool_operations[] = {
	OPERATIONS(never, "full"),
	OPERATIONS(refuse, "full"),
	OPERATIONS(small, "full"),
	OPERATIONS(bits, "full"),
	OPERATIONS(hooks, "full"),
	OPERATIONS(lazy, "full"),
	OPERATIONS(held, "full"),
	OPERATIONS(oldest, "rob"),
	{"touch-oldest", propose_touch, scene_any, after_touch, &pool_oldest},
	OPERATIONS(ring, "rob"),
	{"touch-ring", propose_touch, scene_any, after_touch, &pool_ring},
	OPERATIONS(least, "rob"),
	OPERATIONS(worth, "rob"),
	OPERATIONS(grow, "more"),
	OPERATIONS(swell, "more"),
	{"object-stats", propose_stats, scene_any, after_stats, &pool_grow},
};
const uint32_t pool_operations_count = sizeof(pool_operations) / sizeof(*pool_operations);
